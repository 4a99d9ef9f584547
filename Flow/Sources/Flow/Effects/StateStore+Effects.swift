extension StateStore {
    /// Starts the effect that `make` returns when the effect state at `path` has an attempt in progress and its delay has
    /// passed, once per attempt, and cancels it when that attempt is over.
    ///
    /// `make` is called on the tree's lane with the state at that time. An attempt that is already in progress is begun too,
    /// since none of its work runs yet.
    @discardableResult
    @inlinable public func effect(
        _ path: KeyPath<State, EffectState> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            if let wanted = state[keyPath: path].wish { wish(SingleKey(), wanted) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Starts an effect for each effect state at `path` that is in progress, by id and independently: an id that is added in
    /// progress starts, one that is removed is cancelled.
    @discardableResult
    @inlinable public func effects<ID>(
        _ path: KeyPath<State, EffectStates<ID>> & Sendable,
        _ make: @escaping @Sendable (ID, State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            for entry in state[keyPath: path].entries {
                if let wanted = entry.wish { wish(entry.id, wanted) }
            }
        } make: { id, state, dispatch in
            make(id, state, dispatch)
        }
    }

    /// Runs while the value at `path` is true. Work that returns earlier is not repeated until the value was false.
    ///
    /// A plain value does not record whether its work is done: in a tree made of a decoded state, the work begins again
    /// while the value is true. Use `Tracked` to avoid that.
    @discardableResult
    @inlinable public func effect(
        _ path: KeyPath<State, Bool> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            if state[keyPath: path] { wish(SingleKey(), Wish(mark: true)) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Runs while the value at `path` is true and its work is not done. A decoded value is continued where it was.
    @discardableResult
    @inlinable public func effect(
        _ path: KeyPath<State, Tracked<Bool>> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            let tracked = state[keyPath: path]
            if tracked.value, let wanted = tracked.work.wish { wish(SingleKey(), wanted) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Runs once for each value at `path`, including the current one; a new value cancels the run of the previous one.
    ///
    /// A plain value does not record whether its work is done: in a tree made of a decoded state, the current value counts
    /// as new. Use `Tracked` to avoid that.
    @discardableResult
    @inlinable public func effect<Value: Equatable & Sendable>(
        onChange path: KeyPath<State, Value> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            wish(SingleKey(), Wish(mark: state[keyPath: path]))
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Runs once for each value at `path` until its work is done; a new value cancels the run of the previous one, and a
    /// decoded value is continued where it was.
    @discardableResult
    @inlinable public func effect<Value: Equatable & Sendable>(
        onChange path: KeyPath<State, Tracked<Value>> & Sendable,
        _ make: @escaping @Sendable (State, EffectDispatch) -> Effect
    ) -> StateStore {
        attach(path) { state, wish in
            if let wanted = state[keyPath: path].work.wish { wish(SingleKey(), wanted) }
        } make: { _, state, dispatch in
            make(state, dispatch)
        }
    }

    /// Detaches the effects at `path`: their work is cancelled, and nothing more is begun. Their states stay as they are.
    ///
    /// Releasing a branch detaches its effects.
    public func detachEffects(at path: PartialKeyPath<State> & Sendable) {
        let detached = inside.withLock { inside in
            let detached = inside.followers.filter { $0.path == path }
            inside.followers.removeAll { $0.path == path }
            return detached
        }
        for follower in detached { follower.end() }
    }
}

// MARK: - Seeing the state above

extension StateStore {
    /// An effect as `effect(_:_:)` starts it, whose factory also sees what `above` shows, a reading of a branch that this
    /// one grows from, as it is when the work begins.
    ///
    /// ```swift
    /// grinder.effect(\.grinding, seeing: machine.reading { $0.language }) { state, language, dispatch in
    ///     Effect { dispatch(.ground) }
    /// }
    /// ```
    @discardableResult
    @inlinable public func effect<Above>(
        _ path: KeyPath<State, EffectState> & Sendable, seeing above: Reading<Above>,
        _ make: @escaping @Sendable (State, Above, EffectDispatch) -> Effect
    ) -> StateStore {
        assertAbove(above)
        return effect(path) { state, dispatch in make(state, above.current, dispatch) }
    }

    /// Starts effects as `effects(_:_:)` does. Their factory also receives the view of `above`, a reading of a branch from
    /// which this one grows, at the time when the work begins.
    @discardableResult
    @inlinable public func effects<ID, Above>(
        _ path: KeyPath<State, EffectStates<ID>> & Sendable, seeing above: Reading<Above>,
        _ make: @escaping @Sendable (ID, State, Above, EffectDispatch) -> Effect
    ) -> StateStore {
        assertAbove(above)
        return effects(path) { id, state, dispatch in make(id, state, above.current, dispatch) }
    }

    /// Runs once for each view of `above`, a reading of a branch from which this one grows, including the current view. A
    /// new view cancels the run of the previous one. The effect dispatches events of this branch.
    ///
    /// So a child works on changes in its parent, whichever branch's event caused them. Detach it at `\\.self`.
    @discardableResult
    public func effect<Value: Equatable & Sendable>(
        onChange above: Reading<Value>, _ make: @escaping @Sendable (Value, State, EffectDispatch) -> Effect
    ) -> StateStore {
        assertAbove(above)
        let (home, tree) = (Weak(self), tree)
        let performer = EffectPerformer<Value, SingleKey, Value>(tree, named: "\(Value.self)") { value, wish in
            wish(SingleKey(), Wish(mark: value))
        } make: { _, run in
            guard let branch = home.object else { return .skip }
            let dispatch = EffectDispatch(tree: tree, run: run) { home.object?.process($0) }
            return make(above.current, branch.state, dispatch)
        }
        let subscription = above.subscribe { performer.follow($0) }
        add(
            Follower(at: \State.self, follow: { _ in }) {
                subscription.cancel()
                performer.end()
            })
        return self
    }

    /// Traps for a reading of this very branch, which would keep the branch alive for ever.
    @usableFromInline func assertAbove<Above>(_ above: Reading<Above>) {
        precondition(
            above.branch !== self && grows(from: above.branch), "an effect that sees a branch it does not grow from")
    }
}

// MARK: - Attaching

extension StateStore {
    @inlinable func attach<ID, Mark>(
        _ path: PartialKeyPath<State> & Sendable, _ wishes: @escaping EffectPerformer<State, ID, Mark>.Wishes,
        make: @escaping @Sendable (ID, State, EffectDispatch) -> Effect
    ) -> StateStore {
        let home = Weak(self)
        let performer = EffectPerformer(tree, named: NameOfEffect.at(path), wishes: wishes) { [tree] id, run in
            guard let state = home.object?.state else { return .skip }
            return make(id, state, EffectDispatch(tree: tree, run: run) { home.object?.process($0) })
        }
        add(Follower(at: path, follow: { performer.follow($0) }, end: { performer.end() }))
        return self
    }
}
