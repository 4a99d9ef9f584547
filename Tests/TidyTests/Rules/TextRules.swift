/// Rules about what is written, not about what it does.
enum TextRule {
    /// Tabs, in any text file of ours.
    static func tabs(in text: String, at path: String) -> [Offence] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
            index, line in
            line.contains("\t") ? Offence(path: path, line: index + 1, what: "a tab; indent with four spaces") : nil
        }
    }

    /// A promise to do something later belongs on the list of issues.
    static func postponements(in source: SwiftSource) throws -> [Offence] {
        try SwiftSource.matches(of: #"\b(TODO|FIXME|XXX|HACK)\b"#, in: source.comments).map { match in
            Offence(path: source.path, line: match.line + 1, what: "unfinished: do it, or open an issue")
        }
    }

    /// Pages that a comment refers to and this repository does not have. `known` are the paths of its files.
    static func lostReferences(in source: SwiftSource, known: [String]) throws -> [Offence] {
        try SwiftSource.matches(of: #"[\w./-]+\.md\b"#, in: source.comments).compactMap { match in
            guard let page = match.groups[0].substring,
                !known.contains(where: { $0 == page || $0.hasSuffix("/\(page)") })
            else { return nil }
            return Offence(path: source.path, line: match.line + 1, what: "\(page) is not in this repository")
        }
    }

    /// Links and pictures of a Markdown page that lead to no file of this repository; links to the web are not checked.
    static func brokenLinks(in text: String, at path: String, known: [String]) throws -> [Offence] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let folder = path.split(separator: "/").dropLast()
        return try lines.enumerated().flatMap { index, line in
            try line.matches(of: Regex(#"(?:\]\(|src=")([^)#"\s]+)"#)).compactMap { match in
                guard let target = match.output[1].substring, !target.contains(":"),
                    !known.contains(resolve(target, from: folder))
                else { return nil }
                return Offence(path: path, line: index + 1, what: "there is no \(target)")
            }
        }
    }

    private static func resolve(_ target: Substring, from folder: ArraySlice<Substring>) -> String {
        var parts = Array(folder)
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// Test data that belongs to other projects is read from beside the repository, never copied into it.
    static func foreignData(among paths: [String]) -> [Offence] {
        paths.filter { path in
            let name = path.split(separator: "/").last ?? ""
            return name.hasSuffix("-vectors.json") || path.contains("woo-recordings/") || path.contains("woo-samples/")
        }.map { Offence(path: $0, line: 1, what: "another project's test data; read it from where it lies") }
    }
}

/// In the rooms that others build upon, declarations that other rooms may use have a doc comment.
///
/// The rule covers types, functions and type aliases. Initialisers, stored properties and operators need no comment;
/// neither do the requirements of the standard library's protocols. A function that fulfils a protocol of its room, or
/// overloads another function there, is documented by that one.
enum DocumentationRule {
    static let rooms = ["Flow/Sources/Flow/", "Sources/Hardware/"]

    private static let modifiers = #"((static|final|indirect|mutating|nonisolated|class)\s+)*"#
    private static let publicDeclaration =
        #"^\s*(public|package)\s+"# + modifiers + #"(struct|class|enum|actor|protocol|typealias|func)\s+(\w+)"#
    private static let anyFunction = #"^\s*((public|package)\s+)?"# + modifiers + #"func\s+(\w+)"#
    private static let spokenFor: Set<Substring> = ["hash", "encode", "next", "makeIterator", "makeAsyncIterator"]

    static func offences(in sources: [SwiftSource]) throws -> [Offence] {
        try rooms.flatMap { room in
            let sources = sources.filter { $0.path.hasPrefix(room) }
            let spokenFor = try sources.reduce(into: Self.spokenFor) { $0.formUnion(try documentedFunctions(in: $1)) }
            return try sources.flatMap { try offences(in: $0, spokenFor: spokenFor) }
        }
    }

    private static func offences(in source: SwiftSource, spokenFor: Set<Substring>) throws -> [Offence] {
        try SwiftSource.matches(of: publicDeclaration, in: source.code).compactMap { match in
            guard let kind = match.groups[4].substring, let name = match.groups[5].substring,
                !(kind == "func" && spokenFor.contains(name)), !isDocumented(line: match.line, of: source)
            else { return nil }
            let what = "\(name) is for other rooms and promises nothing: add ///"
            return Offence(path: source.path, line: match.line + 1, what: what)
        }
    }

    private static func documentedFunctions(in source: SwiftSource) throws -> [Substring] {
        try SwiftSource.matches(of: anyFunction, in: source.code)
            .filter { isDocumented(line: $0.line, of: source) }.compactMap { $0.groups[5].substring }
    }

    /// Whether a doc comment stands right above, attributes between them aside.
    private static func isDocumented(line: Int, of source: SwiftSource) -> Bool {
        let above = source.lines[..<line].reversed().first { line in
            !line.drop { $0 == " " }.hasPrefix("@")
        }
        return above?.drop { $0 == " " }.hasPrefix("///") ?? false
    }
}

/// A doc comment says first what is promised. Only an initialiser may begin with its parameters: what it makes is told by its type.
enum PromiseRule {
    private static let begins = #"^\s*/// - (Parameters?|Returns|Throws)\b"#
    private static let initialiser =
        #"^\s*((public|package|private|fileprivate|override|convenience|required)\s+)*init\b"#

    static func offences(in source: SwiftSource) throws -> [Offence] {
        let initialiser = try Regex(initialiser)
        return try SwiftSource.matches(of: begins, in: source.comments).compactMap { match in
            let above = match.line > 0 ? source.lines[match.line - 1].drop { $0 == " " } : ""
            guard !above.hasPrefix("///") else { return nil }
            let declaration = source.lines[match.line...].first { line in
                let text = line.drop { $0 == " " }
                return !text.hasPrefix("//") && !text.hasPrefix("@")
            }
            guard declaration?.firstMatch(of: initialiser) == nil else { return nil }
            let what = "the comment begins with its parameters: say first what is promised"
            return Offence(path: source.path, line: match.line + 1, what: what)
        }
    }
}

/// `public` is what a library product promises to other packages. Between rooms of this package it is `package`.
enum AccessRule {
    /// Flow and FlowProbe are products, with their example.
    static let products = ["Flow/"]

    static func offences(in source: SwiftSource) throws -> [Offence] {
        guard !products.contains(where: source.path.hasPrefix), !source.path.hasPrefix("Mutants/") else { return [] }
        return try SwiftSource.matches(of: #"^\s*(@\w+\s+)*public\s+[a-z]"#, in: source.code).map { match in
            Offence(path: source.path, line: match.line + 1, what: "public, in a room that is no product: package")
        }
    }
}
