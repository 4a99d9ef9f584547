/// The numbers that select code pages on one maker's printers (`ESC t n`). They differ between makers.
///
/// Only pages with a table are listed; other numbers may still mean something to the printer.
package struct CodePageMap: Hashable, Sendable {
    /// The numbers of `ESC t`, by page.
    package let numbers: [CodePage: UInt8]
    private let pages: [UInt8: CodePage]

    package init(_ numbers: [CodePage: UInt8]) {
        self.numbers = numbers
        pages = Dictionary(numbers.map { ($0.value, $0.key) }) { one, _ in one }
    }

    /// The `n` of `ESC t n` for this page; nil when the printer lacks the page.
    package func number(of page: CodePage) -> UInt8? { numbers[page] }

    /// The page that `ESC t n` selects; nil for an unlisted number.
    package func page(_ number: UInt8) -> CodePage? { pages[number] }

    /// The numbers of Epson TM printers and the many compatible ones (`ESC t`, Epson reference).
    package static let epson = CodePageMap([
        .cp437: 0, .katakana: 1, .cp850: 2, .cp860: 3, .cp863: 4, .cp865: 5, .cp851: 11, .cp857: 13, .cp737: 14,
        .iso8859_7: 15, .wpc1252: 16, .cp866: 17, .cp852: 18, .cp858: 19, .tis620: 21, .cp720: 32, .cp775: 33,
        .cp855: 34, .cp861: 35, .cp862: 36, .cp864: 37, .cp869: 38, .iso8859_2: 39, .iso8859_15: 40, .cp774: 42,
        .cp772: 43, .cp1125: 44, .wpc1250: 45, .wpc1251: 46, .wpc1253: 47, .wpc1254: 48, .wpc1255: 49, .wpc1256: 50,
        .wpc1257: 51, .wpc1258: 52, .kz1048: 53,
    ])

    /// The numbers on which most makers agree.
    package static let common = CodePageMap([
        .cp437: 0, .cp850: 2, .cp860: 3, .cp863: 4, .cp865: 5, .wpc1252: 16, .cp866: 17, .cp852: 18, .cp858: 19,
    ])

    package static let bixolon = CodePageMap([
        .cp437: 0, .cp850: 2, .wpc1252: 16, .cp866: 17, .cp852: 18, .cp858: 19, .cp862: 21, .wpc1253: 24, .wpc1254: 25,
        .wpc1251: 28,
        .cp737: 29, .cp857: 37, .iso8859_7: 38, .wpc1250: 47,
    ])

    package static let citizen = CodePageMap([
        .cp437: 0, .cp858: 2, .cp852: 6, .cp866: 7, .cp857: 8, .wpc1252: 16,
    ])

    package static let xprinter = CodePageMap([
        .cp437: 0, .cp850: 2, .iso8859_1: 6, .wpc1253: 7, .wpc1252: 16, .cp866: 17, .cp852: 18, .cp858: 19, .cp864: 22,
        .wpc1251: 23, .cp737: 24,
    ])

    /// The numbers of POS-5890 and similar 58 mm printers.
    package static let pos5890 = CodePageMap([
        .cp437: 0, .cp850: 2, .iso8859_1: 6, .cp862: 8, .wpc1252: 16, .cp866: 17, .cp852: 18, .cp858: 19, .wpc1251: 23,
        .cp737: 24, .cp857: 61, .wpc1250: 72, .wpc1253: 90, .wpc1254: 91,
    ])
}
