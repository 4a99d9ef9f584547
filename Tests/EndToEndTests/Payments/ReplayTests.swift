import Foundation
import Testing

/// `till why --replay`: the facts of a transaction, played one after another.
@Suite struct ReplayTests {
    private struct Replay: Decodable {
        struct Change: Decodable { let field, after: String }
        struct Step: Decodable {
            let sequence: Int
            let kind, after: String
            let before: String?
            let changes: [Change]
        }
        let payment: String
        let steps: [Step]
        let agrees: Bool
    }

    private func replay(_ kiosk: Kiosk) async throws -> Replay {
        let played = try await kiosk.till("why", "last", "--replay", "--json")
        let decoder = JSONDecoder()
        return try decoder.decode(Replay.self, from: Data(played.output.utf8))
    }

    @Test func eachFactOfAPaymentIsShownWithTheStateBeforeAndAfterIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let played = try await replay(kiosk)
            #expect(played.agrees, "the facts lead to the state that the till has")
            #expect(played.steps.first?.kind == "payment.intended" && played.steps.first?.before == nil)
            let last = try #require(played.steps.last)
            #expect(last.kind == "payment.settled" && last.after.hasPrefix("settled"), "\(last)")
            for (earlier, later) in zip(played.steps, played.steps.dropFirst()) {
                #expect(later.before == earlier.after && later.sequence > earlier.sequence)
            }
            let text = try await kiosk.till("why", "last", "--replay")
            #expect(text.code == 0 && text.output.contains("stage: intended → sending"), "\(text)")
            #expect(text.output.contains("payment.settled"), "\(text)")
        }
    }

    @Test func aStatementThatWasWithdrawnLeadsBackToTheStateBeforeIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            #expect(try await kiosk.startTill(Kiosk.booked(receipt: 8)).end().code == 0)
            try await kiosk.withdraw()
            let played = try await replay(kiosk)
            #expect(played.agrees)
            let said = try #require(played.steps.firstIndex { $0.kind == "payment.operatorSettled" })
            let withdrawn = try #require(played.steps.firstIndex { $0.kind == "payment.operatorWithdrew" })
            #expect(played.steps[withdrawn].after == played.steps[said].before)
            #expect(played.steps[withdrawn].changes.contains { $0.field == "doubt" })
        }
    }

    @Test func anEndOfDayIsNotReplayed() async throws {
        try await Kiosk.run { kiosk in
            let day = try await kiosk.till("why", "eod-1", "--replay")
            #expect(day.code == 64, "\(day)")
            let unknown = try await kiosk.till("why", "pay-NONE", "--replay")
            #expect(unknown.code == 7, "\(unknown)")
        }
    }
}
