import Foundation
import Model
import Testing

/// Adding a language is one file: with a new one beside the others the unchanged room `Model` is built, and speaks it.
@Suite struct NewLanguageTests {
    private static let room = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Model").standardizedFileURL

    /// What a program says that knows the new language by its tag alone.
    private static let program = """
        let language = OperatorLanguage(near: "xx_XX.UTF-8")
        print(OperatorLanguage.allCases.map(\\.tag).joined(separator: " "))
        print(language.tag, language.name)
        print(language.text("kind.payment"), language.text(Money(minorUnits: 1150, currency: .eur)))
        print(Sentence("detail.journal.noTable").text(in: language))
        """

    @Test func aNewFileIsANewLanguageAndNothingElseIsChanged() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "new-language-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = ["language.name": "Xish", "kind.payment": "Paxment", "format.decimalSign": "'"]
        let sentences = Catalogue.sentences(in: "en").filter { $0.key != "detail.journal.noTable" }
            .merging(own) { $1 }.map { "\($0.key) = \"\($0.value)\"" }.sorted()
        let languages = folder.appending(path: "Languages")
        try FileManager.default.copyItem(at: Self.room.appending(path: "Languages"), to: languages)
        let file = languages.appending(path: "xx.txt")
        try (["# A language."] + sentences).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let main = folder.appending(path: "main.swift")
        try Self.program.write(to: main, atomically: true, encoding: .utf8)

        let tags = (OperatorLanguage.allCases.map(\.tag) + ["xx"]).sorted().joined(separator: " ")
        let said = try run(try build(main, with: languages, in: folder), [])
        #expect(
            said.split(separator: "\n") == [
                tags[...], "xx Xish", "Paxment 11'50 EUR",
                // What the new file lacks is said in English.
                "it has no table",
            ])
    }

    private func build(_ main: URL, with languages: URL, in folder: URL) throws -> URL {
        let (embedded, program) = (folder.appending(path: "LanguageFiles.swift"), folder.appending(path: "program"))
        let paths = { (folder: URL) in
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map {
                folder.appending(path: $0).path
            }
        }
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let tool = URL(filePath: test).deletingLastPathComponent().appending(path: "embed-files")
        _ = try run(tool, ["languages", embedded.path, languages.path] + (try paths(languages)))
        _ = try run(
            URL(filePath: "/usr/bin/env"),
            ["swiftc", "-swift-version", "6", "-package-name", "new", "-module-name", "Model", "-o", program.path]
                + [main.path, embedded.path] + (try paths(Self.room)).filter { $0.hasSuffix(".swift") })
        return program
    }

    private func run(_ program: URL, _ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program.lastPathComponent): \(said)")
        return said
    }
}
