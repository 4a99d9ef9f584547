import Synchronization

/// Makes effects follow the state of their branch.
@usableFromInline protocol FollowsState<State>: AnyObject, Sendable {
    associatedtype State
    /// Called on the tree's lane, after each event that reached the branch.
    func follow(_ state: State)
    /// Cancels all. From any thread.
    func end()
}

/// Has one run for each id that its branch's state wishes one for: begins it, and ends it with the wish.
final class EffectPerformer<State: Sendable, ID: Hashable & Sendable, Mark: Equatable & Sendable>: FollowsState {
    /// Calls back with each wish of a state.
    typealias Wishes = @Sendable (State, (ID, Wish<Mark>) -> Void) -> Void

    private struct Begun {
        let mark: Mark
        let run: EffectRun
    }

    private struct Beginning {
        let id: ID
        let wish: Wish<Mark>
        let run: EffectRun
    }

    private struct Runs {
        var begun: [ID: Begun] = [:]
        var count = 0

        /// A dictionary has another order each time; what is ended, is ended in the order it was begun.
        mutating func take(_ unwanted: some Sequence<ID>) -> [EffectRun] {
            unwanted.compactMap { begun.removeValue(forKey: $0)?.run }.sorted { $0.number < $1.number }
        }
    }

    private let tree: Tree
    private let name: String
    private let wishes: Wishes
    private let make: @Sendable (ID, EffectRun) -> Effect
    private let runs = Mutex(Runs())

    init(
        _ tree: Tree, named name: String, wishes: @escaping Wishes,
        make: @escaping @Sendable (ID, EffectRun) -> Effect
    ) {
        self.tree = tree
        self.name = name
        self.wishes = wishes
        self.make = make
    }

    func follow(_ state: State) {
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

    func end() {
        let all = runs.withLock { $0.take(Array($0.begun.keys)) }
        for run in all { run.end() }
    }

    private func unwanted(of runs: Runs, by state: State) -> Set<ID> {
        var unwanted = Set(runs.begun.keys)
        wishes(state) { id, _ in unwanted.remove(id) }
        return unwanted
    }

    private func begin(_ id: ID, _ wish: Wish<Mark>, _ run: EffectRun) {
        guard wish.delay > .zero else { return start(id, run) }
        let time = wish.retry.end(of: wish.delay, in: tree.environment)
        run.hold(tree.lane.schedule(at: time) { self.start(id, run) })
    }

    private func start(_ id: ID, _ run: EffectRun) {
        guard run.isUnderWay else { return }
        let (name, work) = (id is Sole ? name : "\(name) \(id)", make(id, run).work)
        // A task that is cancelled before its turn comes runs all the same.
        run.hold(tree.environment.spawn(name) { if run.isUnderWay { await work() } })
    }
}

/// One beginning of an effect, from the state that asked for it to the state that ended it.
final class EffectRun: Sendable {
    private struct State {
        /// The pause, then the work.
        var running: (any Running)?
        var isUnderWay = true
    }

    /// In the order of beginning, within its performer.
    let number: Int
    private let state = Mutex(State())

    init(_ number: Int) { self.number = number }

    var isUnderWay: Bool { state.withLock { $0.isUnderWay } }

    func hold(_ running: any Running) {
        let isUnderWay = state.withLock { state in
            state.running = running
            return state.isUnderWay
        }
        if !isUnderWay { running.cancel() }
    }

    func end() {
        let running = state.withLock { state in
            state.isUnderWay = false
            defer { state.running = nil }
            return state.running
        }
        running?.cancel()
    }
}
