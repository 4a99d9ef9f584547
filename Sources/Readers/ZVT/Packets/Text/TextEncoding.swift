/// The character set of a terminal's text (ZVT tag 14). It applies only when the terminal said so; otherwise CP437.
package enum TextEncoding: Hashable, Sendable {
    case ascii
    case latin1, latin2, latin4, cyrillic, greek, turkish, nordic, baltic, latin9
    case utf8
    case cp437

    /// The set that tag 14 names: 00 ASCII, 01 to 10 the parts of ISO 8859, FE UTF-8, FF CP437. Unsupported parts of ISO
    /// 8859 are read as ASCII. Nil for an unassigned value.
    package init?(tag14 value: UInt8) {
        switch value {
        case 0x00: self = .ascii
        case 0x01: self = .latin1
        case 0x02: self = .latin2
        case 0x04: self = .latin4
        case 0x05: self = .cyrillic
        case 0x07: self = .greek
        case 0x09: self = .turkish
        case 0x0A: self = .nordic
        case 0x0D: self = .baltic
        case 0x0F: self = .latin9
        case 0x03, 0x06, 0x08, 0x0B, 0x0C, 0x0E, 0x10: self = .ascii
        case 0xFE: self = .utf8
        case 0xFF: self = .cp437
        default: return nil
        }
    }

    /// The set of the first tag 14 that names a supported one.
    init?(_ objects: [TLV]) {
        guard let value = objects.value(of: TLVTag.characterSet), let first = value.first else { return nil }
        self.init(tag14: first)
    }

    /// Decodes text. Characters that the set does not have become U+FFFD; control characters stay.
    package func decode(_ bytes: some Collection<UInt8>) -> String {
        guard self != .utf8, !bytes.allSatisfy(\.isASCII) else { return String(decoding: bytes, as: UTF8.self) }
        let upper = upperHalf
        return String(
            String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upper[Int($0) - 0x80] }))
    }

    /// Encodes text; characters that the set does not have become `?`.
    package func encode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        write(text, to: &bytes)
        return bytes
    }

    /// Appends the result of `encode`.
    func write(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += text.utf8
        guard self != .utf8, !bytes[start...].allSatisfy(\.isASCII) else { return }
        bytes.removeSubrange(start...)
        let upper = upperHalf
        bytes += text.precomposed.map { scalar in
            if scalar.isASCII { return UInt8(scalar.value) }
            guard let place = upper.firstIndex(of: scalar), scalar != "\u{FFFD}" else { return UInt8(ascii: "?") }
            return UInt8(place + 0x80)
        }
    }

    /// Decodes a BMP in the old 7-bit set: ASCII with umlauts in place of brackets, and CP437 for 8-bit characters.
    package static func decodeField(_ bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy(\.isSameInEverySet) { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(cp437.decode(bytes).unicodeScalars.map { sevenBit[$0] ?? $0 }))
    }

    private static let sevenBit: [Unicode.Scalar: Unicode.Scalar] = [
        "[": "Ä", "\\": "Ö", "]": "Ü", "{": "ä", "|": "ö", "}": "ü", "~": "ß",
    ]
}

extension String {
    /// The text with every control character replaced by a blank, so that it cannot control a printer or a screen.
    var withoutControls: String {
        var text = self
        // In UTF-8 the C1 controls begin with C2.
        guard text.withUTF8({ $0.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 } }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }

    /// The scalars with combining accents composed as far as these sets need it: `u` + U+0308 becomes `ü`.
    fileprivate var precomposed: [Unicode.Scalar] {
        flatMap { character -> [Unicode.Scalar] in
            let scalars = Array(character.unicodeScalars)
            guard scalars.count > 1 else { return scalars }
            let single = TextEncoding.composable.first { Character($0) == character }
            return single.map { [$0] } ?? scalars
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in Unicode's category Cc: C0 controls, DEL, C1 controls.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension UInt8 {
    fileprivate var isASCII: Bool { self < 0x80 }

    /// Whether the scalar is the same in all sets: no control, and no bracket that some sets replace by an umlaut.
    fileprivate var isSameInEverySet: Bool {
        switch self {
        case 0x20...0x5A, 0x5E...0x7A: true
        default: false
        }
    }
}
