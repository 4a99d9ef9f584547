/// Which code page is in force while a job's text goes by.
///
/// The page stays as long as it can encode what comes; when it cannot, the page is taken that gets farthest into the text
/// ahead, so that a job switches as seldom as it can.
struct PageChoice {
    /// How far the choice looks ahead, in characters beyond ASCII.
    static let lookAhead = 512

    /// The place of wide text among the pages: after all of them.
    static let wide = 63

    /// In `CodePage.written`, or `wide`.
    private(set) var page: Int
    private let pages: PageSet
    private let ahead: [PageSet]
    private var position = 0

    /// - Parameters:
    ///   - pages: the printer's; not empty.
    ///   - text: for each character beyond ASCII of the job, in order, the printer's pages that have it.
    init(pages: PageSet, text: [PageSet]) {
        self.pages = pages
        ahead = text
        // Wide text is left again by selecting a page; so one has to be in force from the beginning.
        page = Self.farthest(pages, text[...].prefix { $0 != 1 << Self.wide })
    }

    /// The byte for the job's next character beyond ASCII, nil for wide text; and whether another page has to be selected
    /// before it.
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
        // The lowest bit is the page most printers have.
        return left.trailingZeroBitCount
    }
}
