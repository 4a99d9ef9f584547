import Flow
import Model
import Synchronization

/// Says whether the tokens of those who listen are still valid. They are read once for all listeners: when the journal has grown, and
/// else after a second at the earliest.
final class ListenerTokens: Sendable {
    private struct Look {
        let valid: Set<String>
        /// The feed's before the tokens were read.
        let generation: Int
        let at: Uptime
    }

    /// How long a look counts if the journal does not grow: what a terminal shows wakes all listeners often.
    private static let longest = Duration.seconds(1)

    private let tokens: AccessTokens
    private let feed: JournalFeed
    private let environment: Environment
    private let look = Mutex<Look?>(nil)

    init(_ tokens: AccessTokens, feed: JournalFeed, environment: Environment) {
        (self.tokens, self.feed, self.environment) = (tokens, feed, environment)
    }

    convenience init(of till: any ServedTill) {
        self.init(
            AccessTokens(storage: till.storage, environment: till.environment), feed: till.feed,
            environment: till.environment)
    }

    /// Whether a caller may go on listening. Whoever needed no token for it may. Throws when that cannot be found out.
    func admit(_ caller: Caller) throws(Failure) -> Bool {
        guard let token = caller.token else { return true }
        return try look.withLock { look throws(Failure) -> Bool in
            let (generation, now) = (feed.generation, environment.uptime())
            if let look, look.generation == generation, now - look.at < Self.longest {
                return look.valid.contains(token)
            }
            let valid = try tokens.validIDs()
            look = Look(valid: valid, generation: generation, at: now)
            return valid.contains(token)
        }
    }
}
