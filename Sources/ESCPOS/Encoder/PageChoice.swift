/// Which code page is in force while a job's text goes by.
///
/// The page stays as long as it can encode what comes; when it cannot, the page is taken that gets farthest into the text
/// ahead, so that a job switches as seldom as it can.
struct PageChoice {
    /// How far the choice looks ahead, in characters beyond ASCII.
    static let lookAhead = 512

    private(set) var page: CodePage
    private let pages: [CodePage]
    private let ahead: [Unicode.Scalar]
    private var position = 0

    /// - Parameters:
    ///   - pages: the printer's, best first; not empty.
    ///   - text: all text of the job, each character on at least one page.
    init(pages: [CodePage], text: some Sequence<Unicode.Scalar>) {
        self.pages = pages
        ahead = text.filter { !$0.isASCII }
        page = Self.farthest(pages, from: ahead[...])
    }

    /// The byte for the job's next character beyond ASCII, and the page to select before it where that changes.
    mutating func next(_ scalar: Unicode.Scalar) -> (select: CodePage?, byte: UInt8?) {
        defer { position += 1 }
        if let byte = page.byte(for: scalar) { return (nil, byte) }
        page = Self.farthest(pages, from: ahead[position...])
        return (page, page.byte(for: scalar))
    }

    private static func farthest(_ pages: [CodePage], from text: ArraySlice<Unicode.Scalar>) -> CodePage {
        var best = (page: pages[0], reach: -1)
        for page in pages {
            let reach = text.prefix(lookAhead).prefix { page.byte(for: $0) != nil }.count
            if reach > best.reach { best = (page, reach) }
        }
        return best.page
    }
}
