import Model

/// One element of GS1 data: its identifier and its value (GS1 General Specifications §3).
package struct GS1Element: Hashable, Sendable {
    /// Two to four digits: `01` is an item, `10` a batch.
    package let identifier: String
    package let value: String

    /// Longest value of an element.
    static let longestValue = 90

    /// Whether a scanner knows from the identifier where the value ends. If not, a separator follows, unless the
    /// element is the last.
    package var hasPredefinedLength: Bool { predefinedLength != nil }

    /// The length of identifier and value together, if the first two digits determine it (GS1 General Specifications,
    /// figure 7.8.5-2).
    private var predefinedLength: Int? {
        switch identifier.prefix(2) {
        case "00": 20
        case "01", "02", "03", "41": 16
        case "04": 18
        case "11", "12", "13", "14", "15", "16", "17", "18", "19": 8
        case "20": 4
        case "31", "32", "33", "34", "35", "36": 10
        default: nil
        }
    }

    /// The elements of a text such as `(01)09501101530003(10)A1`.
    static func parse(_ text: String, for kind: Symbol.Kind) throws(SymbolError) -> [GS1Element] {
        guard text.hasPrefix("(") else { throw .elements(kind, Sentence("detail.noBracket")) }
        var elements: [GS1Element] = []
        for part in text.dropFirst().split(separator: "(", omittingEmptySubsequences: false) {
            let halves = part.split(separator: ")", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { throw .elements(kind, Sentence("detail.openBracket", ["part": part])) }
            let element = GS1Element(identifier: String(halves[0]), value: String(halves[1]))
            if let mistake = element.mistake { throw .elements(kind, mistake) }
            elements.append(element)
        }
        return elements
    }

    /// The elements of data without brackets, in the groups between separators; nil if it is no GS1 data.
    package static func read(_ groups: [String]) -> [GS1Element]? {
        var elements: [GS1Element] = []
        for group in groups {
            var rest = group[...]
            while !rest.isEmpty {
                let identifier = String(rest.prefix(identifierLength(rest)))
                rest = rest.dropFirst(identifier.count)
                let length = GS1Element(identifier: identifier, value: "").predefinedLength ?? group.count
                let value = String(rest.prefix(length - (length == group.count ? 0 : identifier.count)))
                rest = rest.dropFirst(value.count)
                guard !value.isEmpty else { return nil }
                elements.append(GS1Element(identifier: identifier, value: value))
            }
        }
        return elements.isEmpty ? nil : elements
    }

    /// The length of the identifier by its first two digits (GS1 General Specifications §3.2).
    private static func identifierLength(_ data: Substring) -> Int {
        switch data.prefix(2) {
        case "23", "24", "25", "40", "41", "42", "71": 3
        case "31", "32", "33", "34", "35", "36", "39", "43", "70", "72", "80", "81", "82": 4
        default: 2
        }
    }

    private var mistake: Sentence? {
        guard (2...4).contains(identifier.utf8.count), identifier.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return Sentence("detail.noIdentifier", ["identifier": identifier])
        }
        guard (1...Self.longestValue).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7A).contains($0) })
        else { return Sentence("detail.badValue", ["identifier": identifier]) }
        if let length = predefinedLength, identifier.count + value.count != length {
            return Sentence(
                "detail.valueLength", ["identifier": identifier, "length": length - identifier.count])
        }
        if ["00", "01", "02"].contains(identifier),
            value.last?.wholeNumberValue != CheckDigit.modulo10(String(value.dropLast()))
        {
            return Sentence("detail.wrongCheckDigit", ["identifier": identifier])
        }
        return nil
    }
}
