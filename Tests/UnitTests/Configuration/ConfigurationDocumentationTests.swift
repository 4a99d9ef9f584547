import Foundation
import Testing

@testable import Configuration

/// Every option of docs/configuration.md is in the code, and the other way round.
@Suite struct ConfigurationDocumentationTests {
    private static let page: String = {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)) ?? ""
    }()

    private static func row(_ option: OptionDescription) -> String {
        let takes = option.takes.replacing("|", with: "\\|")
        return "| `\(option.key)` | \(takes) | \(option.unit ?? "") | \(option.fallback) | \(option.meaning) |"
    }

    /// The rows of the table below a heading, without its header and separator.
    private static func rows(of table: OptionTable) -> [String] {
        let heading = table.isList ? "### `[[\(table)]]`" : "### `[\(table)]`"
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let section = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") }
        return Array(section.filter { $0.hasPrefix("|") }.dropFirst(2))
    }

    @Test(arguments: OptionTable.allCases)
    func thePageListsTheOptionsOfTheCode(table: OptionTable) {
        let rows = Self.rows(of: table)
        let expected = table.options.map(Self.row)
        #expect(rows == expected, "as it should be:\n\(expected.joined(separator: "\n"))")
    }

    /// Each fenced example of the page is read without a problem.
    @Test func theExamplesAreSound() {
        let examples = Self.page.components(separatedBy: "```toml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!examples.isEmpty)
        for example in examples { #expect(read(example).lines == []) }
    }
}
