import Foundation
import Networking
import Testing

/// An operation of Till, and the recording of the same operation.
struct RecordedOperation: Sendable, CustomTestStringConvertible {
    let recording: String
    /// Where Till's query is another one on purpose; nil for what it does not send.
    var query: [String: String?] = [:]
    /// Where Till's body is another one on purpose; nil for what it does not send.
    var body: [String: JSONValue?] = [:]
    /// Members whose values Till makes up, such as the names of its requests.
    var chosen: Set<String> = []
    /// The recording with the answer to what is asked of the same path before.
    var before: String?
    /// Whether it may fail after the request: the recorded answer is not one to Till's own request.
    var mayFail = false
    let run: @Sendable (RecordedTill) async throws -> Void

    var testDescription: String { recording }

    /// The first page of a list.
    static func page(_ size: Int, _ more: [String: String?] = [:]) -> [String: String?] {
        more.merging(["page": "1", "per_page": String(size)]) { $1 }
    }

    /// Performs it at the recorded shop, and tells how its request differs from the recorded one; nil if it does not.
    func difference() async throws -> String? {
        let recorded = try RecordedExchange(recording)
        let shop = RecordedShop(recorded, before: try before.map(RecordedExchange.init))
        var failure: (any Error)?
        do { try await run(try await RecordedTill(shop)) } catch { failure = error }
        if !mayFail, (failure != nil) != (recorded.response.status >= 400) {
            return "the answer \(recorded.response.status) became \(failure.map { "\($0)" } ?? "no failure")"
        }
        let sent = shop.requests
        guard !sent.isEmpty else {
            return "there was no \(recorded.method) \(recorded.path); \(String(describing: failure))"
        }
        let wanted = plain(recorded.query.mapValues { $0 }, query)
        let wantedBody = members(of: recorded.body)
        let differences = try sent.map { request in
            let ours = request.query.filter { !chosen.contains($0.key) }
            let body = members(of: try request.body.map { try JSONValue(parsing: $0) }, changed: false)
            return ours == wanted && body == wantedBody ? nil : "\(ours) \(body), not \(wanted) \(wantedBody)"
        }
        return differences.contains(nil) ? nil : differences[0]
    }

    private func plain<Value>(_ recorded: [String: Value], _ changes: [String: Value?]) -> [String: Value] {
        var result = recorded
        for (name, value) in changes { result[name] = value }
        return result.filter { !chosen.contains($0.key) }
    }

    private func members(of body: JSONValue?, changed: Bool = true) -> [String: JSONValue] {
        plain(body?.members ?? [:], changed ? self.body : [:])
    }
}
