import Foundation
import Model
import Service
import Testing

/// The documents of `--json`.
@Suite struct OutputTests {
    private struct Named: Codable, Equatable { let name: String }

    /// A shop's text must not clear the screen on which somebody looks at a document, or turn it around.
    @Test func whatWouldChangeTheScreenIsWrittenAsAnEscape() throws {
        let name = "a\u{1B}[2J\u{9B}2J\u{7F}\u{202E}\u{2066}\u{2028}\u{200F}\u{E0041}\u{200D}ü€–日"
        let text = try Output.json(Named(name: name))
        #expect(text == text.printable, "\(text.debugDescription)")
        #expect(text.contains("ü€–日"))
        #expect(try JSONDecoder().decode(Named.self, from: Data(text.utf8)) == Named(name: name))
    }
}
