// The known printer models, one value each. A new model needs an entry only here.
extension PrinterProfile {
    package static let all = [
        generic80, generic42, generic58, tmT20III, tmT88V, tmT88VI, tmT88VII, tmM30, tmM30Japan, star, srp350, ctE351,
        k80, pos5890, xprinter80,
    ]

    // MARK: Generic

    /// 80 mm paper at 203 dpi, as in most printers since 2010.
    package static let generic80 = PrinterProfile(
        name: "generic-80mm", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson, cutter: .partial(feed: 0),
        symbols: [.barcodesB, .qr], answers: .unknown)

    /// 80 mm paper at 180 dpi: Epson TM-T88III to V and similar ones.
    package static let generic42 = PrinterProfile(
        name: "generic-80mm-42", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .epson,
        cutter: .partial(feed: 0), symbols: [.barcodesB, .qr], answers: .unknown)

    /// 58 mm paper at 203 dpi, mostly small printers without a cutter.
    package static let generic58 = PrinterProfile(
        name: "generic-58mm", widthDots: 384, columnsA: 32, columnsB: 42, codePages: .pos5890,
        cutter: .none(feedLines: 4), startsInKanjiMode: true, answers: .unknown)

    // MARK: Epson

    private static let epsonAnswers: Answers = [.status, .whenPrinted]
    /// Without Aztec and Data Matrix, which came with a later generation.
    private static let epsonSymbols: SymbolCapabilities = [.barcodesB, .dataBar, .qr, .pdf417, .maxiCode]

    /// The rows of a page of the first TM-T88.
    private static let epsonPageRows = 831
    private static let epsonPage180 = PageMode(dotsPerInch: 180, mostRows: epsonPageRows)
    private static let epsonPage203 = PageMode(dotsPerInch: 203, mostRows: epsonPageRows)

    package static let tmT20III = PrinterProfile(
        name: "epson-tm-t20iii", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson,
        cutter: .partial(feed: 0), graphics: .stored, symbols: epsonSymbols, answers: epsonAnswers, drawers: 2,
        usbNames: [USBName(0x04B8, 0x0E28)], buzzer: .pattern, definableFonts: [.a], pageMode: epsonPage203)

    package static let tmT88V = PrinterProfile(
        name: "epson-tm-t88v", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .epson,
        cutter: .partial(feed: 0), graphics: .stored, symbols: epsonSymbols, answers: epsonAnswers, drawers: 2,
        definableFonts: [.a, .b], pageMode: epsonPage180)

    package static let tmT88VI = PrinterProfile(
        name: "epson-tm-t88vi", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .epson,
        cutter: .partial(feed: 0), graphics: .stored, symbols: .everything, answers: epsonAnswers, drawers: 2,
        buzzer: .pattern, pageMode: epsonPage180)

    package static let tmT88VII = PrinterProfile(
        name: "epson-tm-t88vii", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .epson,
        cutter: .partial(feed: 0), graphics: .stored, symbols: .everything, answers: epsonAnswers, drawers: 2,
        buzzer: .pattern, pageMode: epsonPage180)

    /// The TM-m30, whose font B is 10 dots wide.
    package static let tmM30 = PrinterProfile(
        name: "epson-tm-m30", widthDots: 576, columnsA: 48, columnsB: 57, codePages: .epson,
        cutter: .partial(feed: 0), graphics: .stored, symbols: .everything, answers: epsonAnswers, drawers: 2,
        buzzer: .pattern, pageMode: epsonPage203)

    /// The TM-m30 as it is sold in Japan.
    package static let tmM30Japan = PrinterProfile(
        name: "epson-tm-m30-japan", widthDots: 576, columnsA: 48, columnsB: 57, codePages: .epson,
        cutter: .partial(feed: 0), startsInKanjiMode: true, graphics: .stored, symbols: .everything,
        answers: epsonAnswers, drawers: 2, wideText: .shiftJIS, buzzer: .pattern, pageMode: epsonPage203)

    // MARK: Others

    /// Star's printers in ESC/POS mode. Few of them use it on USB; those are listed.
    package static let star = PrinterProfile(
        name: "star-escpos", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .common,
        cutter: .partial(feed: 0), symbols: [.barcodesB, .qr], answers: [.realTime, .automatic, .faults], drawers: 2,
        usbNames: [USBName(0x0519, 0x000B), USBName(0x0519, 0x0011), USBName(0x0519, 0x001B)])

    /// Bixolon's models, formerly Samsung's.
    package static let srp350 = PrinterProfile(
        name: "bixolon-srp-350", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .bixolon,
        cutter: .partial(feed: 0), symbols: [.barcodesB, .qr, .pdf417], drawers: 2,
        usbNames: [USBName(0x1504, 0x001F), USBName(0x1504, 0x0006)], definableFonts: [.a])

    package static let ctE351 = PrinterProfile(
        name: "citizen-ct-e351", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .citizen,
        cutter: .partial(feed: 0), symbols: [.barcodesB, .qr, .pdf417], drawers: 2,
        usbNames: [USBName(0x1D90, 0x20F0)], definableFonts: [.a])

    /// A printer for kiosks: its cutter obeys only `ESC i`, and it has no drawer.
    package static let k80 = PrinterProfile(
        name: "custom-k80", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .common,
        cutter: .simple(feedLines: 4),
        symbols: .barcodesA, answers: .realTime, drawers: 0, usbNames: [USBName(0x0DD4, 0x0237)])

    /// The many small printers of this type, whose support of `GS k` and `GS ( k` is unknown.
    package static let pos5890 = PrinterProfile(
        name: "pos-5890", widthDots: 384, columnsA: 32, columnsB: 42, codePages: .pos5890,
        cutter: .none(feedLines: 4), startsInKanjiMode: true, answers: .realTime,
        usbNames: [USBName(0x0483, 0x5720)], wideText: .gb18030, buzzer: .beeps)

    /// Sold under many names. It was seen to print no EAN-13 and no ITF.
    package static let xprinter80 = PrinterProfile(
        name: "xprinter-80mm", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .xprinter,
        cutter: .partial(feed: 0), startsInKanjiMode: true, symbols: [.code39, .codabar, .qr], answers: .realTime,
        usbNames: [USBName(0x0483, 0x5743), USBName(0x1FC9, 0x2016)], wideText: .gb18030,
        buzzer: .beeps)
}
