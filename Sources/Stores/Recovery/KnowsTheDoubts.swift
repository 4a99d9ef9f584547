import Flow
import Model

/// Read access to the payments in doubt.
package protocol KnowsTheDoubts: Sendable {
    /// Whether none is being recovered; the remaining ones wait for their terminal.
    var isAtRest: Bool { get }
}
