import Flow
import Storage

/// How a drawer was opened. No printer tells for certain whether it did open.
package struct DrawerReport: Hashable, Sendable {
    package let end: PrintEnd
    /// Why the command was sent at once and not after the current print; nil if it was sent after it.
    package let obstacle: Failure?
}
