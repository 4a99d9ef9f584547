/// What one printer model can do, as data. Nothing is sent to a printer that its profile does not have: an unknown command
/// is printed as letters.
public struct PrinterProfile: Hashable, Sendable {
    public typealias Font = PrinterFont

    /// How a sheet ends.
    public enum Cutter: Hashable, Sendable {
        /// No cutter: feed so many lines, to where the paper is torn.
        case none(feedLines: Int)
        /// `GS V 65 n`: feeds to the cutter by itself and `feed` units more, then cuts through.
        case full(feed: UInt8)
        /// `GS V 66 n`: the same, and leaves a point uncut.
        case partial(feed: UInt8)
        /// `GS V 0`, which feeds nothing: so many dots are fed before it, from the head to the blade.
        case fullAfterFeed(dots: UInt8)
        /// `GS V 1`, the same way.
        case partialAfterFeed(dots: UInt8)
        /// `ESC i`, older than `GS V`.
        case simple(dots: UInt8)
    }

    /// How dots are sent.
    public enum Graphics: Hashable, Sendable {
        /// `GS v 0`.
        case raster
        /// `GS ( L`: stored, then printed.
        case stored
        /// `ESC *`, 24 dots high, for printers that have nothing else.
        case columns
        case none
    }

    /// As settings and `--profile` name it.
    public let name: String
    /// Printable width.
    public let widthDots: Int
    /// Characters of font A across the paper.
    public let columnsA: Int
    /// Characters of font B across the paper.
    public let columnsB: Int
    public let codePages: CodePageMap
    public let cutter: Cutter
    /// Whether bytes from 80 up may start as two-byte characters, as on many printers made for China (`FS .` ends that).
    public let startsInKanjiMode: Bool
    public let graphics: Graphics
    /// What the printer draws itself; other symbols are drawn for it.
    public let symbols: SymbolAbilities

    public init(
        name: String, widthDots: Int, columnsA: Int, columnsB: Int, codePages: CodePageMap, cutter: Cutter,
        startsInKanjiMode: Bool = false, graphics: Graphics = .raster, symbols: SymbolAbilities = .none
    ) {
        precondition(!codePages.numbers.isEmpty, "a printer has at least one code page")
        self.name = name
        self.widthDots = widthDots
        self.columnsA = columnsA
        self.columnsB = columnsB
        self.codePages = codePages
        self.cutter = cutter
        self.startsInKanjiMode = startsInKanjiMode
        self.graphics = graphics
        self.symbols = symbols
    }

    public func columns(_ font: Font) -> Int {
        switch font {
        case .a: columnsA
        case .b: columnsB
        }
    }
}

extension PrinterProfile {
    /// 80 mm paper at 203 dpi, as most printers since 2010.
    public static let generic80 = PrinterProfile(
        name: "generic-80mm", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson, cutter: .partial(feed: 0),
        symbols: [.barcodesB, .qr])

    /// 80 mm paper at 180 dpi: Epson TM-T88III to V and their kin.
    public static let generic42 = PrinterProfile(
        name: "generic-80mm-42", widthDots: 512, columnsA: 42, columnsB: 56, codePages: .epson,
        cutter: .partial(feed: 0), symbols: [.barcodesB, .qr])

    /// 58 mm paper at 203 dpi, mostly small printers without a cutter.
    public static let generic58 = PrinterProfile(
        name: "generic-58mm", widthDots: 384, columnsA: 32, columnsB: 42, codePages: .pos5890,
        cutter: .none(feedLines: 4), startsInKanjiMode: true)

    public static let all = [generic80, generic42, generic58]

    /// The profile of that name; `nil` where there is none.
    public static func named(_ name: String) -> PrinterProfile? { all.first { $0.name == name } }
}
