import Foundation

/// Builds the copy of the tree, and removes mutants that do not compile until it builds.
struct Builder {
    let place: Workplace
    private var dropped: [String: Set<Int>]
    private var outputs: [String: MutatedFile.Output] = [:]
    /// The mutants that did not compile although nothing near them was new.
    private var hopeless: Set<String>

    init(_ place: Workplace) {
        self.place = place
        dropped = place.dropped()
        hopeless = Set(Files.decoded([String].self, at: place.state + "/hopeless.json") ?? [])
    }

    /// Builds, and returns the mutants that are in the binary.
    ///
    /// - Parameter hasty: whether mutants that were removed only because of others stay removed.
    /// - Parameter asBuilt: whether the binary is already built from exactly these sources.
    mutating func build(hasty: Bool, asBuilt: Bool = false) throws -> [Mutant] {
        for file in place.files { try write(file) }
        if !asBuilt { try buildAll(hasty: hasty) }
        return place.files.flatMap { file in
            file.wraps.enumerated().filter { dropped[file.path]?.contains($0.offset) != true }.flatMap(
                \.element.mutants)
        }
    }

    private mutating func buildAll(hasty: Bool) throws {
        for module in Plan.modules {
            let command = ["swift", "build", "--target", module]
            try rounds(of: command, module)
            if !hasty { try secondChance(in: module, command) }
        }
        try rounds(of: ["swift", "build", "--build-tests"], "tests")
    }

    /// A value that stays equal as long as the binary has the same mutants of the same sources.
    var stamp: String {
        let hashes = place.files.map { Files.hash(outputs[$0.path]?.bytes ?? []) }
        return Files.hash(Array(hashes.joined().utf8))
    }

    private mutating func write(_ file: MutatedFile) throws {
        let output = file.written(without: dropped[file.path] ?? [])
        outputs[file.path] = output
        try Files.write(output.bytes, to: place.tree + "/" + file.path)
    }

    private mutating func rounds(of command: [String], _ name: String) throws {
        for round in 1...40 {
            let (errors, seconds) = try compile(command)
            guard let errors else {
                say("\(name): built, \(seconds) s")
                return
            }
            var changed: Set<String> = []
            var left = 0
            for error in errors {
                guard let file = place.files.first(where: { $0.path == error.path }) else { continue }
                let before = dropped[error.path]?.count ?? 0
                drop(error, in: file, round: round)
                left += (dropped[error.path]?.count ?? 0) - before
                changed.insert(error.path)
            }
            say("\(name), round \(round): \(errors.count) errors, \(left) places left out, \(seconds) s")
            guard left > 0 else { throw Problem("\(name) does not build: \(place.state)/build.log") }
            for file in place.files where changed.contains(file.path) { try write(file) }
            try place.keep(dropped: dropped)
        }
        throw Problem("\(name) does not build")
    }

    /// Compiles, and returns the errors; nil if there are none.
    private func compile(_ command: [String]) throws -> (Set<CompilerError>?, seconds: Int) {
        let watch = Stopwatch()
        let output = try Shell.run(command, in: place.tree)
        try Files.write(Array(output.text.utf8), to: place.state + "/build.log")
        let errors = output.status == 0 ? nil : Self.errors(in: output.text, tree: place.tree)
        return (errors, Int(watch.seconds))
    }

    // MARK: What is left out

    struct CompilerError: Hashable {
        let path: String
        let line: Int
        let column: Int
        let text: String
        /// The last line of the error, if the compiler crashed over several.
        var lastLine: Int?
    }

    private static func errors(in text: String, tree: String) -> Set<CompilerError> {
        var found: Set<CompilerError> = []
        for line in text.split(separator: "\n") where line.contains(": error: ") {
            let parts = line.split(separator: ":", maxSplits: 4)
            guard parts.count == 5, parts[0].hasPrefix(tree + "/"), let row = Int(parts[1]), let column = Int(parts[2])
            else { continue }
            let path = String(parts[0].dropFirst(tree.count + 1))
            found.insert(CompilerError(path: path, line: row, column: column, text: String(parts[4])))
        }
        return found.union(crashes(in: text, tree: tree))
    }

    /// The places at which the compiler itself crashed: the innermost piece of source in its stack dump.
    private static func crashes(in text: String, tree: String) -> [CompilerError] {
        text.components(separatedBy: "Stack dump:").dropFirst().compactMap { dump in
            // Parses `While type-checking expression at [/tree/Sources/A.swift:121:91 - line:121:156]`.
            let pieces = dump.matches(of: /at \[([^\]\n]*?):(\d+):(\d+) - line:(\d+):\d+\]/)
            guard let piece = pieces.last?.output, piece.1.hasPrefix(tree + "/"), let line = Int(piece.2),
                let column = Int(piece.3), let last = Int(piece.4)
            else { return nil }
            let path = String(piece.1.dropFirst(tree.count + 1))
            return CompilerError(path: path, line: line, column: column, text: "crash", lastLine: last)
        }
    }

    /// Removes mutants because of an error: in the first round the innermost one around it, then all around it, then
    /// those of the line, then the neighbours.
    private mutating func drop(_ error: CompilerError, in file: MutatedFile, round: Int) {
        guard let output = outputs[file.path] else { return }
        let before = dropped[file.path] ?? []
        let around = file.wraps(around: error.line, error.column, in: output)
        var candidates: [Set<Int>] = []
        let isTooHard = error.text.contains("reasonable time")
        if isTooHard { candidates.append(file.wraps(on: error.line...error.line + 12)) }
        if let last = error.lastLine { candidates.append(file.wraps(on: error.line...last)) }
        if !isTooHard, round < 4, let inner = around.last { candidates.append([inner]) }
        candidates.append(Set(around))
        for distance in [0, 3, 15, 40] {
            candidates.append(file.wraps(on: error.line - distance...error.line + distance))
        }
        let found = candidates.first { !$0.isSubset(of: before) } ?? []
        dropped[file.path] = before.union(found)
    }

    // MARK: What was left out because of others

    /// Puts back one mutant of each function at a time. If the function then does not compile, that mutant is the
    /// culprit.
    private mutating func secondChance(in module: String, _ command: [String]) throws {
        let files = place.files.filter { $0.path.hasPrefix("Sources/\(module)/") }
        for _ in 1...12 {
            var added = files.reduce(into: [String: Set<Int>]()) { $0[$1.path] = candidates(in: $1) }
            let count = added.values.reduce(0) { $0 + $1.count }
            guard count > 0 else { return }
            for (path, wraps) in added { dropped[path]?.subtract(wraps) }
            try writeAll(files)
            var failed = 0
            while let errors = try compile(command).0 {
                let culprits = errors.compactMap { culprit(of: $0, among: added) }
                // If no culprit is found, all of them are removed again.
                let again = culprits.isEmpty ? added.flatMap { path, wraps in wraps.map { (path, $0) } } : culprits
                for (path, wrap) in again {
                    if added[path]?.remove(wrap) != nil { failed += 1 }
                    dropped[path]?.insert(wrap)
                    if let file = files.first(where: { $0.path == path }) {
                        hopeless.insert(place.name(of: file.wraps[wrap]))
                    }
                }
                try writeAll(files)
            }
            try place.keep(dropped: dropped)
            try Files.encode(hopeless.sorted(), to: place.state + "/hopeless.json")
            say("\(module): put back \(count - failed) of \(count)")
        }
    }

    private mutating func writeAll(_ files: [MutatedFile]) throws {
        for file in files { try write(file) }
    }

    private func candidates(in file: MutatedFile) -> Set<Int> {
        var functions: Set<String> = []
        let open = (dropped[file.path] ?? []).sorted().filter { !hopeless.contains(place.name(of: file.wraps[$0])) }
        return Set(open.filter { functions.insert(file.wraps[$0].mutants.first?.function ?? "").inserted })
    }

    private func culprit(of error: CompilerError, among added: [String: Set<Int>]) -> (String, Int)? {
        guard let file = place.files.first(where: { $0.path == error.path }), let wraps = added[error.path] else {
            return nil
        }
        func distance(_ wrap: Int) -> Int { abs((file.wraps[wrap].mutants.first?.line ?? 0) - error.line) }
        let around = outputs[error.path].map { file.wraps(around: error.line, error.column, in: $0) } ?? []
        let found = around.last { wraps.contains($0) } ?? wraps.min { distance($0) < distance($1) }
        return found.map { (error.path, $0) }
    }
}

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
