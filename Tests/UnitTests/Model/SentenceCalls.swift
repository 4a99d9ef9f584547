import Foundation

/// A place in the sources that uses a sentence of the catalogue, found by its literal.
struct SentenceCall: Hashable {
    let key: String
    /// The names of the arguments; nil if they do not stand at that place.
    let arguments: Set<String>?

    static func all(in source: String) -> [SentenceCall] {
        source.matches(of: /(?:Sentence|text|say|Step|Meaning)\(\s*"([A-Za-z0-9]+(?:\.[A-Za-z0-9]+)+)"/).map {
            match in
            let rest = source[match.range.upperBound...].drop(while: \.isWhitespace)
            return SentenceCall(key: String(match.1), arguments: arguments(rest))
        }
    }

    private static func arguments(_ rest: Substring) -> Set<String>? {
        guard rest.first == "," else { return [] }
        let next = rest.dropFirst().drop(while: \.isWhitespace)
        // After a key come its arguments or, in a table of codes, the next step.
        guard next.first == "[" else { return next.first == "." ? [] : nil }
        return names(next.dropFirst())
    }

    /// The keys of a dictionary literal, from after its opening bracket.
    private static func names(_ text: Substring) -> Set<String> {
        var (names, depth, rest): (Set<String>, Int, Substring) = ([], 1, text)
        while depth > 0, let first = rest.first {
            if depth == 1, let name = rest.prefixMatch(of: /"([A-Za-z]+)":/) {
                names.insert(String(name.1))
                rest = rest[name.range.upperBound...]
                continue
            }
            if first == "\"" {
                rest = rest.dropFirst().drop { $0 != "\"" }.dropFirst()
                continue
            }
            depth += "[(".contains(first) ? 1 : ")]".contains(first) ? -1 : 0
            rest = rest.dropFirst()
        }
        return names
    }
}

/// All Swift sources of the programs.
enum ProgramSources {
    static var all: [String] {
        get throws { try files(in: ["Sources", "Simulator"]) }
    }

    /// Those of `till` alone.
    static var sources: [String] {
        get throws { try files(in: ["Sources"]) }
    }

    private static func files(in folders: [String]) throws -> [String] {
        var root = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path), root.path != "/" {
            root.deleteLastPathComponent()
        }
        return try folders.flatMap { folder in
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.map {
                try String(contentsOf: $0, encoding: .utf8)
            }
        }
    }
}
