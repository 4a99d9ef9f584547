import Flow
import Foundation
import Testing

struct FailureTests {
    @Test func whoCanMendItIsEncodedAsOneWordThatAnAppMayAdd() throws {
        let askGuest = Failure.Recovery(rawValue: "askGuest")
        let failure = Failure(SampleFailure.jammed, "The grinder is jammed.", recovery: askGuest)
        let encoded = try JSONEncoder.sorted.encode(failure)
        let text = String(decoding: encoded, as: UTF8.self)
        #expect(text.contains(#""recovery":"askGuest""#))
        #expect(try JSONDecoder().decode(Failure.self, from: encoded) == failure)
        #expect("\(Failure.Recovery.giveUp)" == "giveUp")
    }

    @Test func aStoredFailureKeepsACodeThatNobodyMakesAnyMore() throws {
        let stored = #"{"causes":[],"code":"grinder.stuck","recovery":"retry","sentence":"The grinder is stuck."}"#
        let failure = try JSONDecoder().decode(Failure.self, from: Data(stored.utf8))
        #expect(failure.code == "grinder.stuck")
        #expect(!failure.belongs(to: SampleFailure.self))
        #expect(String(decoding: try JSONEncoder.sorted.encode(failure), as: UTF8.self) == stored)
    }

    @Test func aFailureIsToldByItsCodeAndByItsLayer() {
        let failure = Failure(SampleFailure.busy, "Busy.", recovery: .retry, causes: ["a queue"])
        #expect(failure.is(SampleFailure.busy))
        #expect(!failure.is(SampleFailure.broken))
        #expect(failure.belongs(to: SampleFailure.self))
        #expect(!failure.belongs(to: FlowFailure.self))
        let final = failure.with(recovery: .giveUp)
        #expect((final.code, final.recovery, final.causes) == ("test.busy", .giveUp, ["a queue"]))
        #expect(failure.with(causes: []).recovery == .retry)
    }

    @Test func aLogEntryIsASentenceWithItsFields() {
        let jammed = LoggedEvent("grinder.jammed", .warning, "The grinder is jammed")
        let entry = LogEntry(jammed, [LogField("GRINDER", "2"), LogField("CAUSE", "stone", says: "by a stone")])
        #expect(entry.message == "The grinder is jammed: by a stone")
        #expect(entry.metadata == ["GRINDER": "2", "CAUSE": "stone"])
        #expect(LogEntry(jammed).message == "The grinder is jammed")
        #expect(LogLevel.debug < .warning)
    }
}
