import Foundation
import Model
import Synchronization
import Testing

@testable import Stores
@testable import Payments

/// The decisions of the rules in many cases are recorded, so that every change is noticed and read before it is
/// accepted. `TILL_RECORD=1 scripts/test --filter RecordedWalkTests` records them again (docs/decisions/0047).
@Suite struct RecordedWalkTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/machine").standardizedFileURL

    @Test func theRulesAboutPaymentsSayWhatWasRecorded() throws {
        try check("rules.txt", count: 250) { seed in
            let walk = RuleWalk(seed: seed)
            return (walk.lines, walk.digest)
        }
    }

    @Test func theRulesAboutDaysAndTheStatesSayWhatWasRecorded() throws {
        try check("days.txt", count: 200) { seed in
            let walk = DayWalk(seed: seed)
            return (walk.lines, walk.digest)
        }
    }

    @Test func whatIsStoredAndAskedForIsAsItWasRecorded() throws {
        try check("books.txt", count: 48) { seed in
            let walk = try BookWalk(seed: seed)
            return (walk.lines, walk.digest)
        }
    }

    @Test func whatATillSaysAtDrawnTerminalsIsAsItWasRecorded() throws {
        try check("tills.txt", count: 60) { seed in
            let walk = try TillWalk(seed: seed)
            return (walk.lines, walk.digest)
        }
    }

    private func check(
        _ name: String, count: UInt64, _ walk: (UInt64) throws -> (lines: [String], digest: String)
    ) throws {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            let text = try (1...count).map { "\($0) \(try walk($0).digest)\n" }.joined()
            try Data(text.utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { String($0) }
        #expect(recorded.count == Int(count), "not all are recorded")
        for (seed, known) in zip(1...count, recorded) {
            let (lines, digest) = try walk(seed)
            let told = "\(seed) \(digest)" == known ? "" : lines.joined(separator: "\n")
            try #require("\(seed) \(digest)" == known, "the first that is not as it was recorded: \(told)")
        }
    }
}

/// A screen that records as text what it shows.
final class RecordedScreen: PaymentScreen, Sendable {
    private let shown = Mutex<[String]>([])
    var lines: [String] { shown.withLock { $0 } }

    private func add(_ line: String) { shown.withLock { $0.append(line) } }

    func showIdle() { add("idle") }
    func showProgress(_ words: Sentence) { add("progress \(words.text(in: .en)) \(words.text(in: .de))") }
    func showGoods(of payment: PaymentID, _ amount: Money) { add("goods \(payment) \(amount)") }
    func showChecking(_ words: Sentence) { add("checking \(words.text(in: .en))") }
    func showEnd(_ outcome: String) { add("end \(outcome)") }
}
