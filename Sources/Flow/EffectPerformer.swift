import Synchronization

/// What follows the state of its branch: effects. Made of closures, which are compiled for the types of their branch.
@usableFromInline struct Follower<State: Sendable>: Sendable {
    /// Called on the tree's lane, after each event that reached the branch.
    @usableFromInline let follow: @Sendable (State) -> Void
    /// Cancels all. From any thread.
    @usableFromInline let end: @Sendable () -> Void

    @inlinable init(follow: @escaping @Sendable (State) -> Void, end: @escaping @Sendable () -> Void) {
        self.follow = follow
        self.end = end
    }
}

/// Has one run for each id that its branch's state wishes one for: begins it, and ends it with the wish.
@usableFromInline
final class EffectPerformer<State: Sendable, ID: Hashable & Sendable, Mark: Equatable & Sendable>: Sendable {
    /// Calls back with each wish of a state.
    @usableFromInline typealias Wishes = @Sendable (State, (ID, Wish<Mark>) -> Void) -> Void

    @usableFromInline struct Begun: Sendable {
        @usableFromInline let mark: Mark
        @usableFromInline let run: EffectRun

        @inlinable init(mark: Mark, run: EffectRun) {
            self.mark = mark
            self.run = run
        }
    }

    @usableFromInline struct Beginning: Sendable {
        @usableFromInline let id: ID
        @usableFromInline let wish: Wish<Mark>
        @usableFromInline let run: EffectRun

        @inlinable init(id: ID, wish: Wish<Mark>, run: EffectRun) {
            self.id = id
            self.wish = wish
            self.run = run
        }
    }

    @usableFromInline struct Runs: Sendable {
        @usableFromInline var begun: [ID: Begun] = [:]
        @usableFromInline var count = 0

        @inlinable init() {}

        /// A dictionary has another order each time; what is ended, is ended in the order it was begun.
        @inlinable mutating func take(_ unwanted: some Sequence<ID>) -> [EffectRun] {
            unwanted.compactMap { begun.removeValue(forKey: $0)?.run }.sorted { $0.number < $1.number }
        }
    }

    @usableFromInline let tree: Tree
    @usableFromInline let name: String
    @usableFromInline let wishes: Wishes
    @usableFromInline let make: @Sendable (ID, EffectRun) -> Effect
    @usableFromInline let runs = Mutex(Runs())

    @inlinable init(
        _ tree: Tree, named name: String, wishes: @escaping Wishes,
        make: @escaping @Sendable (ID, EffectRun) -> Effect
    ) {
        self.tree = tree
        self.name = name
        self.wishes = wishes
        self.make = make
    }

    @inlinable func follow(_ state: State) {
        var ended: [EffectRun] = []
        var beginning: [Beginning] = []
        runs.withLock { runs in
            var wanted = 0
            wishes(state) { id, wish in
                wanted += 1
                let before = runs.begun[id]
                guard before?.mark != wish.mark else { return }
                if let before { ended.append(before.run) }
                let run = EffectRun(runs.count)
                runs.count += 1
                runs.begun[id] = Begun(mark: wish.mark, run: run)
                beginning.append(Beginning(id: id, wish: wish, run: run))
            }
            if wanted < runs.begun.count { ended += runs.take(unwanted(of: runs, by: state)) }
        }
        for run in ended { run.end() }
        for beginning in beginning { begin(beginning.id, beginning.wish, beginning.run) }
    }

    @inlinable func end() {
        let all = runs.withLock { $0.take(Array($0.begun.keys)) }
        for run in all { run.end() }
    }

    @inlinable func unwanted(of runs: Runs, by state: State) -> Set<ID> {
        var unwanted = Set(runs.begun.keys)
        wishes(state) { id, _ in unwanted.remove(id) }
        return unwanted
    }

    @inlinable func begin(_ id: ID, _ wish: Wish<Mark>, _ run: EffectRun) {
        guard wish.delay > .zero else { return start(id, run) }
        let time = wish.retry.end(of: wish.delay, in: tree.environment)
        run.hold(tree.lane.schedule(at: time) { self.start(id, run) })
    }

    @inlinable func start(_ id: ID, _ run: EffectRun) {
        guard run.isUnderWay else { return }
        let (name, work) = (id is Sole ? name : "\(name) \(id)", make(id, run).work)
        // A task that is cancelled before its turn comes runs all the same.
        run.hold(tree.environment.spawn(name) { if run.isUnderWay { await work() } })
    }
}

/// One beginning of an effect, from the state that asked for it to the state that ended it.
@usableFromInline final class EffectRun: Sendable {
    private struct State {
        /// The pause, then the work.
        var running: (any Running)?
        var isUnderWay = true
    }

    /// In the order of beginning, within its performer.
    @usableFromInline let number: Int
    private let state = Mutex(State())

    @usableFromInline init(_ number: Int) { self.number = number }

    @usableFromInline var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

    @usableFromInline func hold(_ running: any Running) {
        let isUnderWay = state.withLock { state in
            state.running = running
            return state.isUnderWay
        }
        if !isUnderWay { running.cancel() }
    }

    @usableFromInline func end() {
        let running = state.withLock { state in
            state.isUnderWay = false
            defer { state.running = nil }
            return state.running
        }
        running?.cancel()
    }
}
