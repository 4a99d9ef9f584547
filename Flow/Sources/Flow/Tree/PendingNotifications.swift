/// The notifications of the branches that an event has passed, sent once all reducers have run.
@usableFromInline struct PendingNotifications {
    private var taps: [() -> Void] = []
    private var tellings: [Telling] = []
    private var followings: [() -> Void] = []

    @usableFromInline init() {}

    /// Whether these branches have no observers or taps.
    @usableFromInline var isSilent: Bool { tellings.isEmpty && taps.isEmpty }

    @usableFromInline mutating func add(tap: @escaping () -> Void) { taps.append(tap) }
    @usableFromInline mutating func add(_ telling: Telling) { tellings.append(telling) }
    @usableFromInline mutating func add(follow: @escaping () -> Void) { followings.append(follow) }

    /// Calls all taps, leaf first, then all observers in the order of their subscription.
    @usableFromInline mutating func tell() {
        for tap in taps { tap() }
        while let next = tellings.indices.min(by: { tellings[$0].turn < tellings[$1].turn }) {
            guard tellings[next].turn < .max else { return }
            let end = tellings.indices.lazy.filter { $0 != next }.map { [tellings] in tellings[$0].turn }.min() ?? .max
            tellings[next].tell(before: end)
        }
    }

    /// Lets all effects follow, leaf first.
    @usableFromInline func follow() {
        for follow in followings { follow() }
    }
}

/// The observers of one branch by their turns, and the state for them.
@usableFromInline struct Telling {
    private let turns: [Int]
    private let tell: (Range<Int>) -> Void
    private var told = 0

    @usableFromInline init(turns: [Int], tell: @escaping (Range<Int>) -> Void) {
        self.turns = turns
        self.tell = tell
    }

    /// The next turn; the largest number when all are notified.
    var turn: Int { told < turns.count ? turns[told] : .max }

    /// Notifies the observers whose turn is before `end`.
    mutating func tell(before end: Int) {
        let next = end == .max ? turns.count : turns[told...].firstIndex { $0 >= end } ?? turns.count
        tell(told..<next)
        told = next
    }
}
