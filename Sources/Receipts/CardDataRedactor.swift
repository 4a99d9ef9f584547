import Model

/// Takes card data out of a terminal's receipt text before the text is stored anywhere: a second fence behind the
/// terminal's own masking and the decoder's.
///
/// A number that is a card number by its length, first digits and check digit keeps its last four digits; a date after
/// the words for a card's expiry loses its digits. Everything else stays as the terminal wrote it, cell by cell.
public enum CardDataRedactor {
    public static func redacted(_ line: PrintedLine) -> PrintedLine {
        var line = line
        line.text = redacted(line.text)
        return line
    }

    public static func redacted(_ text: String) -> String {
        withoutExpiry(withoutCardNumbers(text))
    }

    // MARK: Card numbers

    private static func withoutCardNumbers(_ text: String) -> String {
        // Digits in groups parted by single spaces or hyphens, and no letter or digit touching: an AID is not a number.
        let candidate = /\b[0-9](?:[ \-]?[0-9])+\b/.wordBoundaryKind(.simple)
        return text.replacing(candidate) { match in
            let whole = String(match.output)
            guard !isCardNumber(whole) else { return masked(whole) }
            return whole.replacing(/[0-9]+/) { group in
                isCardNumber(String(group.output)) ? masked(String(group.output)) : String(group.output)
            }
        }
    }

    private static func isCardNumber(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard let first = digits.first, (13...19).contains(digits.count) else { return false }
        let plausible =
            switch digits.count {
            case 13: first == 4
            case 14: first == 3
            case 15: first == 3
            case 16: (2...6).contains(first)
            default: (4...6).contains(first)
            }
        return plausible && passesLuhn(digits)
    }

    /// ISO/IEC 7812-1 annex B: every second digit from the right doubled, the sum a multiple of ten.
    private static func passesLuhn(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, item in
            guard item.offset % 2 == 1 else { return sum + item.element }
            return sum + (item.element > 4 ? item.element * 2 - 9 : item.element * 2)
        }
        return sum % 10 == 0
    }

    private static func masked(_ number: String) -> String {
        var kept = 4
        let reversed = number.reversed().map { character -> Character in
            guard character.isNumber else { return character }
            kept -= 1
            return kept >= 0 ? character : "*"
        }
        return String(reversed.reversed())
    }

    // MARK: Expiry

    private static func withoutExpiry(_ text: String) -> String {
        let expiry =
            #/
            (?i)
            (?: g(?:ü|ue)ltig[a-z]* | verf[a-z]* | ablauf[a-z]* | exp(?:ir(?:y|es|ation))? | valid )
            (?: \h* (?: bis | thru | to | until | date ) )?
            [.:\h]*
            [0-9]{2} \h* [\/.\-]? \h* [0-9]{2,4} \b
            /#
        return text.replacing(expiry) { match in
            String(match.output.map { $0.isNumber ? "*" : $0 })
        }
    }
}
