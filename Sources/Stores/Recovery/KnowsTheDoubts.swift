import Flow
import Model

/// Someone who knows which payments are in doubt, and nothing else.
package protocol KnowsTheDoubts: Sendable {
    /// Whether nothing is being done about any: what is left waits for its terminal.
    var isAtRest: Bool { get }
}
