import Flow
import Model

/// What one listener is sent as server-sent events (WHATWG HTML 9.2). The next is made when the listener has taken the one before.
protocol ListenerChunks: AsyncIteratorProtocol where Element == [UInt8] {
    var listening: Listening { get set }

    /// What is new since the last call; empty for nothing. Throws when that cannot be found out: the stream ends.
    mutating func news() throws(Failure) -> [UInt8]
}

/// Until when a listener waits.
struct Listening {
    fileprivate var wakes: AsyncStream<Void>.Iterator
    fileprivate let environment: Environment
    fileprivate var spoke: Uptime

    init(_ subscription: JournalFeed.Subscription, _ environment: Environment) {
        wakes = subscription.wakes.makeAsyncIterator()
        self.environment = environment
        spoke = environment.uptime()
    }
}

extension ListenerChunks {
    /// A comment is sent after a long silence, so that a listener that is gone is found.
    mutating func next() async -> [UInt8]? {
        while !Task.isCancelled {
            guard let news = try? news() else { return nil }
            if !news.isEmpty {
                listening.spoke = listening.environment.uptime()
                return news
            }
            guard await listening.wakes.next() != nil else { return nil }
            let now = listening.environment.uptime()
            if now - listening.spoke >= JournalFeed.longestSilence {
                listening.spoke = now
                return Array(":\n\n".utf8)
            }
        }
        return nil
    }
}
