import Foundation
import Testing

/// What the service says of its devices, as the doctor would.
@Suite struct ServedFindingsTests {
    @Test func devicesThatAreNotThereStopPaymentsAndEachHasARemedy() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let answer = try served.ask("GET", "/v1/devices/findings")
            #expect(answer.status == 200 && answer.document["ready"] as? Bool == false, "\(answer)")
            let found = answer.document["findings"] as? [[String: Any]] ?? []
            let stops = found.filter { $0["severity"] as? String == "stops" }
            #expect(!stops.isEmpty && stops.allSatisfy { ($0["remedy"] as? String)?.isEmpty == false }, "\(answer)")
            let german = try served.ask("GET", "/v1/devices/findings", fields: ["Accept-Language": "de"])
            #expect(String(decoding: german.body, as: UTF8.self).contains("Kartenterminal"), "\(german)")
        }
    }

    @Test func devicesThatAnswerStopNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let answer = try served.ask("GET", "/v1/devices/findings")
            #expect(answer.document["ready"] as? Bool == true, "\(answer)")
            let found = answer.document["findings"] as? [[String: Any]] ?? []
            #expect(found.contains { $0["code"] as? String == "printer" }, "\(answer)")
            let kiosks = try await ServedKiosk.token(kiosk, "kiosk")
            #expect(try served.ask("GET", "/v1/devices/findings", token: kiosks).status == 403)
        }
    }
}
