import Foundation
import Testing

/// The checkout from which this test was built.
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

/// A directory that is removed when its last owner releases it.
final class Scratch: Sendable {
    let directory: URL

    init() throws {
        var template = Array((NSTemporaryDirectory() + "till-stores-XXXXXX").utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = URL(filePath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }
}

/// The modules and objects that were built together with this test, and one room that is compiled anew in place of its own.
struct BuiltRooms {
    private let build: URL
    private let scratch: Scratch
    /// The object of the room that is compiled anew, and those of all others.
    private let (object, others): (URL, URL)

    /// Compiles the room.
    init(changing name: String, to room: URL, scratch: Scratch) throws {
        self.scratch = scratch
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        build = URL(filePath: test).deletingLastPathComponent()
        object = scratch.directory.appending(path: name + ".o")
        let module = scratch.directory.appending(path: name + ".swiftmodule")
        let sources = try Repository.swiftFiles(in: room).keys.sorted().map { room.appending(path: $0).path }
        try Command.run(
            "/usr/bin/env",
            [
                "swiftc", "-c", "-parse-as-library", "-whole-module-optimization", "-module-name", name, "-o",
                object.path,
                "-emit-module", "-emit-module-path", module.path,
            ] + Self.options(scratch, build) + sources)
        others = try Self.archive(of: build, without: [name, "Till"], in: scratch)
    }

    /// Compiles a main file, and links it with all rooms and libraries.
    func program(main: URL) throws -> URL {
        let program = scratch.directory.appending(path: "program")
        try Command.run(
            "/usr/bin/env", ["swiftc", "-o", program.path] + Self.options(scratch, build) + [main.path] + all)
        return program
    }

    /// The program `till` with these files, in place of those that have the same names.
    func till(with files: [URL]) throws -> URL {
        let call = try CompilerCall(ofModule: "Till", in: build.appending(path: "../../debug.yaml").standardizedFileURL)
        let names = Set(files.map(\.lastPathComponent))
        let others = call.sources.filter { !names.contains(URL(filePath: $0).lastPathComponent) }
        let objects = files.map { scratch.directory.appending(path: $0.lastPathComponent + ".o").path }
        try Command.run(
            "/usr/bin/env",
            ["swiftc", "-frontend", "-c", "-parse-as-library", "-module-name", "Till", "-plugin-path", call.plugins]
                + ["-I", scratch.directory.path] + call.options + files.flatMap { ["-primary-file", $0.path] } + others
                + objects.flatMap { ["-o", $0] })
        let built = build.appending(path: "Till.build").path
        let rest = others.map { "\(built)/\(URL(filePath: $0).lastPathComponent).o" }
        let program = scratch.directory.appending(path: "till")
        try Command.run("/usr/bin/env", ["swiftc", "-o", program.path] + objects + rest + all)
        return program
    }

    /// What every program is linked with. The archive comes last, because the linker takes from it only what is missing in the
    /// files before it.
    private var all: [String] { [object.path, "-lstdc++", others.path] }

    private static func options(_ scratch: Scratch, _ build: URL) -> [String] {
        let sqlite = build.appending(path: "../../checkouts/GRDB.swift/Sources/GRDBSQLite").standardizedFileURL
        return [
            "-warnings-as-errors", "-swift-version", "6", "-package-name", package, "-gnone", "-I",
            scratch.directory.path,
            "-I", build.appending(path: "Modules").path, "-I", sqlite.path,
        ]
    }

    /// The sources that the build makes, of resources, languages and the kiosk's page.
    private static let generated: Set = [
        "embedded_resources.swift", "LanguageFiles.swift", "KioskPageFiles.swift", "KioskPageLanguages.swift",
    ]

    /// Whether the object belongs to a source that no longer exists. SwiftPM does not remove such objects.
    private static func isLeftOver(_ object: String, _ rooms: [String: Set<String>]) -> Bool {
        guard let room = object.split(separator: "/").first?.dropLast(".build".count), rooms[String(room)] != nil
        else { return false }
        let source = object.split(separator: "/").last?.dropLast(".o".count) ?? ""
        if generated.contains(String(source)) { return false }
        return source.hasSuffix(".swift") && rooms[String(room)]?.contains(String(source)) == false
    }

    /// The source names of each room that is a folder of this repository.
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

    /// The name that SwiftPM gives this package: that of the folder of the checkout.
    private static var package: String {
        String(Repository.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The linker takes only what is used from an archive, so its libraries need not be listed here.
    private static func archive(
        of build: URL, without modules: [String], in scratch: Scratch
    ) throws -> URL {
        let rooms = try sourcesByRoom()
        let archive = scratch.directory.appending(path: "rooms.a")
        let excluded = Set((modules + ["embed_languages"]).map { $0 + ".build" })
        let objects = try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { path in
            guard path.hasSuffix(".o"), let folder = path.split(separator: "/").first else { return false }
            return folder.hasSuffix(".build") && !folder.hasSuffix("Tests.build") && !folder.hasSuffix("-tool.build")
                && !excluded.contains(String(folder)) && !isLeftOver(path, rooms)
        }
        let list = scratch.directory.appending(path: "objects")
        // The paths are quoted, because some have a space.
        try objects.map { "\"\(build.appending(path: $0).path)\"" }.joined(separator: "\n").write(
            to: list, atomically: false, encoding: .utf8)
        try Command.run("/usr/bin/env", ["ar", "qcs", archive.path, "@\(list.path)"])
        return archive
    }
}

/// How the build compiled a module, as it wrote down for itself.
private struct CompilerCall {
    private struct Unknown: Error {
        let module: String
    }

    /// What the compiler was told of the places of modules and headers.
    let options: [String]
    let sources: [String]
    /// Where the compiler finds macros.
    let plugins: String

    init(ofModule module: String, in manifest: URL) throws {
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let line = text.split(separator: "\n").first {
            $0.contains("\"-module-name\",\"\(module)\",") && $0.contains("    args: ")
        }
        guard
            let words = try line?.firstRange(of: "args: ").map({ [line] range in
                try JSONDecoder().decode([String].self, from: Data((line?[range.upperBound...] ?? "").utf8))
            }), let list = words.first(where: { $0.hasPrefix("@") })?.dropFirst()
        else { throw Unknown(module: module) }
        var options: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if ["-Xcc", "-I", "-swift-version", "-package-name"].contains(word), let value = rest.popFirst() {
                options += [word, value]
            } else if word.hasPrefix("-D") || word.hasPrefix("-I") {
                options.append(word)
            }
        }
        self.options = options
        sources = try String(contentsOfFile: String(list), encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
        plugins = URL(filePath: words[0]).appending(path: "../../lib/swift/host/plugins").standardizedFileURL.path
    }
}

/// Runs a program of the machine.
enum Command {
    /// Runs the program to its end and returns its output. If it fails, the test fails with that output.
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
