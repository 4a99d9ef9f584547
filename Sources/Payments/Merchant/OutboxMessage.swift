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
    var order: OrderID { get }
    /// The id by which a second delivery is recognised.
    var id: String { get }
    func tell(_ network: any Network) async throws(NetworkError)
}

extension OutboxMessage {
    /// A message that was delivered and whose fact was taken back since is sent again under a new id.
    func enqueue(in transaction: any StorageTransaction, at now: Date) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        let isTold = try transaction.outboxItem(id: id) != nil
        let name = isTold ? "\(id)-\(Int64(now.timeIntervalSince1970 * 1000))" : id
        try transaction.enqueueOutbox(id: name, kind: Self.kind, payload: encoder.encode(self), site: site, at: now)
    }

    init(_ item: OutboxItem) throws(Failure) {
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
