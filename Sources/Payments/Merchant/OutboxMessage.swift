import Failures
import Flow
import Foundation
import Model
import Networking
import Storage

/// A message to the shop: an item of the outbox. Delivering it twice has the effect of delivering it once.
package protocol OutboxMessage: Codable, Sendable {
    /// The item's kind, and the beginning of its id.
    static var kind: String { get }
    /// The shop that it concerns.
    var site: SiteID { get }
    /// The order that it is about, by its id in the till. Messages about one order are delivered in the order in which they
    /// were made, and one that a shop refuses holds back the later ones, unless its kind does not.
    var order: OrderID { get }
    /// The id by which a second delivery is recognised.
    var id: String { get }
    /// Whether the order does not exist in the shop before this message.
    static var makesOrder: Bool { get }
    /// Whether later messages about the same order wait until the shop has taken this one.
    static var holdsBackOthers: Bool { get }
    /// Returns the message completed with what must be on disk before the shop is first told; nil if nothing is needed.
    ///
    /// - Parameter order: the order's id in the shop.
    func prepared(_ network: any Network, about order: OrderID) async throws(NetworkError) -> Self?
    /// Tells the shop. Returns the id that the shop has given the order, if the message makes it.
    ///
    /// - Parameter order: the order's id in the shop; the till's if the message makes it.
    func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID?
    /// The message once an operator has decided that the shop is to be told in spite of this refusal; nil if that makes no
    /// difference.
    func insisting(after refusal: Failure?) -> Self?
}

extension OutboxMessage {
    package static var makesOrder: Bool { false }
    package static var holdsBackOthers: Bool { true }
    package func prepared(_ network: any Network, about order: OrderID) async throws(NetworkError) -> Self? { nil }
    package func insisting(after refusal: Failure?) -> Self? { nil }
}

extension OutboxMessage {
    /// A message that was delivered and whose fact was taken back since is sent again under a new id.
    package func enqueue(in transaction: any StorageTransaction, at now: Date) throws {
        let isTold = try transaction.outboxItem(id: id) != nil
        let name = isTold ? "\(id)-\(Int64(now.timeIntervalSince1970 * 1000))" : id
        try transaction.enqueueOutbox(id: name, kind: Self.kind, payload: payload, site: site, at: now)
    }

    /// The message, as it is stored, once an operator insists on it; nil if that makes no difference.
    package func insistingPayload(after refusal: Failure?) throws -> Data? {
        try insisting(after: refusal)?.payload
    }

    /// The message as it is stored.
    package var payload: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }

    package init(_ item: OutboxItem) throws(Failure) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { self = try decoder.decode(Self.self, from: item.payload) } catch { throw .unknownItem(item) }
    }
}

extension Failure {
    package static func unknownItem(_ item: OutboxItem) -> Failure {
        Failure(
            OutboxFailure.unknownItem, Sentence("failure.outbox.unknownItem", ["id": item.id, "kind": item.kind]),
            remedy: Sentence("remedy.outbox.unknownItem"), recovery: .askOperator)
    }
}
