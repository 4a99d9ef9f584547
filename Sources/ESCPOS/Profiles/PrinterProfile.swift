/// The capabilities of one printer model, as data. A printer is sent only commands that its profile has: unknown commands are
/// printed as letters.
package struct PrinterProfile: Hashable, Sendable {
    package typealias Font = PrinterFont

    /// How a sheet ends.
    package enum Cutter: Hashable, Sendable {
        /// No cutter: feeds some lines to the tear bar.
        case none(feedLines: Int)
        /// `GS V 65 n`: feeds to the cutter by itself and `feed` units more, then cuts through.
        case full(feed: UInt8)
        /// `GS V 66 n`: feeds in the same way and leaves one point uncut.
        case partial(feed: UInt8)
        /// `GS V 0`, which does not feed: lines are fed before it, from the head to the blade.
        case fullAfterFeed(lines: Int)
        /// `GS V 1`, which does not feed: lines are fed before it.
        case partialAfterFeed(lines: Int)
        /// `ESC i`, older than `GS V`.
        case simple(feedLines: Int)
    }

    /// A page that the printer composes before it prints it (`ESC L`), on which text can stand beside a symbol.
    package struct PageMode: Hashable, Sendable {
        /// The resolution of the head. `GS P` sets it as the unit, which otherwise differs between models.
        package let dotsPerInch: UInt8
        /// The most rows for which the printer has memory.
        package let mostRows: Int

        package init(dotsPerInch: UInt8, mostRows: Int) {
            self.dotsPerInch = dotsPerInch
            self.mostRows = mostRows
        }
    }

    /// The command for dots.
    package enum Graphics: Hashable, Sendable {
        /// `GS v 0`.
        case raster
        /// `GS ( L`: stored, then printed.
        case stored
        /// `ESC *`, 24 dots high, for printers that have nothing else.
        case columns
        case none
    }

    /// The queries that the printer answers.
    package struct Answers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `DLE EOT`: answered at once.
        package static let realTime = Answers(rawValue: 1)
        /// `GS a`: sent by itself whenever the status changes.
        package static let automatic = Answers(rawValue: 2)
        /// `GS r`: answered when it is processed.
        package static let inOrder = Answers(rawValue: 4)
        /// `GS ( H <Function 48>`: answered when everything before it is printed.
        package static let whenPrinted = Answers(rawValue: 8)
        /// Perhaps `GS r`. A printer without it takes it for a letter behind the end of a sheet, which the next `ESC @`
        /// drops.
        package static let perhapsInOrder = Answers(rawValue: 16)
        /// `DLE EOT 3`: the kind of fault; such printers also obey `DLE ENQ`.
        package static let faults = Answers(rawValue: 32)

        package static let status: Answers = [.realTime, .automatic, .inOrder, .faults]
        /// The queries for an unknown printer, which leave no mark on paper.
        package static let unknown: Answers = [.realTime, .perhapsInOrder, .faults]
    }

    /// A printer's vendor and product id on USB.
    package struct USBName: Hashable, Sendable {
        package let vendor: UInt16
        package let product: UInt16

        package init(_ vendor: UInt16, _ product: UInt16) {
            self.vendor = vendor
            self.product = product
        }
    }

    /// The profile's name in the configuration and for `--profile`.
    package let name: String
    /// The printable width in dots.
    package let widthDots: Int
    /// Characters of font A across the paper.
    package let columnsA: Int
    /// Characters of font B across the paper.
    package let columnsB: Int
    package let codePages: CodePageMap
    /// East Asian text, in font A.
    package let wideText: WideText?
    /// Fonts with the cells of `Font` whose characters can be defined by dots (`ESC &`, `ESC %`), three bytes per column.
    package var definableFonts: Set<Font>
    package let cutter: Cutter
    /// Whether bytes from 80 up may begin two-byte characters, as on many printers for China (`FS .` ends that).
    package let startsInKanjiMode: Bool
    package let graphics: Graphics
    /// The symbols that the printer draws itself; others are sent as dots.
    package let symbols: SymbolCapabilities
    /// Nil when its manual does not mention page mode.
    package let pageMode: PageMode?
    package let answers: Answers
    /// The number of drawer connectors: pin 2, then pin 5.
    package let drawers: Int
    package let buzzer: Buzzer?
    /// The USB numbers, without those of interface boards that several models share.
    package let usbNames: [USBName]

    package init(
        name: String, widthDots: Int, columnsA: Int, columnsB: Int, codePages: CodePageMap, cutter: Cutter,
        startsInKanjiMode: Bool = false, graphics: Graphics = .raster, symbols: SymbolCapabilities = .none,
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

    /// Whether it confirms that everything sent was printed.
    package var tellsWhenPrinted: Bool { answers.contains(.whenPrinted) }

    /// The profile of this name; nil when there is none.
    package static func named(_ name: String) -> PrinterProfile? { all.first { $0.name == name } }

    /// The only profile with these USB numbers; nil when there is none or more than one.
    package static func onUSB(_ name: USBName) -> PrinterProfile? { all.first { $0.usbNames.contains(name) } }
}

extension PrinterProfile: CustomStringConvertible {
    package var description: String { name }
}
