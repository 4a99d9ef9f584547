import Foundation
import Testing

/// The examples of the documentation are lines of the example program, which is compiled.
struct DocumentationTests {
    private static let home = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private struct Example: CustomStringConvertible {
        let file: String
        let lines: [String]
        var description: String { "\(file): \(lines)" }
    }

    /// The lines of the files below a folder that have one of these endings, with the file's name.
    private static func files(in folder: String, ending endings: String...) -> [(name: String, lines: [String])] {
        let walk = FileManager.default.enumerator(at: home.appending(path: folder), includingPropertiesForKeys: nil)
        let urls = (walk?.allObjects ?? []).compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
        return urls.sorted { $0.path < $1.path }.compactMap { url in
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
            return (url.lastPathComponent, text.components(separatedBy: "\n"))
        }
    }

    /// The code of a line, without comment marks, indentation and a remark at the end.
    private static func code(_ line: String) -> String {
        var line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("///") { line = String(line.dropFirst(3)).trimmingCharacters(in: .whitespaces) }
        if line.hasPrefix("//") { return "" }
        return line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
    }

    private static func examples() -> [Example] {
        let files = files(in: "Sources", ending: "swift", "md") + readme()
        return files.flatMap { file -> [Example] in
            var (examples, open): ([Example], [String]?) = ([], nil)
            for line in file.lines.map(code) {
                if line == "```swift" {
                    open = []
                } else if line == "```", let lines = open {
                    examples.append(Example(file: file.name, lines: lines))
                    open = nil
                } else if !line.isEmpty {
                    open?.append(line)
                }
            }
            return examples
        }
    }

    private static func readme() -> [(name: String, lines: [String])] {
        guard let text = try? String(contentsOf: home.appending(path: "README.md"), encoding: .utf8) else { return [] }
        return [("README.md", text.components(separatedBy: "\n"))]
    }

    @Test func everyExampleIsPartOfTheProgramThatIsCompiled() {
        let program = Self.files(in: "Examples", ending: "swift").map { $0.lines.map(Self.code) }
        let examples = Self.examples()
        #expect(examples.count > 15)
        for example in examples {
            let isCompiled = program.contains { lines in
                var rest = lines[...]
                return example.lines.allSatisfy { line in
                    guard let place = rest.firstIndex(of: line) else { return false }
                    rest = rest[(place + 1)...]
                    return true
                }
            }
            #expect(isCompiled, "no file of the example program has these lines in this order: \(example)")
        }
    }

    /// A general-purpose library does not mention any application.
    @Test func theLibraryKnowsNoAppOfItsUsers() {
        let words = ["cardholder", "payment", "terminal", "receipt", "kiosk", "zvt", "merchant", "the till", "s0 "]
        for file in Self.files(in: "Sources", ending: "swift", "md") {
            for (number, line) in file.lines.enumerated() {
                let found = words.filter { line.lowercased().contains($0) }
                #expect(found.isEmpty, "\(file.name):\(number + 1) says \(found)")
            }
        }
    }
}
