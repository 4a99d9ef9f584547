/// Chooses the code pages of a job's text.
///
/// A page stays selected as long as it has the next character. Then the page is chosen that covers the most text ahead, so
/// that a job rarely switches.
struct PageChoice {
    /// How many non-ASCII characters the choice looks ahead.
    static let lookAhead = 512

    /// The index of wide text, behind all pages.
    static let wide = 63

    /// The selected page as an index in `CodePage.written`, or `wide`.
    private(set) var page: Int
    private let pages: PageSet
    private let ahead: [PageSet]
    private var position = 0

    /// Chooses the page for the beginning of the text.
    ///
    /// - Parameters:
    ///   - pages: the printer's pages; not empty.
    ///   - text: for each non-ASCII character of the job, in order, the printer's pages that have it.
    init(pages: PageSet, text: [PageSet]) {
        self.pages = pages
        ahead = text
        // Wide text ends by selecting a page, so one must be selected from the start.
        page = Self.farthest(pages, text[...].prefix { $0 != 1 << Self.wide })
    }

    /// The byte of the next non-ASCII character, nil for wide text; and whether another page must be selected first.
    mutating func next(_ scalar: Unicode.Scalar) -> (byte: UInt8?, isNewPage: Bool) {
        defer { position += 1 }
        if page != Self.wide {
            let byte = CodePage.tables[page].bytes[scalar]
            if byte != 0 { return (byte, false) }
        } else if ahead[position] == 1 << Self.wide {
            return (nil, false)
        }
        page = Self.farthest(pages, ahead[position...])
        return (page == Self.wide ? nil : CodePage.tables[page].bytes[scalar], true)
    }

    private static func farthest(_ pages: PageSet, _ text: ArraySlice<PageSet>) -> Int {
        var left = pages | 1 << wide
        for having in text.prefix(lookAhead) {
            let both = left & having
            if both == 0 { break }
            left = both
        }
        // The lowest bit is the page that most printers have.
        return left.trailingZeroBitCount
    }
}
