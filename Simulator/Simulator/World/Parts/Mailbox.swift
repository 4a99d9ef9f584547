import Flow
import Synchronization

/// Stores an answer that may arrive later.
package final class Mailbox<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)

    package init() {}
    package var value: Result<Value, Failure>? { stored.withLock { $0 } }
    package func put(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}
