import Foundation

/// Journal kind `outbox.dropped`: delivered items that were deleted from the outbox on purpose.
package struct DroppedMessages: Hashable, Codable, Sendable {
    package static let kind = "outbox.dropped"

    /// The latest time of delivery of the deleted items.
    package let deliveredBefore: Date
    package let count: Int

    package init(deliveredBefore: Date, count: Int) {
        self.deliveredBefore = deliveredBefore
        self.count = count
    }
}
