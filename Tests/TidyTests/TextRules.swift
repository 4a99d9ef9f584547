/// Rules about what is written, not what it does.
enum TextRule {
    /// Tabs, in any text file of ours.
    static func tabs(in text: String, at path: String) -> [Offence] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
            index, line in
            line.contains("\t") ? Offence(path: path, line: index + 1, what: "a tab; indent with four spaces") : nil
        }
    }

    /// A promise to do it later belongs on the list of issues.
    static func postponements(in source: SwiftSource) throws -> [Offence] {
        try SwiftSource.matches(of: #"\b(TODO|FIXME|XXX|HACK)\b"#, in: source.comments).map { match in
            Offence(path: source.path, line: match.line + 1, what: "unfinished: do it, or open an issue")
        }
    }

    /// Test data that belongs to other projects is read from beside the repository, never copied into it.
    static func foreignData(among paths: [String]) -> [Offence] {
        paths.filter { path in
            let name = path.split(separator: "/").last ?? ""
            return name.hasSuffix("-vectors.json") || path.contains("woo-recordings/") || path.contains("woo-samples/")
        }.map { Offence(path: $0, line: 1, what: "another project's test data; read it from where it lies") }
    }
}

/// In the rooms that others build upon, what is public says what it promises.
///
/// Types, functions and type aliases. Initialisers, stored properties, operators and the requirements of the standard
/// library's protocols speak by their names.
enum DocumentationRule {
    static let rooms = ["Sources/Flow/", "Sources/Hardware/"]

    private static let declaration =
        #"^\s*public\s+((static|final|indirect|mutating|nonisolated|class)\s+)*"#
        + #"(struct|class|enum|actor|protocol|typealias|func)\s+([\w`]+)"#
    private static let spokenFor: Set<Substring> = ["hash", "encode"]

    static func offences(in source: SwiftSource) throws -> [Offence] {
        guard rooms.contains(where: source.path.hasPrefix) else { return [] }
        return try SwiftSource.matches(of: declaration, in: source.code).compactMap { match in
            guard let name = match.groups[4].substring, !spokenFor.contains(name),
                !isDocumented(line: match.line, of: source)
            else { return nil }
            let what = "\(name) is public and promises nothing: add ///"
            return Offence(path: source.path, line: match.line + 1, what: what)
        }
    }

    /// Whether a doc comment stands right above, attributes between them aside.
    private static func isDocumented(line: Int, of source: SwiftSource) -> Bool {
        let above = source.lines[..<line].reversed().first { line in
            !line.drop { $0 == " " }.hasPrefix("@")
        }
        return above?.drop { $0 == " " }.hasPrefix("///") ?? false
    }
}
