/// Margins, line spacing, tab stops and motion units. A new value is the state after `ESC @`.
struct PaperLayout: Sendable {
    private let dots: Int
    private let dotsPerInch: Int
    private(set) var leftMargin = 0
    private(set) var areaWidth: Int
    private(set) var lineSpacing = PaperComposer.defaultLineSpacing
    private(set) var alignment = PrintLine.Alignment.left
    private(set) var upsideDown = false
    /// The tab stops, in dots from the left of the print area.
    private var tabs: [Int]
    /// The motion unit: units per inch.
    private var unitX: Int
    private var unitY: Int

    init(dots: Int) {
        self.dots = dots
        areaWidth = dots
        // 72 mm of paper have 576 dots, or 512 with older heads.
        dotsPerInch = dots == 512 ? 180 : 203
        (unitX, unitY) = (dotsPerInch, dotsPerInch)
        tabs = stride(from: 8, to: 256, by: 8).map { $0 * PrinterFont.a.cellWidth }
    }

    func acrossDots(_ units: Int) -> Int { units * dotsPerInch / unitX }
    func downDots(_ units: Int) -> Int { units * dotsPerInch / unitY }

    func nextTab(after position: Int) -> Int? { tabs.first { $0 > position && $0 < areaWidth } }

    /// `ESC D n1 … nk 00`: tab stops in columns of the current character width.
    mutating func setTabs(_ columns: [UInt8], characterWidth: Int) {
        tabs = columns.filter { $0 != 0 }.map { Int($0) * characterWidth }
    }

    /// Justification, rotation and margins take effect only at the start of a line, as on a printer.
    mutating func apply(_ operation: Operation, _ parameters: [UInt8], lineIsEmpty: Bool) {
        switch operation {
        case .defaultLineSpacing: lineSpacing = PaperComposer.defaultLineSpacing
        case .lineSpacing: lineSpacing = downDots(Int(parameters[0]))
        case .motionUnits:
            unitX = parameters[0] == 0 ? dotsPerInch : Int(parameters[0])
            unitY = parameters[1] == 0 ? dotsPerInch : Int(parameters[1])
        case .justification where lineIsEmpty:
            alignment = [0: .left, 1: .center, 2: .right][PrintStyle.digit(parameters[0])] ?? alignment
        case .upsideDown where lineIsEmpty: upsideDown = parameters[0] & 1 == 1
        case .leftMargin where lineIsEmpty:
            leftMargin = min(acrossDots(CommandTable.word(parameters, 0)), dots - 1)
            areaWidth = min(areaWidth, dots - leftMargin)
        case .printAreaWidth where lineIsEmpty:
            areaWidth = max(1, min(acrossDots(CommandTable.word(parameters, 0)), dots - leftMargin))
        default: break  // Of those the composer sends, the ones that came too late in the line.
        }
    }
}
