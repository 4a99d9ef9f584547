/// What one printer model can do, as data. Nothing is sent to a printer that its profile does not have: an unknown command
/// is printed as letters.
package struct PrinterProfile: Hashable, Sendable {
    package typealias Font = PrinterFont

    /// How a sheet ends.
    package enum Cutter: Hashable, Sendable {
        /// No cutter: feed so many lines, to where the paper is torn.
        case none(feedLines: Int)
        /// `GS V 65 n`: feeds to the cutter by itself and `feed` units more, then cuts through.
        case full(feed: UInt8)
        /// `GS V 66 n`: the same, and leaves a point uncut.
        case partial(feed: UInt8)
        /// `GS V 0`, which feeds nothing: so many lines are fed before it, from the head to the blade.
        case fullAfterFeed(lines: Int)
        /// `GS V 1`, the same way.
        case partialAfterFeed(lines: Int)
        /// `ESC i`, older than `GS V`.
        case simple(feedLines: Int)
    }

    /// A page that the printer composes before it prints it (`ESC L`), on which text can stand beside a symbol.
    package struct PageMode: Hashable, Sendable {
        /// Of the head. With it a unit of distance is a dot (`GS P`); otherwise that differs from model to model.
        package let dotsPerInch: UInt8
        /// Rows that the printer surely has memory for.
        package let mostRows: Int

        package init(dotsPerInch: UInt8, mostRows: Int) {
            self.dotsPerInch = dotsPerInch
            self.mostRows = mostRows
        }
    }

    /// How dots are sent.
    package enum Graphics: Hashable, Sendable {
        /// `GS v 0`.
        case raster
        /// `GS ( L`: stored, then printed.
        case stored
        /// `ESC *`, 24 dots high, for printers that have nothing else.
        case columns
        case none
    }

    /// What it answers.
    package struct Answers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `DLE EOT`, at once.
        package static let realTime = Answers(rawValue: 1)
        /// `GS a`, by itself whenever something changes.
        package static let automatic = Answers(rawValue: 2)
        /// `GS r`, when it gets there.
        package static let inOrder = Answers(rawValue: 4)
        /// `GS ( H <Function 48>`, when everything before it is on paper.
        package static let whenPrinted = Answers(rawValue: 8)
        /// `GS r`, perhaps. One that does not know it takes it for a letter behind the end of a sheet, which the `ESC @` of the
        /// next one drops.
        package static let perhapsInOrder = Answers(rawValue: 16)
        /// `DLE EOT 3`, which fault it has; and obeys `DLE ENQ`.
        package static let faults = Answers(rawValue: 32)

        package static let status: Answers = [.realTime, .automatic, .inOrder, .faults]
        /// What is asked of a printer of which nobody knows anything: nothing that may stand on its paper.
        package static let unknown: Answers = [.realTime, .perhapsInOrder, .faults]
    }

    /// How it is called on USB.
    package struct USBName: Hashable, Sendable {
        package let vendor: UInt16
        package let product: UInt16

        package init(_ vendor: UInt16, _ product: UInt16) {
            self.vendor = vendor
            self.product = product
        }
    }

    /// As settings and `--profile` name it.
    package let name: String
    /// Printable width.
    package let widthDots: Int
    /// Characters of font A across the paper.
    package let columnsA: Int
    /// Characters of font B across the paper.
    package let columnsB: Int
    package let codePages: CodePageMap
    /// Text of East Asia, in font A.
    package let wideText: WideText?
    /// Fonts with the cells of `Font` for which characters can be defined by their dots (`ESC &`, `ESC %`), three bytes to
    /// a column.
    package var definableFonts: Set<Font>
    package let cutter: Cutter
    /// Whether bytes from 80 up may start as two-byte characters, as on many printers made for China (`FS .` ends that).
    package let startsInKanjiMode: Bool
    package let graphics: Graphics
    /// What the printer draws itself; other symbols are drawn for it.
    package let symbols: SymbolAbilities
    /// Nil where its manual was not found to have it.
    package let pageMode: PageMode?
    package let answers: Answers
    /// Connectors for drawers: pin 2 and, where there are two, pin 5.
    package let drawers: Int
    package let buzzer: Buzzer?
    /// Only those that are no interface board's, which printers of several kinds have.
    package let usbNames: [USBName]

    package init(
        name: String, widthDots: Int, columnsA: Int, columnsB: Int, codePages: CodePageMap, cutter: Cutter,
        startsInKanjiMode: Bool = false, graphics: Graphics = .raster, symbols: SymbolAbilities = .none,
        answers: Answers = .status, drawers: Int = 1, usbNames: [USBName] = [], wideText: WideText? = nil,
        buzzer: Buzzer? = nil, definableFonts: Set<Font> = [], pageMode: PageMode? = nil
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
        self.answers = answers
        self.drawers = drawers
        self.usbNames = usbNames
        self.wideText = wideText
        self.definableFonts = definableFonts
        self.buzzer = buzzer
        self.pageMode = pageMode
    }

    package func columns(_ font: Font) -> Int {
        switch font {
        case .a: columnsA
        case .b: columnsB
        }
    }

    /// Whether it says when all that was sent is on paper: then a receipt that came out is known to have.
    package var tellsWhenPrinted: Bool { answers.contains(.whenPrinted) }

    /// The profile of that name; `nil` where there is none.
    package static func named(_ name: String) -> PrinterProfile? { all.first { $0.name == name } }

    /// The one that has these numbers on USB; `nil` where none has, or more than one kind of printer.
    package static func onUSB(_ name: USBName) -> PrinterProfile? { all.first { $0.usbNames.contains(name) } }
}

extension PrinterProfile: CustomStringConvertible {
    package var description: String { name }
}
