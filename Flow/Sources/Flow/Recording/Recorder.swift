import Synchronization

/// Records a branch as long as it is held.
public final class Recorder<State: Sendable, Event: Codable & Sendable>: Sendable {
    private final class Tape: Sendable {
        let recording: Mutex<Recording<State, Event>>
        init(_ state: State) { recording = Mutex(Recording(state)) }
    }

    private let tape: Tape
    private let subscription: Subscription

    init(_ store: StateStore<State, Event>, keeping limit: Int) {
        precondition(limit > 0, "a recording of nothing")
        let tape = Tape(store.state)
        let (reducer, now) = (store.reducer, store.tree.environment.now)
        self.tape = tape
        subscription = store.tap { event, before, _ in
            tape.recording.withLock { recording in
                // Events under way when the recording began are not recorded, but are part of its first state.
                if recording.steps.isEmpty, recording.forgotten == 0 { recording = Recording(before) }
                recording.add(event, at: now())
                if recording.steps.count == 2 * limit { recording.forget(limit, reducer: reducer) }
            }
        }
    }

    /// The recording so far.
    public var recording: Recording<State, Event> { tape.recording.withLock { $0 } }

    /// Ends the recording before the recorder is released.
    public func stop() { subscription.cancel() }
}

extension StateStore {
    /// Records every event that reaches this branch from now on; at the root, every event of the tree.
    ///
    /// - Parameter limit: how many of the last events are kept at least, and half of the most; older ones become part of the
    ///   recording's start.
    public func record(keeping limit: Int = 100_000) -> Recorder<State, Event> { Recorder(self, keeping: limit) }
}
