import Failures
import Flow
import Synchronization

/// One life of a till, from its start to the moment at which it is cut off.
package final class TillLife: Sendable {
    /// How much of a deed happens.
    enum Share { case all, half, nothing }

    /// The fate of one deed.
    package enum Fate: Hashable, Sendable {
        case comesToPass, diesBefore, diesWithin
        /// The disk is full from this transaction on.
        case diskFull
    }

    private struct State {
        var cut: CutPoint?
        var checkpoint: String?
        var whenCut: (@Sendable () -> Void)?
        var deeds: [Deed] = []
        var commits = 0
        var violations: [String] = []
        var cutBefore: Int?
        var isOver = false
        var closings: [@Sendable () -> Void] = []
        var writes = 0
        var fullFrom: Int?
    }

    private let state: Mutex<State>
    private let deciding: (@Sendable (Deed) -> Fate)?

    /// A life in which the fate of each deed is decided when it happens.
    package init(deciding: @escaping @Sendable (Deed) -> Fate) {
        state = Mutex(State())
        self.deciding = deciding
    }

    /// A life of which it is known from the start how it ends.
    ///
    /// - Parameters:
    ///   - cut: where the till is cut off; nil for nowhere.
    ///   - checkpoint: the named step of a payment at which the till dies.
    ///   - diskFullFrom: the transaction from which on the disk is full.
    package init(cut: CutPoint? = nil, dyingAt checkpoint: String? = nil, diskFullFrom: Int? = nil) {
        state = Mutex(State(cut: cut, checkpoint: checkpoint, fullFrom: diskFullFrom))
        deciding = nil
    }

    /// Sets what happens at the cut; by default the till dies.
    package func whenCut(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.whenCut = work } }

    /// Whether the till is dead, so that nothing it does has an effect.
    package var isOver: Bool { state.withLock { $0.isOver } }
    /// All deeds of the till, in order.
    package var deeds: [Deed] { state.withLock { $0.deeds } }
    /// How many deeds preceded the cut; nil without a cut so far.
    package var deedsBeforeCut: Int? { state.withLock { $0.cutBefore } }

    /// The number of transactions so far.
    var commits: Int { state.withLock { $0.commits } }
    func committed() { state.withLock { $0.commits += 1 } }
    /// The violations that were noticed while the till was running.
    var seen: [String] { state.withLock { $0.violations } }
    func sawViolation(_ what: String) { state.withLock { $0.violations.append(what) } }

    /// Whether the till has met a full disk, which stays full for this life.
    var isFull: Bool { state.withLock { state in state.fullFrom.map { state.writes >= $0 } ?? false } }

    /// Decides how much of a deed happens. Call this before each deed.
    func share(of deed: Deed) -> Share {
        if let deciding { return share(deciding, deed) }
        let (share, work) = state.withLock { state -> (Share, (@Sendable () -> Void)?) in
            guard !state.isOver else { return (.nothing, nil) }
            guard state.cut?.deed == state.deeds.count + 1, state.cutBefore == nil else {
                state.deeds.append(deed)
                return (.all, nil)
            }
            state.cutBefore = state.deeds.count
            return (state.cut?.isTorn == true ? .half : .nothing, state.whenCut ?? { [self] in end() })
        }
        work?()
        return share
    }

    private func share(_ deciding: @Sendable (Deed) -> Fate, _ deed: Deed) -> Share {
        guard !isOver else { return .nothing }
        switch deciding(deed) {
        case .comesToPass: return .all
        case .diskFull:
            state.withLock { $0.fullFrom = $0.writes + 1 }
            return .all
        case .diesBefore:
            end()
            return .nothing
        case .diesWithin:
            end()
            return .half
        }
    }

    func reached(_ checkpoint: String) {
        if state.withLock({ $0.checkpoint == checkpoint }) { end() }
    }

    /// Counts a transaction and returns whether the disk is full.
    func diskIsFull() -> Bool {
        state.withLock { state in
            state.writes += 1
            return state.fullFrom.map { state.writes >= $0 } ?? false
        }
    }

    /// Ends the life like `kill -9`: no code of the till runs, and the system closes what was open.
    package func end() {
        let closings = state.withLock { state -> [@Sendable () -> Void] in
            guard !state.isOver else { return [] }
            state.isOver = true
            state.whenCut = nil
            defer { state.closings = [] }
            return state.closings
        }
        for close in closings { close() }
    }

    func atEnd(_ close: @escaping @Sendable () -> Void) { state.withLock { $0.closings.append(close) } }
}

extension Failure {
    static let deadTill = Failure(WorldFailure.dead, "The till is dead.", recovery: .giveUp)
}
