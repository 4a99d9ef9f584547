import Flow

/// Read access to the progress of deliveries to the shop.
package protocol KnowsTheOutbox: Sendable {
    /// Whether nothing is being delivered; the remaining messages wait for their receiver.
    var isAtRest: Bool { get }
    /// Why messages are left; nil if none are, as far as is known.
    var lastFailure: Failure? { get }
}
