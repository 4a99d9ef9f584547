import Flow
import Model

/// What one listener has not been told yet.
protocol ListenerEvents {
    /// What is new since the last call, as server-sent events; empty for nothing. Throws when that cannot be found out.
    mutating func events() throws(Failure) -> [UInt8]
}

/// What one listener is sent as server-sent events (WHATWG HTML 9.2). The next is made when the listener has taken the one
/// before. It ends with the listener's subscription, and in place of the first thing that it would be sent after its token was
/// revoked. A listener that hears nothing else is sent a comment now and then, so that one is found that is gone without having
/// closed its connection.
struct ListenerIterator<Events: ListenerEvents>: AsyncIteratorProtocol {
    private var untold: Events
    private var wakes: AsyncStream<Void>.Iterator
    private let subscription: JournalFeed.Subscription
    private let tokens: ListenerTokens

    init(_ untold: Events, _ subscription: JournalFeed.Subscription, _ tokens: ListenerTokens) {
        (self.untold, self.subscription, self.tokens) = (untold, subscription, tokens)
        wakes = subscription.wakes.makeAsyncIterator()
    }

    mutating func next() async -> [UInt8]? {
        while !Task.isCancelled {
            guard var words = try? untold.events() else { return nil }
            // Whatever is sent is a sign of life.
            if subscription.takeSignOfLife(), words.isEmpty { words = Array(":\n\n".utf8) }
            if !words.isEmpty {
                // Looked at last: what was just read may have happened after the token was revoked.
                guard (try? tokens.admit(subscription.caller)) == true else { return nil }
                return words
            }
            guard await wakes.next() != nil else { return nil }
        }
        return nil
    }
}
