import Model

/// The attributes of a printed line, including whether it is the last (ZVT 13.08 §3.5).
package struct PrintAttribute: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let normal = PrintAttribute(rawValue: 0x00)
    package static let centred = PrintAttribute(rawValue: 0x40)
    package static let lastLine = PrintAttribute(rawValue: 0x81)
    /// In `06 D1`: no text; the next byte is a number of line feeds.
    package static let feed = PrintAttribute(rawValue: 0xFF)

    /// Bit 80 with any other bit ends the receipt. 80 alone is a normal line.
    package var endsReceipt: Bool { rawValue > 0x80 }

    /// A line with these attributes. With bit 80 set, the other bits say nothing about the look.
    package func line(_ text: String) -> PrintedLine {
        guard rawValue < 0x80 else { return PrintedLine(text) }
        return PrintedLine(
            text, centred: rawValue & 0x40 != 0, doubleWidth: rawValue & 0x20 != 0,
            doubleHeight: rawValue & 0x10 != 0, indent: Int(rawValue & 0x0F))
    }
}
