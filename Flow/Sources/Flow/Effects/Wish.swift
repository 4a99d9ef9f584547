/// A state's wish that an effect is in progress, begun after a delay.
@usableFromInline struct Wish<Mark: Equatable & Sendable>: Sendable {
    /// A different mark means a new beginning.
    @usableFromInline let mark: Mark
    @usableFromInline var delay: Duration
    @usableFromInline var retry: Retry

    @inlinable init(mark: Mark, delay: Duration = .zero, retry: Retry = .never) {
        self.mark = mark
        self.delay = delay
        self.retry = retry
    }
}

/// One beginning of an effect state; a state that was removed and added again has another one.
@usableFromInline struct Beginning: Equatable, Sendable {
    private let state: UInt64
    private let added: Int
    private let number: Int

    @usableFromInline init(of state: EffectState, added: Int = 0) {
        (self.state, self.added, number) = (state.identity.number, added, state.beginnings)
    }
}

/// The id of an effect that is the only one of its kind.
@usableFromInline struct SingleKey: Hashable, Sendable {
    @inlinable init() {}
}

extension EffectState {
    @usableFromInline var wish: Wish<Beginning>? {
        attempt.map { Wish(mark: Beginning(of: self), delay: $0.delay, retry: retry) }
    }
}

extension EffectStates.Entry {
    @inlinable var wish: Wish<Beginning>? {
        state.attempt.map { Wish(mark: Beginning(of: state, added: number), delay: $0.delay, retry: state.retry) }
    }
}

extension AnyKeyPath {
    /// The effect's name for tasks and tests: `grinder.motor` for `\MachineState.grinder.motor`.
    @usableFromInline var nameOfEffect: String {
        let path = String(describing: self)
        return path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
