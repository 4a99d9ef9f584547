/// Search of a text in the full-text indexes, which hold each run of three characters.
enum Trigrams {
    /// The query for the index: every document that contains `folded` matches it, and few others. Nil when the text is too
    /// short for the index.
    static func query(_ folded: String) -> String? {
        let letters = Array(folded.unicodeScalars.prefix(longest))
        guard letters.count >= 3 else { return nil }
        var runs: [String] = []
        for start in 0...(letters.count - 3) {
            var run = String.UnicodeScalarView()
            run.append(contentsOf: letters[start..<start + 3])
            let quoted = String(run).replacing("\"", with: "\"\"")
            runs.append("\"\(quoted)\"")
        }
        return Array(Set(runs)).sorted().joined(separator: " AND ")
    }

    /// The beginning of a text that the index is asked for. What it finds is compared with the whole text.
    private static let longest = 64
}
