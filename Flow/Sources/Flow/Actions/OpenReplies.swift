import Synchronization

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
