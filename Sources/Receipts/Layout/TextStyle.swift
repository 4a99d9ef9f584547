/// The style of a run of text. A printer without a style prints the text plainly.
package struct TextStyle: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Without generic code: a receipt sets styles some hundred times.
    package init(arrayLiteral styles: TextStyle...) {
        var all: UInt8 = 0
        for style in styles { all |= style.rawValue }
        rawValue = all
    }

    package static let bold = TextStyle(rawValue: 1)
    package static let underline = TextStyle(rawValue: 2)
    /// White on black.
    package static let inverse = TextStyle(rawValue: 4)
    /// Every character takes twice its cells.
    package static let doubleWidth = TextStyle(rawValue: 8)
    package static let doubleHeight = TextStyle(rawValue: 16)
}
