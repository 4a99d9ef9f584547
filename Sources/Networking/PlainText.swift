import Model

/// Plain text from the HTML that WordPress allows in names and messages.
package enum PlainText {
    /// Removes tags and surrounding white space and resolves character references. Text that only looks like HTML (`1 < 2`,
    /// `A & B`) stays; card numbers typed into a name or an article are removed.
    package static func from(html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return CardData.masked(written: trimmed(html))
        }
        var plain = ""
        var rest = Substring(html)
        // Behind the last `>` no tag can end, however many seem to begin.
        let lastClose = html.lastIndex(of: ">") ?? html.startIndex
        while let character = rest.first {
            if character == "<", rest.startIndex < lastClose, let end = endOfTag(rest) {
                rest = rest[end...]
            } else if character == "&", let (resolved, end) = reference(rest) {
                plain.append(resolved)
                rest = rest[end...]
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        return CardData.masked(written: trimmed(plain))
    }

    /// HTML with its character references resolved, except those of the signs that HTML itself is written with; nil if it has no
    /// reference, or too few digits for a card number.
    static func withoutReferences(_ html: String) -> String? {
        guard html.utf8.contains(UInt8(ascii: "&")), CardData.mayBeIn(Array(html.utf8)[...]) else { return nil }
        var (resolved, rest) = ("", Substring(html))
        while let sign = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            resolved += rest[..<sign]
            if let (character, end) = reference(rest[sign...]), !signsOfHTML.contains(character) {
                resolved.append(character)
                rest = rest[end...]
            } else {
                resolved += "&"
                rest = rest[rest.utf8.index(after: sign)...]
            }
        }
        return resolved + rest
    }

    private static let signsOfHTML: Set<Character> = ["<", ">", "&", "\"", "'"]

    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        guard let second = text.dropFirst().first, second.isLetter || second == "/" || second == "!",
            let close = text.firstIndex(of: ">")
        else { return nil }
        return text.index(after: close)
    }

    /// The longest character reference, `&` and `;` included.
    private static let longestReference = 10

    private static func reference(_ text: Substring) -> (Character, Substring.Index)? {
        guard let semicolon = text.prefix(longestReference).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<semicolon]
        let end = text.index(after: semicolon)
        if let character = named[String(name)] { return (character, end) }
        guard name.first == "#", let scalar = scalar(name.dropFirst()) else { return nil }
        return (Character(scalar), end)
    }

    private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
        let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number >= 0x20 else { return nil }
        return Unicode.Scalar(number)
    }

    private static let named: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "euro": "€", "pound": "£",
        "yen": "¥", "ndash": "–", "mdash": "—", "hellip": "…", "times": "×", "rarr": "→", "larr": "←",
    ]

    private static let visible: ClosedRange<UInt8> = UInt8(ascii: "!")...UInt8(ascii: "~")

    private static func trimmed(_ text: String) -> String {
        // What begins and ends with letters or marks of ASCII, as most texts do, has nothing to be removed.
        if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first), visible.contains(last) {
            return text
        }
        var trimmed = text.drop(while: \.isWhitespace)
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return String(trimmed)
    }
}
