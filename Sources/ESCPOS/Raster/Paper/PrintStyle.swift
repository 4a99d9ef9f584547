import Flow
import Receipts

/// The style of characters. A new value is the state after `ESC @`.
struct PrintStyle: Hashable, Sendable {
    var font = PrinterFont.a
    var bold = false
    var doubleStrike = false
    /// The thickness of the underline in dots; 0 is none.
    var underline = 0
    var scaleX = 1
    var scaleY = 1
    var reverse = false
    var smooth = false
    var quarterTurn = false
    /// The space to the right of each character in dots, before enlarging.
    var spacing = 0

    /// Changes the style as a command with the parameter `n` says. Commands that concern no style change nothing.
    mutating func apply(_ operation: Operation, _ n: UInt8) {
        switch operation {
        case .printMode: applyPrintMode(n)
        case .characterSize: (scaleX, scaleY) = (Int(n >> 4 & 7) + 1, Int(n & 7) + 1)
        case .bold: bold = n & 1 == 1
        case .doubleStrike: doubleStrike = n & 1 == 1
        case .underline: underline = Self.digit(n).map { min($0, 2) } ?? underline
        case .font: font = Self.digit(n) == 0 ? .a : .b
        case .reverse: reverse = n & 1 == 1
        case .smoothing: smooth = n & 1 == 1
        case .rotation: quarterTurn = Self.digit(n) != 0
        case .characterSpacing: spacing = Int(n)
        default: break  // The composer sends styles only.
        }
    }

    /// `ESC !`: bit 0 font B, 3 bold, 4 double height, 5 double width, 7 underline.
    private mutating func applyPrintMode(_ n: UInt8) {
        font = n & 0x01 == 0 ? .a : .b
        bold = n & 0x08 != 0
        scaleY = n & 0x10 == 0 ? 1 : 2
        scaleX = n & 0x20 == 0 ? 1 : 2
        underline = n & 0x80 == 0 ? 0 : 1
    }

    /// A parameter that may be a number or its ASCII digit.
    static func digit(_ n: UInt8) -> Int? {
        switch n {
        case 0...9: Int(n)
        case 0x30...0x39: Int(n) - 0x30
        default: nil
        }
    }

    /// The dots of a character on paper, including its spacing.
    func cell(_ scalar: Unicode.Scalar, _ source: any GlyphSource) throws(Failure) -> Bitmap {
        let strong = bold || doubleStrike
        if smooth {
            return decorated(
                try source.glyph(GlyphKey(scalar, font: font, bold: strong, scaleX: scaleX, scaleY: scaleY)), 1, 1)
        }
        return decorated(try source.glyph(GlyphKey(scalar, font: font, bold: strong)), scaleX, scaleY)
    }

    /// The dots of a defined character. In bold, each dot is repeated to its right.
    func cell(defined dots: Bitmap) -> Bitmap {
        var glyph = Bitmap(width: font.cellWidth, height: font.cellHeight)
        glyph.draw(dots, x: 0, y: 0)
        if bold || doubleStrike { glyph.draw(dots, x: 1, y: 0) }
        return decorated(glyph, scaleX, scaleY)
    }

    private func decorated(_ glyph: Bitmap, _ stretchX: Int, _ stretchY: Int) -> Bitmap {
        if stretchX == 1, stretchY == 1, spacing == 0, underline == 0, !reverse, !quarterTurn { return glyph }
        let (width, height) = (glyph.width * stretchX + spacing * scaleX, glyph.height * stretchY)
        var cell = Bitmap(width: width, height: height)
        cell.draw(glyph, x: 0, y: 0, scaleX: stretchX, scaleY: stretchY)
        if reverse {
            cell = cell.inverted
        } else if underline > 0 {
            cell.fill(x: 0, y: height - underline, width: width, height: underline)
        }
        return quarterTurn ? cell.turnedByQuarter : cell
    }
}
