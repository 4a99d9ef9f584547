/// An e-mail address without a display name: `anna@example.org`.
///
/// Only the usual form is accepted (RFC 5321 §4.1.2, a dot-string at a domain, in ASCII); quoted, commented and listed
/// addresses are refused. So an address contains nothing that could end a header or begin an option.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    // RFC 5321 §4.5.3.1.
    static let longest = 254
    static let longestLocalPart = 64
    static let longestLabel = 63

    package let description: String
    /// The part after the `@`.
    package let domain: String

    /// Nil if the text is no such address, or if it contains a card number, because addresses are stored and logged.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= Self.longest, Self.isLocalPart(parts[0]),
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isLabel),
            !CardData.isIn(written: text)
        else { return nil }
        description = text
        domain = String(parts[1])
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= longestLocalPart && !text.hasPrefix("-")
            && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0.isLetterOrDigit || signs.contains($0) } }
    }

    private static func isLabel(_ text: Substring) -> Bool {
        (1...longestLabel).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasSuffix("-")
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// The other characters of a word (RFC 5322 §3.2.3, atext).
    private static let signs = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    package var isLetterOrDigit: Bool {
        let character = Character(UnicodeScalar(self))
        return self < 0x80 && (character.isLetter || character.isNumber)
    }
}
