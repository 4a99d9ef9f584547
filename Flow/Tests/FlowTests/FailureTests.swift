import Flow
import Foundation
import Testing

struct FailureTests {
    @Test func whoCanMendItIsEncodedAsOneWordThatAnAppMayAdd() throws {
        let askGuest = Failure.Recovery(rawValue: "askGuest")
        let failure = Failure("grinder.jammed", "The grinder is jammed.", recovery: askGuest)
        let encoded = try JSONEncoder.sorted.encode(failure)
        let text = String(decoding: encoded, as: UTF8.self)
        #expect(text.contains(#""recovery":"askGuest""#))
        #expect(try JSONDecoder().decode(Failure.self, from: encoded) == failure)
        #expect("\(Failure.Recovery.giveUp)" == "giveUp")
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
