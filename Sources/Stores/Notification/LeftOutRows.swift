import Flow
import LogEvents
import Networking
import Synchronization

/// Logs each row of a shop's lists that cannot be read, once: the shop is asked for it again and again.
final class LeftOutRows: Sendable {
    /// The most rows that are remembered. Beyond, all are forgotten, and logged again if they are still there.
    private static let most = 1_000

    private let environment: Environment
    private let logged = Mutex<Set<String>>([])

    init(environment: Environment) { self.environment = environment }

    func log(_ row: UnreadableRow) {
        let failure = row.error.failure
        // Its place in the list, of which the error tells, changes with the others.
        let key = row.id == nil ? "\(row.name) \(failure.said)" : row.name
        let isNew = logged.withLock { logged in
            if logged.count >= Self.most { logged = [] }
            return logged.insert(key).inserted
        }
        if isNew { environment.log(.rowUnreadable, .words(row.name), .failure(failure)) }
    }
}
