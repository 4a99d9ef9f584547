import Synchronization

/// Runs one effect for each id that the branch's state wishes, and ends it with the wish.
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
        @usableFromInline var isOver = false

        @inlinable init() {}

        /// Sorted by the order of beginning, because a dictionary has no stable order.
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
            guard !runs.isOver else { return }
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
        let all = runs.withLock { runs in
            runs.isOver = true
            return runs.take(Array(runs.begun.keys))
        }
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
        let name = id is SingleKey ? name : "\(name) \(id)"
        switch make(id, run).work {
        case .task(let work):
            // A task that is cancelled before it starts still runs, so it checks first.
            run.hold(tree.environment.spawn(name) { if run.isUnderWay { await work() } })
        case .thread(let work):
            run.hold(tree.environment.spawnThread(name) { if run.isUnderWay { work($0) } })
        case .postponed(let delay):
            run.hold(tree.lane.schedule(at: tree.environment.uptime() + delay) { self.start(id, run) })
        }
    }
}
