import Foundation
import Testing

@testable import Readers

/// The steps of a session on many walks are recorded, so that every change is noticed and read before it is accepted.
/// `TILL_RECORD=1 scripts/test --filter SessionWalkTests` records them again (docs/decisions/0047).
@Suite struct SessionWalkTests {
    private static let count: UInt64 = 2_000
    private static let file = Fixtures.root.appending(path: "Fixtures/machine/sessions.txt")

    @Test func eachSessionGoesAsItWasRecorded() throws {
        let spoken = try Fixtures.transcripts().values.joined().filter { !$0.isOurs }.compactMap(\.apdu)
        let corpus = Set(spoken).sorted().map { [UInt8](hex: $0) }
        let walks = (1...Self.count).lazy.map { SessionWalk(seed: $0, corpus: corpus) }
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            try Data(walks.map { "\($0.seed) \($0.digest)\n" }.joined().utf8).write(to: Self.file)
        }
        let recorded = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map { String($0) }
        #expect(recorded.count == Int(Self.count), "not all are recorded")
        let known = Set(recorded)
        // The sessions after it are not held.
        let other = walks.first { !known.contains("\($0.seed) \($0.digest)") }
        let told = other.map { (["session \($0.seed)"] + $0.lines).joined(separator: "\n") } ?? ""
        #expect(other == nil, "the first that is not as it was recorded: \(told)")
    }
}
