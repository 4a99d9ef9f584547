import Model

/// Suggests the known word that a misspelt word may stand for.
package enum Suggestion {
    /// The nearest known word, if at most one letter in three is wrong, missing or swapped.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let near = known.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= max(1, word.count / 3) }
        return near.min { $0.1 < $1.1 }?.0
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

extension Sentence {
    /// This mistake, with the known word that a misspelt one may stand for.
    func suggesting(_ word: String, among known: [String]) -> Sentence {
        Suggestion.nearest(to: word, among: known).map { Sentence("config.suggestion", ["mistake": self, "word": $0]) }
            ?? self
    }
}
