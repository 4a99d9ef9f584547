import Synchronization

/// One run of an effect, from the state that asked for it to the state that ended it.
@usableFromInline final class EffectRun: Sendable {
    private struct State {
        /// The pause, and then the work.
        var running: (any Running)?
        var isUnderWay = true
        /// Dispatched events that are not reduced yet.
        var waiting = 0
        /// The last refused event, if none was accepted since.
        var refused: (@Sendable () -> Void)?
    }

    /// How many events of one run may wait.
    static let mostWaiting = 1_024

    /// The number of the run within its performer, in the order of beginning.
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

    /// Whether one more event may wait. If not, `work` is called when none waits any more, unless another event came
    /// meanwhile.
    @usableFromInline func enters(else work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            let hasRoom = state.waiting < Self.mostWaiting
            state.refused = hasRoom ? nil : work
            if hasRoom { state.waiting += 1 }
            return hasRoom
        }
    }

    /// A waiting event was reduced. Called on the lane.
    @usableFromInline func leave() {
        let refused = state.withLock { state in
            state.waiting -= 1
            guard state.waiting == 0 else { return Slot?.none }
            defer { state.refused = nil }
            return state.refused.map(Slot.init)
        }
        refused?.closure?()
    }
}
