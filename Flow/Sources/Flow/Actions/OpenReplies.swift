import Synchronization

/// The replies that were given out and may be unanswered. They are held weakly and live as long as their holders keep them.
final class OpenReplies: Sendable {
    private struct Watched {
        weak var reply: (any OpenReply)?
    }

    private struct State {
        var watched: [Watched] = []
        /// The number of replies at which answered ones are removed, so that the cost per reply is constant.
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

    /// Answers all open replies, in the order in which they were given out.
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
