import Flow
import Foundation
import Model
import Storage
import Stores

/// The journal: its entries, its head, and whether it is unchanged.
struct JournalRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/journal", .audit) { request throws(Failure) in try await list(request) },
            Route("GET", "/v1/journal/head", .audit) { _ throws(Failure) in
                try .json(Head(try till.storage.reading { try $0.journalHead() }))
            },
            Route("GET", "/v1/journal/verification", .audit) { _ throws(Failure) in
                let found = try await till.ask {
                    JournalAction.verify(kept: [], publicKey: nil, replays: true, $0)
                }
                LastVerification(at: till.environment.now(), isIntact: found.isIntact).keep(in: till.storage)
                return try .json(Verification(found))
            },
        ]
    }

    /// The entries from a number on, oldest first. The cursor is the next number.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let limit = try query.limit()
        let from = try query.number("cursor", 1...Int(Int32.max)) ?? 1
        try query.end()
        let entries = try await till.ask { JournalAction.listEntries(from: Int64(from), limit: limit, $0) }
        let next = entries.count == limit ? entries.last.map { String($0.sequence + 1) } : nil
        var bytes = Array(#"{"items":["#.utf8)
        for (place, entry) in entries.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            EntryLine.appendDocument(entry, to: &bytes)
        }
        bytes += Array(#"],"next":\#(next.map { "\"\($0)\"" } ?? "null"),"schema_version":\#(Output.version)}"#.utf8)
        return ServiceResponse(body: .bytes(bytes, type: ServiceResponse.json))
    }

    private struct Head: Encodable {
        let sequence: Int64
        let hash: String

        init(_ head: JournalHead) {
            sequence = head.sequence
            hash = Hexadecimal.text(head.hash)
        }
    }

    private struct Verification: Encodable {
        let intact: Bool
        let differenceCount: Int

        init(_ found: JournalVerification) { (intact, differenceCount) = (found.isIntact, found.count) }
    }
}
