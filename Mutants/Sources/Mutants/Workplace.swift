import Foundation

/// A copy of the tree with all mutants in it, and the results about them so far.
struct Workplace {
    let home: String
    let tree: String
    let state: String
    let files: [MutatedFile]
    /// The permanent name of each mutant: its key, and its position among those with the same key.
    let names: [Int: String]
    let hashes: [String: String]

    var mutants: [Mutant] { files.flatMap(\.wraps).flatMap(\.mutants) }

    init(home: String, tree: String, state: String) throws {
        self.home = home
        self.tree = tree
        self.state = state
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let paths = try Self.tracked(home)
        let sources = paths.filter {
            ($0.hasPrefix("Sources/") || $0.hasPrefix("Flow/Sources/")) && $0.hasSuffix(".swift")
        }
        let cases = EnumCases(
            of: sources.compactMap { Files.read(home + "/" + $0) }.map { String(decoding: $0, as: UTF8.self) })
        var files: [MutatedFile] = []
        var next = 1
        for path in sources where Plan.isMutated(path) {
            guard let bytes = Files.read(home + "/" + path) else { continue }
            let finder = Finder(
                path: path, text: String(decoding: bytes, as: UTF8.self), firstNumber: next, cases: cases)
            // Leaves a gap, because a change of this file must not renumber the mutants of others, which would have to
            // be compiled again.
            next = (finder.next / 64 + 1) * 64
            files.append(finder.file)
        }
        self.files = files
        hashes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, Files.hash($0.source)) })
        var seen: [String: Int] = [:]
        var names: [Int: String] = [:]
        for mutant in files.flatMap(\.wraps).flatMap(\.mutants) {
            let key = "\(mutant.key) | \(mutant.rule)"
            seen[key, default: 0] += 1
            names[mutant.number] = "\(key) | \(seen[key, default: 0])"
        }
        self.names = names
        try copy(paths)
    }

    private static func tracked(_ home: String) throws -> [String] {
        let list = try Shell.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], in: home)
        guard list.status == 0 else { throw Problem(list.text) }
        return list.text.split(separator: "\0").map(String.init).sorted()
            .filter { FileManager.default.fileExists(atPath: home + "/" + $0) && !$0.hasPrefix("Mutants/") }
    }

    private func copy(_ paths: [String]) throws {
        let list = state + "/copied.json"
        let gone = Set(Files.decoded([String].self, at: list) ?? []).subtracting(paths)
        for path in gone { try? FileManager.default.removeItem(atPath: tree + "/" + path) }
        let mutated = Set(files.map(\.path))
        for path in paths where !mutated.contains(path) {
            guard let bytes = Files.read(home + "/" + path) else { continue }
            if path == "Package.swift" {
                try Files.write(Array(try package(String(decoding: bytes, as: UTF8.self)).utf8), to: tree + "/" + path)
            } else {
                try Files.write(bytes, to: tree + "/" + path)
                let attributes = try FileManager.default.attributesOfItem(atPath: home + "/" + path)
                let rights = attributes[.posixPermissions] as? NSNumber ?? 0o644
                try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: tree + "/" + path)
            }
        }
        try Files.encode(paths, to: list)
        guard let functions = Files.read(home + "/Mutants/Switch/TillMutant.swift") else {
            throw Problem("Mutants/Switch/TillMutant.swift is not there")
        }
        try Files.write(functions, to: tree + "/Sources/MutantSwitch/TillMutant.swift")
    }

    /// The package with the switch added to the mutated rooms, which may have warnings.
    private func package(_ text: String) throws -> String {
        var edited = text.replacingOccurrences(
            of: "        room(\"Model\"", with: "        room(\"MutantSwitch\"),\n        room(\"Model\"")
        edited = edited.replacingOccurrences(
            of: "swiftSettings: strict, plugins: plugins)",
            with: "swiftSettings: \(Plan.modules).contains(name) ? [] : strict, plugins: plugins)")
        for module in Plan.modules {
            edited = edited.replacingOccurrences(
                of: "room\\(\\s*\"\(module)\",\\s*\\[", with: "room(\"\(module)\", [\"MutantSwitch\", ",
                options: .regularExpression)
        }
        let found = edited.components(separatedBy: "MutantSwitch").count - 1
        guard found == 1 + Plan.modules.count, edited.contains(".contains(name)") else {
            throw Problem("Package.swift does not name its rooms as Mutants expects it to")
        }
        return edited
    }

    // MARK: What does not compile

    /// The wraps of each file that were left out because they do not compile.
    func dropped() -> [String: Set<Int>] {
        let kept = Set(Files.decoded([String].self, at: state + "/dropped.json") ?? [])
        var found: [String: Set<Int>] = [:]
        for file in files {
            let left = file.wraps.indices.filter { kept.contains(name(of: file.wraps[$0])) }
            found[file.path] = Set(left)
        }
        return found
    }

    func keep(dropped: [String: Set<Int>]) throws {
        let names = files.flatMap { file in (dropped[file.path] ?? []).map { name(of: file.wraps[$0]) } }
        try Files.encode(names.sorted(), to: state + "/dropped.json")
    }

    func name(of wrap: Wrap) -> String { wrap.mutants.first.flatMap { names[$0.number] } ?? "" }
}
