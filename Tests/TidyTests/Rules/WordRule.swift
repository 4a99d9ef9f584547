/// Words and sentences that must not come back: the table "Words not to use" of docs/glossary.md for the names of types,
/// and a list of sentences for comments and pages.
enum WordRule {
    /// A word, or several in a row, that no name of a `package` or `public` type may have, and what to say in its place.
    struct Ban: Equatable {
        let words: [String]
        let say: String
    }

    /// Bans of the glossary that hold for some meanings only, which no program can tell apart.
    static let unchecked = [
        "booking": "a terminal's booking is called so; an entry of the day's books is a ledger entry",
        "journal": "Till's own journal is called so; others have an owner: terminal's, systemd's",
        "reader": "an encrypting reader is called so, and published names stay; see `readers(in:)`",
        "word": "a word for people is called so; a program has codes",
    ]

    /// Types that have a banned word, and why.
    static let allowed = [
        "DatabaseFinding": "a finding of the doctor's examination of the database",
        "EndOfDayEvidence": "what a person read and gave with the option --evidence",
        "EventPost": "HTTP's method POST",
        "EventPosting": "HTTP's method POST",
        "Finding": "the doctor's, as the service sends it",
        "OperatorEvidence": "what a person read and gave with the option --evidence",
        "TransactionPurpose": "the glossary's own word for what was banned",
    ]

    /// Riddles that stood in comments once.
    static let sentences = [
        "for those whose book goes by our names of them",
        "So often must as many answers stay owed as before",
        "Of which no byte left is queued again, where it is to wait on",
        "The folder that one is in is never meant by none",
        "Ends a line that whoever wrote it did not live to end",
        "only once somebody has had his hand in the printer",
    ]

    /// Names of values that are called a reader and name a terminal: `reader: DeviceAddress`. Published keys are texts.
    static func readers(in source: SwiftSource) throws -> [Offence] {
        let pattern = #"\b((?:\w+R|r)eaders?): *\[?(?:any )?(?:DeviceAddress|DeviceIdentity|PaymentTerminal)\b"#
        return try SwiftSource.matches(of: pattern, in: source.code).map { match in
            let name = match.groups[1].substring.map(String.init) ?? ""
            return Offence(path: source.path, line: match.line + 1, what: "\(name): it is a terminal")
        }
    }

    /// The bans of the glossary's table. A remark in brackets, or after `for`, is not part of the words.
    static func bans(in glossary: String) -> [Ban] {
        let table = glossary.components(after: "## Words not to use").filter { $0.hasPrefix("| ") }.dropFirst()
        return table.flatMap { row -> [Ban] in
            let cells = row.split(separator: "|").map { String($0).trimmed }
            guard cells.count == 3 else { return [] }
            return cells[0].replacing(/\(.*\)/, with: "").split(separator: ",").map { String($0).trimmed }
                .filter { !$0.hasPrefix("for ") && !$0.hasPrefix("---") }
                .map { Ban(words: $0.split(separator: " ").map(String.init), say: cells[1]) }
        }
    }

    /// Types for other rooms whose names have words of `bans`.
    static func names(in source: SwiftSource, bans: [Ban]) throws -> [Offence] {
        let pattern =
            #"^\s*(?:@\w+\s+)*(?:package|public)\s+(?:\w+\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+([A-Z]\w*)"#
        return try SwiftSource.matches(of: pattern, in: source.code).compactMap { match in
            guard let name = match.groups[1].substring.map(String.init), allowed[name] == nil,
                let ban = bans.first(where: { unchecked[$0.words[0]] == nil && has($0.words, in: parts(of: name)) })
            else { return nil }
            let what = "\(name): do not say \"\(ban.words.joined(separator: " "))\"; say \(ban.say)"
            return Offence(path: source.path, line: match.line + 1, what: what)
        }
    }

    /// Forbidden sentences in lines of text, also where they are broken over lines.
    static func riddles(in lines: [String], at path: String) -> [Offence] {
        let words = lines.enumerated().flatMap { index, line in
            line.split(separator: " ").map { (text: bare($0), line: index + 1) }.filter { !$0.text.isEmpty }
        }
        return sentences.flatMap { sentence -> [Offence] in
            let wanted = sentence.split(separator: " ").map { bare($0) }
            return words.indices.filter { start in
                words[start].text == wanted[0] && words[start...].prefix(wanted.count).map(\.text) == wanted
            }.map { Offence(path: path, line: words[$0].line, what: "a riddle: say \"\(sentence)\" plainly") }
        }
    }

    /// A word in lower case, without the punctuation around it.
    private static func bare(_ word: Substring) -> String {
        word.lowercased().trimming { !$0.isLetter && !$0.isNumber }
    }

    private static func has(_ words: [String], in parts: [String]) -> Bool {
        parts.indices.contains { start in
            let found = parts[start...].prefix(words.count)
            return found.count == words.count && zip(found, words).allSatisfy { isWord($0, $1) }
        }
    }

    /// Whether a part of a name is the word or its plural.
    private static func isWord(_ part: String, _ word: String) -> Bool {
        part == word || part == word + "s" || word.hasSuffix("y") && part == word.dropLast() + "ies"
    }

    /// The parts of a name in lower case: `ZVTReaderService` has `zvt`, `reader` and `service`.
    static func parts(of name: String) -> [String] {
        let letters = Array(name)
        var parts: [String] = []
        for index in letters.indices {
            let isLast = index + 1 == letters.count
            let begins =
                letters[index].isUppercase
                && (index == 0 || !letters[index - 1].isUppercase || !isLast && letters[index + 1].isLowercase)
            if begins || parts.isEmpty { parts.append("") }
            parts[parts.count - 1] += letters[index].lowercased()
        }
        return parts
    }
}

extension String {
    fileprivate var trimmed: String { self[...].trimming { $0 == " " } }

    /// The lines behind the one that is `heading`.
    fileprivate func components(after heading: String) -> [String] {
        let lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Array(lines.drop { $0 != heading }.dropFirst())
    }

    fileprivate func trimming(_ isNoise: (Character) -> Bool) -> String { self[...].trimming(isNoise) }
}

extension Substring {
    /// The text without such characters at its beginning and its end.
    fileprivate func trimming(_ isNoise: (Character) -> Bool) -> String {
        var rest = drop(while: isNoise)
        while let last = rest.last, isNoise(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
