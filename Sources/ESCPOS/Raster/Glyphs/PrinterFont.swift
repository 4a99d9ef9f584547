/// The fonts of a receipt printer with the cells of a 203 dpi head.
///
/// The raw value is the `n` of `ESC M n`.
package enum PrinterFont: UInt8, CaseIterable, Hashable, Sendable {
    /// 12 x 24 dots: 48 columns on 576 dots.
    case a = 0
    /// 9 x 17 dots: 64 columns on 576 dots.
    case b = 1

    package var cellWidth: Int {
        switch self {
        case .a: 12
        case .b: 9
        }
    }

    package var cellHeight: Int {
        switch self {
        case .a: 24
        case .b: 17
        }
    }

    /// The text size at which DejaVu's advance of 0.602 em and its descenders fit the cell.
    var textSize: Int {
        switch self {
        case .a: 20
        case .b: 15
        }
    }

    /// The distance of the baseline from the top of the cell.
    var baseline: Int {
        switch self {
        case .a: 19
        case .b: 13
        }
    }
}
