import Synchronization

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

/// Identifies one start of an effect. A state that was removed and added again gets a new one.
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

/// The names of effects for tasks and tests: `grinder.motor` for `\MachineState.grinder.motor`. To describe a path takes
/// long, so each is described once. They are paths in the source, so there are few.
@usableFromInline enum NameOfEffect {
    private struct Path: Hashable {
        let path: any AnyKeyPath & Sendable

        static func == (one: Path, other: Path) -> Bool { one.path as AnyKeyPath == other.path as AnyKeyPath }
        func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
    }

    private static let known = Mutex<[Path: String]>([:])

    @usableFromInline static func at(_ path: any AnyKeyPath & Sendable) -> String {
        let key = Path(path: path)
        if let known = known.withLock({ $0[key] }) { return known }
        let text = String(describing: path)
        let name = text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? text
        known.withLock { $0[key] = name }
        return name
    }
}
