import Flow
import Storage

/// One print, and how it came to its printer.
package struct PrintHistory: Hashable, Sendable {
    package struct Move: Hashable, Sendable {
        package let from: String
        package let because: Failure
    }

    package let job: PrintJob
    /// The move to another printer; nil if it was made on the intended one.
    package let move: Move?
}
