import Foundation
import Testing

/// Does what docs/adding-a-store.md says: adds a folder and a line, and the till answers a new action, and a new command.
@Suite struct NewConcernTests {
    private static let names = ["Takings", "Category"]
    private let guide: Guide
    private let room: URL
    private let copy: Scratch

    init() throws {
        guide = try Guide(contentsOf: Repository.root.appending(path: "docs/adding-a-store.md"))
        room = Repository.root.appending(path: "Sources/Stores")
        copy = try Scratch()
        try FileManager.default.copyItem(at: room, to: copy.directory.appending(path: "Stores"))
        for name in Self.names {
            try FileManager.default.copyItem(
                at: Repository.newConcern.appending(path: name), to: copy.directory.appending(path: "Stores/\(name)"))
        }
        try guide.addLines(of: "Sources/Stores/TillStores.swift", to: copy.directory.appending(path: "Stores"))
    }

    @Test func theGuideShowsTheVeryFiles() throws {
        let files = try Repository.swiftFiles(in: Repository.newConcern).filter { $0.key.contains("/") }
        #expect(files.count == 7)
        for file in files { #expect(guide.text.contains("```swift\n\(file.value)```"), "\(file.key)") }
    }

    @Test func aNewConcernIsAFolderAndOneLine() throws {
        let before = try Repository.swiftFiles(in: room)
        let after = try Repository.swiftFiles(in: copy.directory.appending(path: "Stores"))
        let added = Set(after.keys).subtracting(before.keys)
        #expect(added.allSatisfy { file in Self.names.contains { file.hasPrefix("\($0)/") } } && !added.isEmpty)
        let changed = before.filter { after[$0.key] != $0.value }
        #expect(changed.keys.sorted() == ["TillStores.swift"])
        let lines = try changed.map {
            try #require(after[$0.key]).split(separator: "\n", omittingEmptySubsequences: false)
                .difference(from: $0.value.split(separator: "\n", omittingEmptySubsequences: false))
        }
        #expect(lines.map(\.count) == [Self.names.count])
    }

    /// Compiles the room with the new concern, and links it with the other rooms as they were built for this test.
    @Test func theTillAnswersTheNewActionAndTheNewCommand() throws {
        let rooms = try BuiltRooms(
            changing: "Stores", to: copy.directory.appending(path: "Stores"), scratch: copy)
        let program = try rooms.program(main: Repository.newConcern.appending(path: "main.swift"))
        #expect(try Command.run(program.path, []) == "12.50 EUR\nGetränke (7), Kuchen (2)\nKuchen\n")

        let commands = "Sources/Till/Subcommands.swift"
        // The program's entry is compiled anew too: tests give it another name.
        for file in [commands, "Sources/Till/Till.swift"] {
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: file),
                to: copy.directory.appending(path: URL(filePath: file).lastPathComponent))
        }
        try guide.addLines(of: commands, to: copy.directory)
        let till = try rooms.till(with: [
            copy.directory.appending(path: "Till.swift"), copy.directory.appending(path: "Subcommands.swift"),
            Repository.newConcern.appending(path: "Command/CategoriesCommand.swift"),
        ])
        let data = copy.directory.appending(path: "data").path
        #expect(try Command.run(till.path, ["categories", "--data", data]).contains("no categories"))
    }
}

/// The files and lines that the guide adds.
private struct Guide {
    let text: String
    /// The lines that are added, each with the one before it, by the files that they are added to.
    private let lines: [String: [(before: String, line: String)]]

    init(contentsOf url: URL) throws {
        text = try String(contentsOf: url, encoding: .utf8)
        var lines: [String: [(before: String, line: String)]] = [:]
        for block in text.matches(of: /`([\w\/.]+)`\n\n```diff\n([^`]*)```/) {
            let block = (file: String(block.1), lines: block.2.split(separator: "\n"))
            try #require(block.lines.count == 2, "one line is added behind one that is there")
            lines[block.file, default: []].append(
                (
                    String(try #require(block.lines.first { $0.hasPrefix(" ") }).dropFirst()),
                    String(try #require(block.lines.first { $0.hasPrefix("+") }).dropFirst())
                ))
        }
        self.lines = lines
        try #require(lines.values.map(\.count).reduce(0, +) == text.components(separatedBy: "```diff\n").count - 1)
    }

    /// Adds the lines of this file to its copy in a folder.
    func addLines(of name: String, to folder: URL) throws {
        let file = folder.appending(path: URL(filePath: name).lastPathComponent)
        var text = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        for (before, line) in try #require(lines[name]) {
            let places = text.indices.filter { text[$0] == before }
            try #require(places.count == 1, "\(before) is in \(file.lastPathComponent)")
            text.insert(line, at: places[0] + 1)
        }
        try text.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    }
}
