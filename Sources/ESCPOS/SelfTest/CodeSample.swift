/// Which codes of a page are shown.
enum CodeSample {
    /// All of them, from 80 on.
    static let rows: [[UInt8]] = stride(from: 0x80, to: 0x100, by: 32).map { row in
        (row..<row + 32).map { UInt8($0) }
    }

    static let length = 16

    /// Codes for which no two of these pages print the same, as far as so many can do that; in order.
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

    /// How many of them can be told apart; among equals, how many different things are printed for the last code.
    private static func merit(of codes: [UInt8], _ pages: [CodePage]) -> Int {
        let shown = pages.map { page in codes.map { page.scalar(for: $0) } }
        return Set(shown).count * (pages.count + 1) + Set(shown.compactMap(\.last)).count
    }
}
