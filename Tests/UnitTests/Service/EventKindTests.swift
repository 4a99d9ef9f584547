import Foundation
import Testing

@testable import Service

/// The list of kinds of events, beside what the code writes to the journal.
@Suite struct EventKindTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources").standardizedFileURL

    /// The text of each Swift file by its name, without the ending.
    private static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        let walk = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in walk where file.pathExtension == "swift" {
            files[file.deletingPathExtension().lastPathComponent, default: ""] += try String(
                contentsOf: file, encoding: .utf8)
        }
        return files
    }

    @Test func everyKindThatIsAppendedToTheJournalIsAnEvent() throws {
        let files = try Self.files()
        var kinds: Set<String> = []
        for (name, text) in files {
            for match in text.matches(of: /append\(\s*kind: "([A-Za-z.]+)"/) { kinds.insert(String(match.1)) }
            for match in text.matches(of: /append\(\s*kind: ([A-Z]\w+)\.(kind|undone)/) {
                let pattern = try Regex("static let \(match.2)(?:: String)? = \"([A-Za-z.]+)\"")
                let type = match.1 == "Self" ? name : String(match.1)
                let definition = try #require(files[type]?.firstMatch(of: pattern), "\(type)")
                kinds.insert(String(try #require(definition.output[1].substring)))
            }
        }
        for match in try #require(files["PaymentEvent"]).matches(of: /case \.\w+: "([A-Za-z.]+)"/) {
            kinds.insert(String(match.1))
        }
        #expect(kinds.count > 40)
        #expect(kinds.subtracting(EventKinds.all).sorted() == [])
    }
}
