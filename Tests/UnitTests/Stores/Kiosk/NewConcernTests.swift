import Foundation
import Testing

/// Does what docs/adding-a-store.md says: adds a folder and a line, and the till answers a new action.
@Suite struct NewConcernTests {
    private static let name = "Takings"
    private let guide: Guide
    private let room: URL
    private let copy: Scratch

    init() throws {
        guide = try Guide(contentsOf: Repository.root.appending(path: "docs/adding-a-store.md"))
        room = Repository.root.appending(path: "Sources/Stores")
        copy = try Scratch()
        try FileManager.default.copyItem(at: room, to: copy.directory.appending(path: "Stores"))
        try FileManager.default.copyItem(
            at: Repository.newConcern.appending(path: Self.name),
            to: copy.directory.appending(path: "Stores/\(Self.name)"))
        let composition = copy.directory.appending(path: "Stores/TillStores.swift")
        try guide.addLine(to: composition)
    }

    @Test func theGuideShowsTheVeryFiles() throws {
        let files = try Repository.swiftFiles(in: Repository.newConcern.appending(path: Self.name))
        #expect(files.count == 2)
        for file in files { #expect(guide.text.contains("```swift\n\(file.value)```"), "\(file.key)") }
    }

    @Test func aNewConcernIsAFolderAndOneLine() throws {
        let before = try Repository.swiftFiles(in: room)
        let after = try Repository.swiftFiles(in: copy.directory.appending(path: "Stores"))
        let added = Set(after.keys).subtracting(before.keys)
        #expect(added.allSatisfy { $0.hasPrefix("\(Self.name)/") } && !added.isEmpty)
        let changed = before.filter { after[$0.key] != $0.value }
        #expect(changed.keys.sorted() == ["TillStores.swift"])
        let lines = try changed.map {
            try #require(after[$0.key]).split(separator: "\n", omittingEmptySubsequences: false)
                .difference(from: $0.value.split(separator: "\n", omittingEmptySubsequences: false))
        }
        #expect(lines.map(\.count) == [1])
    }

    /// Compiles the room with the new concern, and links it with the other rooms as they were built for this test.
    @Test func theTillAnswersTheNewAction() throws {
        let compiler = try BuiltRooms(scratch: copy)
        let program = try compiler.compile(
            room: copy.directory.appending(path: "Stores"), module: "Stores",
            main: Repository.newConcern.appending(path: "main.swift"))
        #expect(try Command.run(program.path, []) == "12.50 EUR\n")
    }
}

/// The files and lines that the guide adds.
private struct Guide {
    let text: String
    private let lineBefore: String
    private let line: String

    init(contentsOf url: URL) throws {
        text = try String(contentsOf: url, encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```diff\n").dropFirst().first)
        let lines = block.split(separator: "\n").prefix { $0 != "```" }
        lineBefore = String(try #require(lines.first { $0.hasPrefix(" ") }).dropFirst())
        line = String(try #require(lines.first { $0.hasPrefix("+") }).dropFirst())
        try #require(lines.count == 2, "one line is added behind one that is there")
    }

    func addLine(to file: URL) throws {
        var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let places = lines.indices.filter { lines[$0] == lineBefore }
        try #require(places.count == 1, "\(lineBefore) is in \(file.lastPathComponent)")
        lines.insert(line, at: places[0] + 1)
        try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    }
}
