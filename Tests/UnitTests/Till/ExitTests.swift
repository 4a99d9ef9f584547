import Flow
import Foundation
import Testing

@testable import Till

/// Every failure ends the command with a code that a script can act on; 1 is for mistakes in Till alone.
@Suite struct ExitTests {
    /// Mistakes in Till: no input and no device brings them about.
    private static let mistakes: Set = [
        "action.abandoned", "action.unhandled", "action.unwaited", "output.json",
        "storage.abandoned", "storage.missing",
    ]

    /// The codes that stand in the sources, each with the file that has it.
    private static let codes: [String: String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
            .standardizedFileURL
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var codes: [String: String] = [:]
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            for match in text.matches(of: /Failure\(\s*"([a-z][A-Za-z]*\.[A-Za-z]+)"/) {
                codes[String(match.1)] = file.lastPathComponent
            }
            guard text.contains(": LayerError") else { continue }
            for match in text.matches(of: /case [^\n]*: "([a-z][A-Za-z]*\.[A-Za-z]+)"/) {
                codes[String(match.1)] = file.lastPathComponent
            }
        }
        return codes
    }()

    private func exit(_ code: String) -> Exit { Exit(Failure(code, "It failed.", recovery: .giveUp)) }

    @Test func noFailureOfTheWorldIsAnInternalError() {
        #expect(Self.codes.count > 150, "the sources are read")
        let internals = Self.codes.filter { exit($0.key) == .internalError && !Self.mistakes.contains($0.key) }
        #expect(internals.isEmpty, "\(internals.sorted { $0.key < $1.key })")
    }

    @Test func aCodeThatNobodyKnowsIsAnInternalError() { #expect(exit("nobody.knows") == .internalError) }

    /// Each was 1 before.
    @Test(arguments: [
        ("acquirer.noAnswer", Exit.temporary), ("acquirer.unknown", .usage), ("payment.unresolved", .inDoubt),
        ("payment.noResult", .inDoubt), ("endOfDay.lost", .malformed), ("receipt.cardData", .malformed),
        ("picture.broken", .malformed), ("symbol.tooLong", .malformed), ("trace.none", .malformed),
        ("outbox.unknownItem", .temporary),
    ])
    func aFailureHasTheCodeOfItsKind(_ code: String, _ exit: Exit) { #expect(self.exit(code) == exit) }
}
