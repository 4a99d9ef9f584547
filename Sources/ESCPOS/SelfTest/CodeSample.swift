/// Chooses the codes of a page to show.
enum CodeSample {
    /// All codes from 80 on.
    static let rows: [[UInt8]] = stride(from: 0x80, to: 0x100, by: 32).map { row in
        (row..<row + 32).map { UInt8($0) }
    }

    static let length = 16

    /// Codes that print differently on each two of these pages, as far as this many codes can; sorted.
    static func codes(telling pages: [CodePage]) -> [UInt8] {
        var codes: [UInt8] = []
        while codes.count < length {
            let left = rows.joined().filter { !codes.contains($0) }
            let best = left.map { ($0, merit(of: codes + [$0], pages)) }.max { $0.1 < $1.1 }
            guard let best else { break }
            codes.append(best.0)
        }
        return codes.sorted()
    }

    /// How many pages the codes tell apart; as a tie-break, how many different characters the last code prints.
    private static func merit(of codes: [UInt8], _ pages: [CodePage]) -> Int {
        let shown = pages.map { page in codes.map { page.scalar(for: $0) } }
        return Set(shown).count * (pages.count + 1) + Set(shown.compactMap(\.last)).count
    }
}
