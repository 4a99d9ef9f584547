/// A receipt line as the terminal wrote it, converted to Unicode (ZVT `06 D1`, `06 D3`).
package struct PrintedLine: Hashable, Codable, Sendable {
    package var text: String
    package var centred: Bool
    package var doubleWidth: Bool
    package var doubleHeight: Bool
    /// Blank columns at the left, 0 to 15.
    package var indent: Int

    package init(
        _ text: String, centred: Bool = false, doubleWidth: Bool = false, doubleHeight: Bool = false, indent: Int = 0
    ) {
        self.text = text
        self.centred = centred
        self.doubleWidth = doubleWidth
        self.doubleHeight = doubleHeight
        self.indent = indent
    }

    // MARK: Coding without absent attributes: most lines are only text

    private enum Key: String, CodingKey { case text, centred, doubleWidth, doubleHeight, indent }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        text = try fields.decode(String.self, forKey: .text)
        centred = try fields.decodeIfPresent(Bool.self, forKey: .centred) ?? false
        doubleWidth = try fields.decodeIfPresent(Bool.self, forKey: .doubleWidth) ?? false
        doubleHeight = try fields.decodeIfPresent(Bool.self, forKey: .doubleHeight) ?? false
        indent = try fields.decodeIfPresent(Int.self, forKey: .indent) ?? 0
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(text, forKey: .text)
        if centred { try fields.encode(true, forKey: .centred) }
        if doubleWidth { try fields.encode(true, forKey: .doubleWidth) }
        if doubleHeight { try fields.encode(true, forKey: .doubleHeight) }
        if indent != 0 { try fields.encode(indent, forKey: .indent) }
    }
}
