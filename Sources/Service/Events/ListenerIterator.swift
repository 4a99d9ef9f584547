import Flow
import Model

/// What one listener has not been told yet.
protocol ListenerNews {
    /// What is new since the last call, as server-sent events; empty for nothing. Throws when that cannot be found out.
    mutating func news() throws(Failure) -> [UInt8]
}

/// What one listener is sent as server-sent events (WHATWG HTML 9.2). The next is made when the listener has taken the one
/// before. After a long silence a comment is sent, so that a listener that is gone is found.
struct ListenerIterator<News: ListenerNews>: AsyncIteratorProtocol {
    private var untold: News
    private var wakes: AsyncStream<Void>.Iterator
    private let environment: Environment
    private var spoke: Uptime

    init(_ untold: News, _ subscription: JournalFeed.Subscription, _ environment: Environment) {
        self.untold = untold
        self.environment = environment
        wakes = subscription.wakes.makeAsyncIterator()
        spoke = environment.uptime()
    }

    mutating func next() async -> [UInt8]? {
        while !Task.isCancelled {
            guard let news = try? untold.news() else { return nil }
            if !news.isEmpty {
                spoke = environment.uptime()
                return news
            }
            guard await wakes.next() != nil else { return nil }
            let now = environment.uptime()
            if now - spoke >= JournalFeed.longestSilence {
                spoke = now
                return Array(":\n\n".utf8)
            }
        }
        return nil
    }
}
