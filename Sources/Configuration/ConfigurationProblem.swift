import Model

/// Where a value comes from.
package enum ConfigurationOrigin: Hashable, Sendable {
    case builtIn
    case file(String, TextPlace)
    case variable(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// The place as messages show it: `/etc/till/till.toml:3:12` or `TILL_SHOP_LANGUAGE`.
    package var description: String {
        switch self {
        case .builtIn: "built in"
        case .file(let name, let place): "\(name):\(place.line):\(place.column)"
        case .variable(let name): name
        }
    }
}

/// One mistake in a configuration. All mistakes are reported at once.
package struct ConfigurationProblem: Hashable, Sendable {
    package let origin: ConfigurationOrigin
    /// A whole sentence that also says what would be right, if that is known. It never contains a secret.
    package let sentence: String

    /// Removes card data, since the sentence may repeat text of the configuration.
    init(origin: ConfigurationOrigin, sentence: String) {
        self.origin = origin
        self.sentence = CardData.masked(sentence)
    }

    /// The problem in the form of a compiler's error, so that editors jump to the place.
    package var line: String { "\(origin): error: \(sentence)" }
}

/// Suggests the known word that a misspelt word may stand for.
package enum Suggestion {
    /// The nearest known word, if at most one letter in three is wrong, missing or swapped.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let near = known.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= max(1, word.count / 3) }
        return near.min { $0.1 < $1.1 }?.0
    }

    static func sentence(_ word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
    }

    /// The length limit: longer words are no typing mistakes and would take too long to compare.
    private static let longestWord = 64

    /// The edit distance: letters to insert, remove, replace, or swap with their neighbour.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        guard one.count <= longestWord, other.count <= longestWord else { return .max }
        var beforeLast = [Int](repeating: 0, count: other.count + 1)
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                let replaced = last[column] + (letter == otherLetter ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
