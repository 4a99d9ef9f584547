import Foundation
import Testing

/// The steps of the payment machine on many walks are recorded, so that every change is noticed and read before it is
/// accepted. `TILL_RECORD=1 scripts/test --filter MachineWalkTests` records them again (docs/decisions/0047).
@Suite struct MachineWalkTests {
    private static let count: UInt64 = 3_000
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/machine/walks.txt").standardizedFileURL

    @Test func eachWalkEndsAsItWasRecorded() throws {
        let walks = (1...Self.count).lazy.map { MachineWalk(seed: $0) }
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            let text: String = walks.map { "\($0.seed) \($0.digest)\n" }.joined()
            try Data(text.utf8).write(to: Self.file)
        }
        let recorded = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map { String($0) }
        #expect(recorded.count == Int(Self.count), "not all are recorded")
        let known = Set(recorded)
        // The walks after it are not walked.
        let other = walks.first { !known.contains("\($0.seed) \($0.digest)") }
        let told = other.map { (["walk \($0.seed)"] + $0.lines).joined(separator: "\n") } ?? ""
        #expect(other == nil, "the first that is not as it was recorded: \(told)")
    }
}
