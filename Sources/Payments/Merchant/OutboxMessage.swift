import Failures
import Flow
import Foundation
import Model
import Networking
import Storage

/// Something the shop must be told: an item of the outbox. Told twice it has happened once.
package protocol OutboxMessage: Codable, Sendable {
    /// The item's kind, and the beginning of its id.
    static var kind: String { get }
    /// What it is about.
    var site: SiteID { get }
    var order: OrderID { get }
    /// Makes a second delivery recognisable.
    var id: String { get }
    func tell(_ network: any Network) async throws(NetworkError)
}

extension OutboxMessage {
    /// What was taken back since it was told is told once more, under a name of its own.
    func enqueue(in transaction: any StorageTransaction, at now: Date) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        let isTold = try transaction.outboxItem(id: id) != nil
        let name = isTold ? "\(id)-\(Int64(now.timeIntervalSince1970 * 1000))" : id
        try transaction.enqueueOutbox(id: name, kind: Self.kind, payload: encoder.encode(self), at: now)
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
            OutboxFailure.unknownItem, "This release cannot tell the shop of \(item.id), a \(item.kind).",
            remedy: "install the release that wrote it, or a later one", recovery: .askOperator)
    }
}
