/// One line of a udev rules file: `KEY{attribute}operator"value"`, separated by commas.
struct UdevRule: Equatable {
    struct Term: Equatable {
        let key: String
        let attribute: String?
        let comparison: String
        let value: String

        var isMatch: Bool { comparison == "==" || comparison == "!=" }
    }

    let line: Int
    let terms: [Term]
}

/// Why a line is not a rule.
struct UdevSyntaxError: Error, Equatable {
    let line: Int
    let what: String
}

/// Reads what udev(7) describes, strictly: text that it does not understand is an error, where udevd would warn and go
/// on.
struct UdevParser {
    private static let matchKeys: Set<String> = [
        "ACTION", "DEVPATH", "KERNEL", "KERNELS", "SUBSYSTEM", "SUBSYSTEMS", "DRIVER", "DRIVERS", "ATTR", "ATTRS",
        "ENV",
        "TAG", "TAGS",
    ]
    private static let assignmentKeys: Set<String> = [
        "GROUP", "MODE", "ENV", "SYMLINK", "TAG", "GOTO", "LABEL", "IMPORT",
    ]
    private static let operators = ["==", "!=", "+=", ":=", "="]

    static func rules(in text: String) throws(UdevSyntaxError) -> [UdevRule] {
        var rules: [UdevRule] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " }
            if line.isEmpty || line.hasPrefix("#") { continue }
            rules.append(UdevRule(line: index + 1, terms: try terms(of: line, number: index + 1)))
        }
        return rules
    }

    private static func terms(of line: Substring, number: Int) throws(UdevSyntaxError) -> [UdevRule.Term] {
        var rest = line
        var terms: [UdevRule.Term] = []
        while !rest.isEmpty {
            if !terms.isEmpty {
                guard rest.first == "," else { throw UdevSyntaxError(line: number, what: "a comma is missing") }
                rest = rest.dropFirst().drop { $0 == " " }
            }
            terms.append(try term(from: &rest, number: number))
            rest = rest.drop { $0 == " " }
        }
        return terms
    }

    private static func term(from rest: inout Substring, number: Int) throws(UdevSyntaxError) -> UdevRule.Term {
        let key = String(rest.prefix { $0.isUppercase })
        rest = rest.dropFirst(key.count)
        var attribute: String?
        if rest.first == "{" {
            attribute = String(rest.dropFirst().prefix { $0 != "}" })
            rest = rest.drop { $0 != "}" }.dropFirst()
        }
        guard let comparison = operators.first(where: { [rest] in rest.hasPrefix($0) }) else {
            throw UdevSyntaxError(line: number, what: "no operator after '\(key)'")
        }
        rest = rest.dropFirst(comparison.count)
        let value = try quoted(from: &rest, number: number)
        let term = UdevRule.Term(key: key, attribute: attribute, comparison: comparison, value: value)
        guard (term.isMatch ? matchKeys : assignmentKeys).contains(key) else {
            throw UdevSyntaxError(line: number, what: "'\(key)' with '\(comparison)' is not for these rules")
        }
        return term
    }

    private static func quoted(from rest: inout Substring, number: Int) throws(UdevSyntaxError) -> String {
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
            throw UdevSyntaxError(line: number, what: "quotation marks do not balance")
        }
        defer { rest = rest[rest.index(after: end)...] }
        return String(rest[rest.index(after: rest.startIndex)..<end])
    }
}

/// What our rules files may grant: access for their own group, nothing for the world, and only to devices they
/// describe.
enum UdevPolicy {
    static func offences(in rules: [UdevRule], at path: String) -> [Offence] {
        let labels = rules.flatMap(\.terms).filter { $0.key == "LABEL" }.map(\.value)
        return rules.flatMap { rule in
            (rule.terms.compactMap { objection(to: $0, labels: labels) } + objections(to: rule))
                .map { Offence(path: path, line: rule.line, what: $0) }
        }
    }

    private static func objection(to term: UdevRule.Term, labels: [String]) -> String? {
        if term.isMatch { return nil }
        return switch (term.key, term.value) {
        case ("MODE", let mode) where mode != "0660": "mode \(mode) is not 0660"
        case ("GROUP", let group) where group != "till": "group \(group) is not till"
        case ("GOTO", let label) where !labels.contains(label): "there is no label \(label)"
        case ("IMPORT", let what) where term.attribute != "builtin": "\(what) is no part of udev itself"
        case ("SYMLINK", let link) where !link.hasPrefix("till/"): "the link \(link) is not below /dev/till"
        default: nil
        }
    }

    /// A rule that grants access must say to what: a subsystem, and one more property of the device.
    private static func objections(to rule: UdevRule) -> [String] {
        guard rule.terms.contains(where: { $0.key == "GROUP" || $0.key == "MODE" }) else { return [] }
        let matches = rule.terms.filter(\.isMatch)
        let narrow = matches.contains { $0.key == "SUBSYSTEM" } && matches.contains { $0.key != "SUBSYSTEM" }
        let whole = ["GROUP", "MODE"].allSatisfy { key in rule.terms.contains { $0.key == key } }
        return (narrow ? [] : ["grants more than it describes"]) + (whole ? [] : ["GROUP and MODE belong together"])
    }
}
