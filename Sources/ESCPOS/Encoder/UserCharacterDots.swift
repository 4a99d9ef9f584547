import Receipts
import Synchronization

/// Characters in the form of `ESC &`, each drawn once.
final class UserCharacterDots: Sendable {
    private struct Key: Hashable {
        let scalar: Unicode.Scalar
        let font: PrinterFont
    }

    /// The drawn characters; nil for those that cannot be drawn. Their number is bounded by such characters.
    private let drawn = Mutex<[Key: [UInt8]?]>([:])

    /// The dots; nil when no installed font has the character, or it is too high for its cell.
    func columns(
        of scalar: Unicode.Scalar, _ font: PrinterFont, drawnBy typesetter: Typesetter
    ) -> [UInt8]? {
        let key = Key(scalar: scalar, font: font)
        if let known = drawn.withLock({ $0[key] }) { return known }
        let columns = Self.draw(scalar, font, typesetter)
        drawn.withLock { $0[key] = .some(columns) }
        return columns
    }

    private static func draw(_ scalar: Unicode.Scalar, _ font: PrinterFont, _ typesetter: Typesetter) -> [UInt8]? {
        let grid = Typesetter.Grid(font: font, cellWidth: font.cellWidth, width: font.cellWidth)
        let run = StyledRun(String(Character(scalar)))
        guard let line = typesetter.lineIfDrawable([run], .fromTheLeft, grid), line.missing.isEmpty else {
            return nil
        }
        let top = (line.picture.height - font.cellHeight) / 2
        let cell = line.picture.rows(from: top, count: font.cellHeight)
        guard !cell.isBlank, cell.blackDots == line.picture.blackDots else { return nil }
        return cell.columns(ofRows: 0..<24)
    }
}

extension Bitmap {
    fileprivate var blackDots: Int { bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
}
