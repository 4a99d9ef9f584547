/// A failure's code is a case of an enum in `Sources/Failures/Codes`, and each case is used somewhere.
enum FailureRule {
    static let list = "Sources/Failures/"
    private static let homes = ["Sources/", "Simulator/"]

    /// Enums of codes in other places would be in no list, and have no exit status.
    static func unlisted(in source: SwiftSource) throws -> [Offence] {
        guard homes.contains(where: source.path.hasPrefix), !source.path.hasPrefix(list) else { return [] }
        return try SwiftSource.matches(
            of: #"^\s*(\w+\s+)*enum\s+\w+\s*:.*\b(FailureCode|ListedFailure)\b"#, in: source.code
        ).map {
            Offence(path: source.path, line: $0.line + 1, what: "codes of failures belong into \(list)Codes")
        }
    }

    /// Cases that no file uses: no file that names their enum has them, apart from comparisons.
    static func dead(in sources: [SwiftSource]) throws -> [Offence] {
        let makers = sources.filter { source in
            homes.contains(where: source.path.hasPrefix) && !source.path.hasPrefix(list)
        }
        return try sources.filter { $0.path.hasPrefix(list + "Codes/") }.flatMap { source in
            let layer = source.path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
            let makers = makers.filter { $0.mentions([layer]) }
            let made = Set(makers.flatMap { names(in: withoutComparisons($0.code.joined(separator: "\n"), layer)) })
            return try SwiftSource.matches(of: #"^\s*case (\w+) ="#, in: source.code).compactMap { match -> Offence? in
                guard let name = match.groups[1].substring, !made.contains(String(name)) else { return nil }
                return Offence(path: source.path, line: match.line + 1, what: "nothing fails with \(layer).\(name)")
            }
        }
    }

    private static func withoutComparisons(_ text: String, _ layer: String) -> String {
        text.replacing(".is(\(layer).", with: ".is(")
    }

    /// The names that follow a dot.
    private static func names(in text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0.isLetter || $0.isNumber })
        }
    }
}
