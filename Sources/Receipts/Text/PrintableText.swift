import Foundation

/// Text that may be printed: printable characters and plain spaces, nothing else.
///
/// Whatever an order, a terminal or a setting contains, no control reaches a printer through this type: no ESC, GS or
/// other C0/C1 control, no line break, no bidirectional or invisible formatting character. The text is composed to NFC,
/// so that one letter is one character if Unicode has it.
package struct PrintableText: Hashable, Sendable {
    /// The most marks on one letter; more are not language.
    static let mostMarks = 2

    package let string: String
    /// Width on the grid at normal size.
    package let cells: Int

    /// Reads its bytes where they are.
    func withUTF8<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = string.utf8.withContiguousStorageIfAvailable(read) { return result }
        var copy = string
        return copy.withUTF8(read)
    }

    /// Every character beyond ASCII takes more bytes than cells.
    package var isASCII: Bool { string.utf8.count == cells }

    package init(_ untrusted: String) { self = PrintableText(plain: untrusted) ?? PrintableText(cleaning: untrusted) }

    /// Makes a text of parts that are clean already.
    init(clean string: String, cells: Int) {
        self.string = string
        self.cells = cells
    }

    /// Nil unless all of it is printable and Latin, as most text is. Then there is nothing to clean or compose, every
    /// character takes one cell, and it is one line.
    init?(plain text: String) {
        var text = text
        guard let cells = text.withUTF8(Self.plainCells) else { return nil }
        string = text
        self.cells = cells
    }

    /// The number of cells if all bytes are ASCII, Latin letters and signs up to U+02FF, or the euro sign; otherwise
    /// nil.
    private static func plainCells(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var (index, beyondFirst) = (0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20...0x7E: index += 1
            // U+0080 to U+009F are controls, U+00A0 is a space, U+00AD a hyphen that shows only at a break.
            case 0xC2 where bytes[index + 1] >= 0xA1 && bytes[index + 1] != 0xAD, 0xC3...0xCB:
                index += 2
                beyondFirst += 1
            case 0xE2 where bytes[index + 1] == 0x82 && bytes[index + 2] == 0xAC:
                index += 3
                beyondFirst += 2
            default: return nil
            }
        }
        return bytes.count - beyondFirst
    }

    private init(cleaning untrusted: String) {
        let clean = Self.cleaned(untrusted)
        // There is nothing to compose below U+0300, so a usual receipt avoids the work.
        let isComposed = clean.unicodeScalars.allSatisfy { $0.value < 0x300 }
        string = isComposed ? clean : clean.precomposedStringWithCanonicalMapping
        cells = string.unicodeScalars.reduce(0) { $0 + $1.cells }
    }

    /// Untrusted text as separate lines, each cleaned. Only here does a line break in data have a meaning.
    package static func lines(_ untrusted: String) -> [PrintableText] {
        if let plain = PrintableText(plain: untrusted) { return [plain] }
        return untrusted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            PrintableText(String($0))
        }
    }

    private static func cleaned(_ untrusted: String) -> String {
        var clean = String.UnicodeScalarView()
        var marks = mostMarks
        for scalar in untrusted.unicodeScalars {
            switch treatment(of: scalar) {
            case .keep:
                marks = 0
                clean.append(scalar)
            case .mark where marks < mostMarks:
                marks += 1
                clean.append(scalar)
            case .replace(let text):
                marks = mostMarks
                clean.append(contentsOf: text.unicodeScalars)
            case .drop, .mark:
                continue
            }
        }
        return String(clean)
    }

    private enum Treatment {
        case keep, mark, drop
        case replace(String)
    }

    private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
        switch scalar {
        case " "..."~", "¡"..."¬", "®"..."\u{2FF}": return .keep
        case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}": return .replace(" ")
        // It has one cell on screen, but printers draw it badly; three dots read the same.
        case "…": return .replace("...")
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return .drop }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate: return .drop
        case .privateUse, .unassigned: return .replace("\u{FFFD}")
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .replace(" ")
        case .nonspacingMark, .enclosingMark: return .mark
        default: return .keep
        }
    }
}

extension PrintableText: CustomStringConvertible {
    package var description: String { string }
}
