import Synchronization

/// A promise of one result, awaited by one caller who may go away.
final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Result<Value, Failure>, Never>)
        case settled(Result<Value, Failure>)
    }

    private let state = Mutex(State.empty)

    /// Gives the result. Only the first counts.
    func settle(_ result: Result<Value, Failure>) {
        let waiting: CheckedContinuation<Result<Value, Failure>, Never>? = state.withLock { state in
            switch state {
            case .empty:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .settled(result)
                return continuation
            case .settled:
                return nil
            }
        }
        waiting?.resume(returning: result)
    }

    /// The result, or `action.unwaited` as soon as the caller is cancelled.
    nonisolated(nonsending) func value() async throws(Failure) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(with: $0) }
        } onCancel: {
            settle(.failure(.unwaited))
        }
        return try result.get()
    }

    private func wait(with continuation: CheckedContinuation<Result<Value, Failure>, Never>) {
        let known: Result<Value, Failure>? = state.withLock { state in
            if case .settled(let result) = state { return result }
            state = .awaited(continuation)
            return nil
        }
        if let known { continuation.resume(returning: known) }
    }
}

/// Work that is done at most once: the first time it is asked for, unless cancelled before.
final class Once: Running {
    private let work: Mutex<Slot>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(Slot(work)) }

    var isPending: Bool { work.withLock { $0.closure != nil } }
    @Sendable func run() { work.withLock { $0.take() }.closure?() }
    func cancel() { _ = work.withLock { $0.take() } }
}

/// Work for a moment on a lane: cancelled in its timer until that moment, and in the lane afterwards.
struct Scheduled: Running {
    let timer: any Running
    let work: Once

    func cancel() {
        timer.cancel()
        work.cancel()
    }
}

/// A closure to keep under a lock. In a struct, because a `Mutex` whose whole value is a closure wraps it once more at
/// each access (the value is converted on its way in and out): calling it becomes slower each time, and in the end
/// overflows the stack.
struct Slot {
    private(set) var closure: (@Sendable () -> Void)?

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }

    /// What is in it, for the first who asks. To be released or called outside the lock.
    mutating func take() -> Slot {
        defer { closure = nil }
        return self
    }
}

/// Replies given out and perhaps not answered yet. Holds them weakly: a reply's life is its holder's matter.
final class OpenReplies: Sendable {
    private struct Watched {
        weak var reply: (any OpenReply)?
    }

    private struct State {
        var watched: [Watched] = []
        /// Swept when it has grown to this many, so that watching costs the same however many were answered.
        var sweepAt = 64
    }

    private let state = Mutex(State())

    func watch(_ replies: [any OpenReply]) {
        state.withLock { state in
            state.watched += replies.map(Watched.init)
            guard state.watched.count >= state.sweepAt else { return }
            state.watched.removeAll { $0.reply?.isAnswered != false }
            state.sweepAt = max(64, 2 * state.watched.count)
        }
    }

    /// Answers all that are still open, in the order they were given out.
    func refuse(_ failure: Failure) {
        let watched = state.withLock { state in
            defer { state.watched = [] }
            return state.watched
        }
        for open in watched {
            guard let reply = open.reply, !reply.isAnswered else { continue }
            reply.answer(failing: failure)
        }
    }
}
