import Foundation

/// What the clients of Tests/Fixtures/http/rude-clients.py saw.
struct RudeReport: Decodable {
    struct ServerError: Decodable {
        let status: Int
        let code: String
        let request: String
        let kind: String
    }

    struct Sample: Decodable {
        let sent: Int
        let kilobytes: Int
        let descriptors: Int
        let threads: Int
    }

    struct Transaction: Decodable {
        let payment: String
        let kind: String
        let state: String
        let outcome: String?
        let original: String?
        let amountMinor: Int64
    }

    let requests: Int
    let seconds: Double
    let kinds: [String: Int]
    /// How many answers of each status came; `none` and `left` for requests without one.
    let statuses: [String: Int]
    let serverErrors: [ServerError]
    /// What no client may see.
    let faults: [String]
    /// The payments of the client that paid as it should.
    let paid: [String]
    let transactions: [Transaction]
    /// What the service took meanwhile, in the order of the requests.
    let samples: [Sample]

    init(_ ending: Ending) throws {
        guard ending.code == 0 else { throw Child.Unexpected(description: "\(ending)") }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(RudeReport.self, from: Data(ending.output.utf8))
    }

    /// The amounts that cards were charged and not given back by a reversal, in order.
    var standingCharges: [Int64] {
        let reversed = Set(
            transactions.filter { $0.kind == "reversal" && $0.outcome == "approved" }.compactMap(\.original))
        return transactions.filter { ["payment", "booking"].contains($0.kind) && $0.outcome == "approved" }
            .filter { !reversed.contains($0.payment) }.map(\.amountMinor).sorted()
    }

    var refunds: [Int64] {
        transactions.filter { $0.kind == "refund" && $0.outcome == "approved" }.map(\.amountMinor).sorted()
    }
}
