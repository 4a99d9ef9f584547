import Model

/// Where a value comes from.
package enum ConfigurationOrigin: Hashable, Sendable {
    case builtIn
    case file(String, TextPlace)
    case variable(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// `/etc/till/till.toml:3:12`, `TILL_SHOP_LANGUAGE`.
    package var description: String {
        switch self {
        case .builtIn: "built in"
        case .file(let name, let place): "\(name):\(place.line):\(place.column)"
        case .variable(let name): name
        }
    }
}

/// One thing that is wrong with a configuration. None stands for another: all are told at once.
package struct ConfigurationProblem: Hashable, Sendable {
    package let origin: ConfigurationOrigin
    /// A whole sentence, with what would be right where that is known. Never holds a secret.
    package let sentence: String

    /// Without card data, whatever of the configuration the sentence repeats.
    init(origin: ConfigurationOrigin, sentence: String) {
        self.origin = origin
        self.sentence = CardData.masked(sentence)
    }

    /// As compilers write it, so that an editor finds the place.
    package var line: String { "\(origin): error: \(sentence)" }
}

/// What someone may have meant.
package enum Suggestion {
    /// The known word that is nearest, if it is near: one letter in three may be wrong, missing, or out of turn.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let near = known.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= max(1, word.count / 3) }
        return near.min { $0.1 < $1.1 }?.0
    }

    static func sentence(_ word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
    }

    /// Longer words are no typing mistakes, and would only take time.
    private static let longestWord = 64

    /// Letters to insert, remove, replace, or swap with their neighbour.
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
