import Flow
import Synchronization

/// An answer that may come.
package final class Mailbox<Value: Sendable>: Sendable {
    private let stored = Mutex<Result<Value, Failure>?>(nil)

    package init() {}
    package var value: Result<Value, Failure>? { stored.withLock { $0 } }
    package func put(_ value: Result<Value, Failure>) { stored.withLock { $0 = value } }
}
