import Foundation
import Testing

/// The checkout that this test was built from.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        .standardizedFileURL
    static let newConcern = root.appending(path: "Tests/Fixtures/NewConcern")

    /// The Swift files below a directory, by their paths in it.
    static func swiftFiles(in directory: URL) throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter {
            $0.hasSuffix(".swift")
        }
        let texts = try paths.map { try String(contentsOf: directory.appending(path: $0), encoding: .utf8) }
        return Dictionary(uniqueKeysWithValues: zip(paths, texts))
    }
}

/// A directory that goes with its last owner.
final class Scratch: Sendable {
    let directory: URL

    init() throws {
        var template = Array((NSTemporaryDirectory() + "till-stores-XXXXXX").utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = URL(filePath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }
}

/// The modules and objects beside the test that runs.
struct BuiltRooms {
    private let build: URL
    private let scratch: Scratch
    private let rooms: [String: Set<String>]

    init(scratch: Scratch) throws {
        self.scratch = scratch
        rooms = try Self.sourcesByRoom()
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        build = URL(filePath: test).deletingLastPathComponent()
    }

    /// Compiles a room together with a main file, and links it with all other rooms and libraries.
    func compile(room: URL, module: String, main: URL) throws -> URL {
        let program = scratch.directory.appending(path: "program")
        let sources = try Repository.swiftFiles(in: room).keys.sorted().map { room.appending(path: $0).path }
        let sqlite = build.appending(path: "../../checkouts/GRDB.swift/Sources/GRDBSQLite").standardizedFileURL
        let options = [
            "-warnings-as-errors", "-swift-version", "6", "-package-name", Self.package, "-module-name", module, "-o",
            program.path,
        ]
        let modules = ["-I", build.appending(path: "Modules").path, "-I", sqlite.path]
        // The archive comes last: of what comes before it the linker sees what is missing.
        let inputs = [main.path] + sources + ["-lstdc++", try archive(without: module).path]
        try Command.run("/usr/bin/env", ["swiftc"] + options + modules + inputs)
        return program
    }

    /// Whether an object is of a source that is not there any more: the package manager leaves them lying.
    private func isLeftOver(_ object: String) -> Bool {
        guard let room = object.split(separator: "/").first?.dropLast(".build".count), rooms[String(room)] != nil
        else { return false }
        let source = object.split(separator: "/").last?.dropLast(".o".count) ?? ""
        // Made by the build: from the resources of a room, and from its languages.
        if ["embedded_resources.swift", "LanguageFiles.swift"].contains(source) { return false }
        return source.hasSuffix(".swift") && rooms[String(room)]?.contains(String(source)) == false
    }

    /// The names of the sources of each room that is a folder of this repository.
    private static func sourcesByRoom() throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for parent in ["Sources", "Flow/Sources", "Simulator"] {
            let folder = Repository.root.appending(path: parent)
            for room in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                guard let files = try? Repository.swiftFiles(in: folder.appending(path: room)), !files.isEmpty else {
                    continue
                }
                found[room] = Set(files.keys.map { URL(filePath: $0).lastPathComponent })
            }
        }
        return found
    }

    /// The name that the package manager gives this package: that of the folder it was checked out into.
    private static var package: String {
        String(Repository.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The linker takes only what is used from an archive, so its libraries need not be listed here.
    private func archive(without module: String) throws -> URL {
        let archive = scratch.directory.appending(path: "rooms.a")
        let objects = try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { path in
            guard path.hasSuffix(".o"), let folder = path.split(separator: "/").first else { return false }
            return folder.hasSuffix(".build") && !folder.hasSuffix("Tests.build") && !folder.hasSuffix("-tool.build")
                && ![module, "embed_languages"].map({ "\($0).build" }).contains(String(folder)) && !isLeftOver(path)
        }
        let list = scratch.directory.appending(path: "objects")
        // In quotes: there are sources with a space in their name.
        try objects.map { "\"\(build.appending(path: $0).path)\"" }.joined(separator: "\n").write(
            to: list, atomically: false, encoding: .utf8)
        try Command.run("/usr/bin/env", ["ar", "qcs", archive.path, "@\(list.path)"])
        return archive
    }
}

/// A program of the machine, run to its end.
enum Command {
    /// What it wrote, if it ended well; else what it wrote is the test's failure.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let scratch = try Scratch()
        let output = scratch.directory.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let file = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (file, file)
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        try #require(process.terminationStatus == 0, "\(program): \(text)")
        return text
    }
}
