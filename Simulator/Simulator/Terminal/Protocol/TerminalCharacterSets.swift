import Model

/// Text in the character sets of ZVT tag 14.
enum TerminalCharacterSets {
    static let latin1: UInt8 = 0x01
    static let latin9: UInt8 = 0x0F
    static let utf8: UInt8 = 0xFE
    static let cp437: UInt8 = 0xFF

    static func tag14(of set: TerminalProfile.CharacterSet) -> UInt8 {
        switch set {
        case .utf8: utf8
        case .latin9: latin9
        case .latin1: latin1
        }
    }

    /// Encodes a text in a character set, or in CP437 if none is agreed on. A missing euro sign is written out; other
    /// missing characters become `?`.
    static func bytes(_ text: String, in set: UInt8?) -> [UInt8] {
        guard set != utf8 else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            if scalar.isASCII { return [UInt8(scalar.value)] }
            if let byte = byte(scalar, in: set ?? cp437) { return [byte] }
            return scalar == "€" ? Array("EUR".utf8) : [UInt8(ascii: "?")]
        }
    }

    private static func byte(_ scalar: Unicode.Scalar, in set: UInt8) -> UInt8? {
        switch set {
        case latin1: scalar.value >= 0xA0 && scalar.value <= 0xFF ? UInt8(scalar.value) : nil
        case latin9: scalar == "€" ? 0xA4 : scalar.value >= 0xC0 && scalar.value <= 0xFF ? UInt8(scalar.value) : nil
        default: germanOfCP437[scalar]
        }
    }

    private static let germanOfCP437: [Unicode.Scalar: UInt8] = [
        "Ç": 0x80, "ü": 0x81, "é": 0x82, "â": 0x83, "ä": 0x84, "à": 0x85, "ç": 0x87, "è": 0x8A, "Ä": 0x8E, "É": 0x90,
        "ö": 0x94, "Ö": 0x99, "Ü": 0x9A, "ß": 0xE1, "°": 0xF8,
    ]
}
