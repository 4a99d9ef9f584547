import Synchronization

/// One beginning of an effect, from the state that asked for it to the state that ended it.
@usableFromInline final class EffectRun: Sendable {
    private struct State {
        /// The pause, then the work.
        var running: (any Running)?
        var isUnderWay = true
        /// Events it has dispatched that are not reduced yet.
        var waiting = 0
    }

    /// How many events of one run may wait.
    static let mostWaiting = 1_024

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

    /// Whether one more event of the run may wait.
    @usableFromInline func enters() -> Bool {
        state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
    }

    @usableFromInline func leaves() { state.withLock { $0.waiting -= 1 } }
}
