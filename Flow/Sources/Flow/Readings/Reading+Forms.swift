import Synchronization

extension Reading {
    /// A reading of the result of `transform`, which must be pure and brief.
    public func map<Other>(_ transform: @escaping @Sendable (View) -> Other) -> Reading<Other> {
        let (look, subscribe) = (look, listen)
        return Reading<Other>(of: branch) {
            transform(look())
        } listen: { hear in
            subscribe { hear(transform($0)) }
        }
    }
}

extension Reading where View: Sendable {
    /// A reading whose observers receive the current view, and then only views for which `isSame` with the last received one
    /// is false.
    public func distinct(_ isSame: @escaping @Sendable (View, View) -> Bool) -> Reading {
        let subscribe = listen
        return Reading(of: branch, look: look) { hear in
            let last = Mutex<View?>(nil)
            return subscribe { view in
                let isNew = last.exchange(view).map { !isSame($0, view) } ?? true
                if isNew { hear(view) }
            }
        }
    }

    /// A reading whose observers receive the current view, and then only views whose value at `path` differs from that of
    /// the last received one.
    public func distinct<Value: Equatable & Sendable>(_ path: KeyPath<View, Value> & Sendable) -> Reading {
        distinct { $0[keyPath: path] == $1[keyPath: path] }
    }

    /// A reading whose observers receive at most one view per `span` of the environment's clock: the first at once, and of
    /// those within the span only the last, at its end. For displays that cannot show every state.
    public func coalesced(every span: Duration) -> Reading {
        precondition(span > .zero, "a span in which nothing can come")
        let (subscribe, tree) = (listen, branch.tree)
        return Reading(of: branch, look: look) { hear in
            let coalescing = Coalescing(every: span, tree: tree, hear: hear)
            let subscription = subscribe { coalescing.take($0) }
            return Subscription {
                subscription.cancel()
                coalescing.cancel()
            }
        }
    }
}

extension Reading where View: Equatable & Sendable {
    /// A reading whose observers receive the current view, and then only views that differ from the last received one.
    public func distinct() -> Reading { distinct { $0 == $1 } }
}

/// Passes on at most one view per span.
private final class Coalescing<View: Sendable>: Sendable {
    private struct State {
        /// The timer of the current span; nil when there is none.
        var timer: (any Running)?
        var isOpen = false
        var waiting: View?
        var isOver = false
    }

    private let span: Duration
    private let tree: Tree
    private let hear: @Sendable (View) -> Void
    private let state = Mutex(State())

    init(every span: Duration, tree: Tree, hear: @escaping @Sendable (View) -> Void) {
        self.span = span
        self.tree = tree
        self.hear = hear
    }

    /// On the lane.
    func take(_ view: View) {
        let isHeard = state.withLock { state in
            guard !state.isOver else { return false }
            if state.isOpen { state.waiting = view }
            return !state.isOpen
        }
        if isHeard { say(view) }
    }

    func cancel() {
        let timer = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.timer
        }
        timer?.cancel()
    }

    private func say(_ view: View) {
        state.withLock { $0.isOpen = true }
        let timer = tree.lane.schedule(at: tree.environment.uptime() + span) { self.close() }
        let isOver = state.withLock { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isOver { timer.cancel() } else { hear(view) }
    }

    private func close() {
        let waiting = state.withLock { state in
            defer { (state.timer, state.isOpen, state.waiting) = (nil, false, nil) }
            return state.waiting
        }
        if let waiting { say(waiting) }
    }
}

extension Mutex {
    /// Stores `value` and returns the previous one.
    fileprivate borrowing func exchange<Kept: Sendable>(_ value: Kept) -> Kept? where Value == Kept? {
        withLock { kept in
            defer { kept = value }
            return kept
        }
    }
}
