import Flow
import Foundation
import Model
import Networking
import Stores
import Testing

@testable import Service

/// Lists over HTTP, part by part.
@Suite struct ServedListTests {
    private let till: VirtualServedTill
    private let days: [Route]

    init() throws {
        till = try VirtualServedTill()
        days =
            DayRoutes(
                till: till, gate: ShutdownGate(), enquiries: TerminalEnquiries(till: till), acts: KeyedActs(till)
            ).routes
    }

    private func ask(_ method: String, _ body: String = "", query: [String: String] = [:]) throws -> JSONValue {
        let route = try #require(days.first { $0.method == method && $0.path == "/v1/ends-of-day" })
        var request = VirtualServedTill.request(.operator, body)
        request.query = query
        let answer = try till.kiosk.world.finish { [request] () async throws(Failure) in try await route.work(request) }
        guard case .bytes(let bytes, _) = answer.body else { return .null }
        return try JSONValue(parsing: Data(bytes))
    }

    @Test func endsOfDayAreListedNewestFirst() throws {
        #expect(try ask("GET")["items"]?.list?.isEmpty == true)
        let made = try (0..<5).map { _ in try ask("POST", #"{"totals_only": true}"#)["end_of_day"]?.text ?? "-" }
        var (found, cursor, parts): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let part = try ask("GET", query: ["limit": "2"].merging(cursor.map { ["cursor": $0] } ?? [:]) { $1 })
            found += part["items"]?.list?.compactMap { $0["end_of_day"]?.text } ?? []
            cursor = part["next"]?.text
            parts += 1
        } while cursor != nil && parts < 10
        #expect(found == made.reversed())
        #expect(parts == 3)
    }

    @Test func aCursorOfEndsOfDayIsANumber() {
        let failure = #expect(throws: Failure.self) { try ask("GET", query: ["cursor": "eod-1"]) }
        #expect(failure?.code == "request.invalid")
    }
}
