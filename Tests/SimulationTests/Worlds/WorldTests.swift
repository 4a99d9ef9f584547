import Foundation
import Simulator
import Testing

/// The till's own stores with a terminal that may do anything the documents allow (docs/truth.md): every run that
/// departs once from the usual one. Runs with two departures, and random runs, are played by `scripts/soak --pairs` and
/// `scripts/soak --worlds`.
@Suite struct WorldTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let story: WorldStory
        var setup = WorldRun.Setup()
        var testDescription: String {
            "\(story)\(setup.isSerial ? ", on a serial line" : "")\(setup.isSQLite ? ", on SQLite" : "")"
        }
    }

    static let cases = WorldRecording.played.map { Case(story: $0.story, setup: $0.setup) }

    /// What was seen of each run when it was last recorded.
    private static func recorded(_ theCase: Case) throws -> WorldRecording {
        let name = WorldRecording(theCase.story, on: theCase.setup).fileName
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/worlds/recorded")
        let text = try String(contentsOf: folder.appending(path: name).standardizedFileURL, encoding: .utf8)
        return WorldRecording(text, story: theCase.story, on: theCase.setup)
    }

    @Test func everyChoicePointStandsInTheList() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/truth.md")
        let truth = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        for point in ChoicePoint.allCases { #expect(truth.contains("| `\(point.rawValue)` | \(point.options[0]) |")) }
    }

    @Test(arguments: cases)
    func theUsualRunIsAsItWasRecorded(_ theCase: Case) throws {
        let outcome = try WorldRun(theCase.story, on: theCase.setup).play(keepsRecord: true)
        #expect(try Self.recorded(theCase).difference(#require(outcome.record), of: []) == nil)
    }

    @Test(arguments: cases)
    func everyWordHoldsWhereverOneThingIsUnusual(_ theCase: Case) throws {
        let recorded = try Self.recorded(theCase)
        var played: Set<String> = []
        var differences = 0
        let tally = try WorldExplorer(theCase.story, on: theCase.setup).singles { departures, record in
            played.insert(WorldRecording.name(departures))
            guard let difference = recorded.difference(record, of: departures) else { return }
            differences += 1
            if differences == 1 { Issue.record("\(difference)\nIf that is meant: swift run till-worlds record") }
        }
        #expect(differences < 2, "so many runs are not as they were recorded")
        #expect(recorded.missing(played) == [], "recorded, and not played")
        print(
            "worlds, one departure, \(theCase.testDescription): \(tally.runs) runs, \(tally.transactions) transactions, "
                + "\(tally.doubts) doubts, \(tally.finds.count) broken")
        #expect(tally.unjustified.filter { !ExplainedDoubts.holds($0) } == [])
        let told = try tally.finds.first?.shrunk().told() ?? ""
        #expect(tally.finds.isEmpty, "\(tally.finds.count), the first: \(told)")
    }
}

/// Doubts that one departure does not justify, and that further departures explain.
enum ExplainedDoubts {
    static func holds(_ doubt: String) -> Bool {
        // Two more departures explain the first doubt: a terminal that says it is ready while its card phase runs, and
        // that books when the till is gone (01-booked-after-an-early-look). That doubt ends with the card phase, or the
        // way out of it is missing. One more departure explains the others: a terminal that does not repeat reversals, or
        // repeats payments only (terminal.shows-reversals).
        [
            "The terminal may still be in the middle of it", "it may not repeat reversals", "it may not repeat refunds",
            "it may not repeat reservations", "which may be this one",
        ].contains(where: doubt.contains)
    }
}
