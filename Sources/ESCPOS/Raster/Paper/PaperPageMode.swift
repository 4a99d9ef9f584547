import Receipts

/// A page composed before it is printed (`ESC L`): areas, each with its own direction.
struct PaperPageMode: Sendable {
    /// The longest page, half a metre: more than printers have memory for.
    static let longestPage = 4_000

    struct Area: Sendable {
        var x = 0
        var y = 0
        var width: Int
        var height: Int
    }

    /// `ESC T`: the corner of the first line and its direction.
    enum Direction: Int, Sendable { case leftToRight, bottomToTop, rightToLeft, topToBottom }

    private let dots: Int
    private var canvas: Bitmap
    private(set) var area: Area
    private var direction = Direction.leftToRight
    /// The contents of the area, in reading direction.
    private var written: Bitmap
    /// The bottom of the next line, from the top of the area in reading direction.
    private(set) var position = PrinterFont.a.cellHeight

    init(dots: Int) {
        self.dots = dots
        canvas = Bitmap(width: dots, height: 0)
        area = Area(width: dots, height: Self.longestPage)
        written = Bitmap(width: dots, height: 0)
    }

    var lineLength: Int { direction.isUpright ? area.width : area.height }
    private var depth: Int { direction.isUpright ? area.height : area.width }

    mutating func select(_ area: Area) {
        finishArea()
        let (x, y) = (min(area.x, dots - 1), min(area.y, Self.longestPage - 1))
        self.area = Area(
            x: x, y: y, width: max(1, min(area.width, dots - x)), height: max(1, min(area.height, Self.longestPage - y))
        )
        begin()
    }

    mutating func turn(_ direction: Direction) {
        finishArea()
        self.direction = direction
        begin()
    }

    mutating func move(to position: Int) { self.position = max(0, min(position, depth)) }

    mutating func write(_ line: Bitmap) {
        let top = position - line.height
        written.grow(toHeight: min(depth, position))
        written.draw(line, x: 0, y: top)
    }

    /// Draws a line or a rectangle between two points of the page.
    mutating func rule(fromX x: Int, y: Int, toX: Int, y toY: Int) {
        canvas.grow(toHeight: min(Self.longestPage, max(y, toY) + 2))
        canvas.fill(x: min(x, toX), y: min(y, toY), width: abs(toX - x) + 2, height: abs(toY - y) + 2)
    }

    /// `CAN`: clears the area.
    mutating func clearArea() { begin() }

    /// Returns the page for printing and begins another with the same area.
    mutating func takePage() -> Bitmap {
        finishArea()
        defer {
            canvas = Bitmap(width: dots, height: 0)
            begin()
        }
        return canvas
    }

    private mutating func begin() {
        written = Bitmap(width: lineLength, height: 0)
        position = PrinterFont.a.cellHeight
    }

    private mutating func finishArea() {
        guard !written.isBlank else { return }
        if direction != .leftToRight { written.grow(toHeight: depth) }
        let turned =
            switch direction {
            case .leftToRight: written
            case .bottomToTop: written.turnedByHalf.turnedByQuarter
            case .rightToLeft: written.turnedByHalf
            case .topToBottom: written.turnedByQuarter
            }
        canvas.grow(toHeight: min(Self.longestPage, area.y + turned.height))
        canvas.draw(turned, x: area.x, y: area.y)
    }
}

extension PaperPageMode.Direction {
    fileprivate var isUpright: Bool { self == .leftToRight || self == .rightToLeft }
}

extension PaperComposer {
    mutating func page(_ operation: Operation, _ parameters: [UInt8]) {
        switch operation {
        case .pageMode where pageMode == nil && line.isEmpty:
            pageMode = PaperPageMode(dots: dots)
            line = PrintLine()
        case .standardMode:
            pageMode = nil
            line = PrintLine()
        case .formFeed, .printPage: printPage(stays: operation == .printPage)
        case .cancel:
            pageMode?.clearArea()
            if pageMode != nil { line = PrintLine() }
        case .pageArea, .pageDirection, .absoluteVerticalPosition, .relativeVerticalPosition, .pageModeLines:
            let cursor = line.cursor
            endLineOfPage()
            movePage(operation, parameters, cursor)
        default: break  // The composer sends these only.
        }
    }

    /// Puts the waiting line onto the page.
    private mutating func endLineOfPage() {
        guard pageMode != nil else { return }
        if !line.isEmpty { printLine(atLeast: 0) }
        line = PrintLine()
    }

    /// Performs a command of page mode that selects an area or a direction, moves the position, or draws a line.
    ///
    /// - Parameter cursor: the position in the line, which vertical moves keep.
    private mutating func movePage(_ operation: Operation, _ parameters: [UInt8], _ cursor: Int) {
        guard let page = pageMode else { return }
        func word(_ index: Int) -> Int { CommandTable.word(parameters, index) }
        switch operation {
        case .pageArea:
            pageMode?.select(
                PaperPageMode.Area(
                    x: layout.acrossDots(word(0)), y: layout.downDots(word(2)), width: layout.acrossDots(word(4)),
                    height: layout.downDots(word(6))))
        case .pageDirection:
            if let direction = PrintStyle.digit(parameters[0]).flatMap(PaperPageMode.Direction.init) {
                pageMode?.turn(direction)
            }
        case .absoluteVerticalPosition:
            line.cursor = cursor
            pageMode?.move(to: layout.downDots(word(0)))
        case .relativeVerticalPosition:
            line.cursor = cursor
            pageMode?.move(to: page.position + layout.downDots(Int(Int16(truncatingIfNeeded: word(0)))))
        case .pageModeLines where parameters.count >= 11 && parameters[2] == 0x30:
            pageMode?.rule(fromX: word(3), y: word(5), toX: word(7), y: word(9))
        default: break  // Rectangles and what else `GS ( Q` has.
        }
    }

    /// `FF` in page mode; in standard mode it ends the line.
    private mutating func printPage(stays: Bool) {
        guard pageMode != nil else {
            if !line.isEmpty { printLine(atLeast: layout.lineSpacing) }
            return
        }
        endLineOfPage()
        let picture = pageMode?.takePage()
        let kept = pageMode
        pageMode = nil
        if let picture, picture.height > 0 { printImage(picture) }
        if stays { pageMode = kept }
    }
}
