import Flow
import Model

/// What one listener has not been told yet.
protocol ListenerEvents {
    /// What is new since the last call, as server-sent events; empty for nothing. Throws when that cannot be found out.
    mutating func events() throws(Failure) -> [UInt8]
}

/// What one listener is sent as server-sent events (WHATWG HTML 9.2). The next is made when the listener has taken the one
/// before. It ends with the listener's subscription. After a long silence a comment is sent, so that a listener is found that is
/// gone without having closed its connection.
struct ListenerIterator<Events: ListenerEvents>: AsyncIteratorProtocol {
    private var untold: Events
    private var wakes: AsyncStream<Void>.Iterator
    private let environment: Environment
    private var spoke: Uptime

    init(_ untold: Events, _ subscription: JournalFeed.Subscription, _ environment: Environment) {
        self.untold = untold
        self.environment = environment
        wakes = subscription.wakes.makeAsyncIterator()
        spoke = environment.uptime()
    }

    mutating func next() async -> [UInt8]? {
        while !Task.isCancelled {
            guard let events = try? untold.events() else { return nil }
            if !events.isEmpty {
                spoke = environment.uptime()
                return events
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
