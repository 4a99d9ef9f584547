/// The state that decides the meaning of printable bytes: code page, national set, two-byte text, UTF-8.
struct TextMode: Sendable {
    private let codePages: CodePageMap
    private let wideText: WideText?
    /// The printer's profile; nil for a printer that understands everything.
    private let profile: PrinterProfile?
    /// The selected page; nil for a number that the printer does not list.
    private var page: CodePageTable?
    private var national: UInt8 = 0
    private var kanji: Bool
    private var utf8 = false

    init(_ codePages: CodePageMap, _ wideText: WideText?, _ profile: PrinterProfile? = nil) {
        self.codePages = codePages
        self.wideText = wideText
        self.profile = profile
        kanji = profile?.startsInKanjiMode ?? false
        page = codePages.page(0)?.table
    }

    mutating func follow(_ command: PrinterCommand) {
        guard command.isComplete, let operation = command.operation else { return }
        if let profile, !profile.understands(command) { return }
        switch operation {
        case .initialize: self = TextMode(codePages, wideText, profile)
        case .codePage: page = codePages.page(CommandTable.byte(command.parameters, 0))?.table
        case .internationalSet: national = CommandTable.byte(command.parameters, 0)
        case .kanjiOn: kanji = true
        case .kanjiOff: kanji = false
        case .characterEncoding: encode(command.parameters)
        default: break  // Nothing else changes what a byte means; this is a filter, not a choice among all.
        }
    }

    /// `FS ( C <Function 48>` selects the encoding.
    private mutating func encode(_ parameters: ArraySlice<UInt8>) {
        guard parameters.count == 4, CommandTable.byte(parameters, 2) == 0x30 else { return }
        utf8 = [2, 0x32].contains(CommandTable.byte(parameters, 3))
    }

    func text(of bytes: ArraySlice<UInt8>) -> String {
        if utf8 || national == 0 && bytes.allSatisfy({ $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
        if kanji { return twoByteText(bytes) }
        return String(unsafeUninitializedCapacity: bytes.count * Self.mostUnits) { text in
            var end = text.startIndex
            for byte in bytes {
                for unit in scalar(of: byte).utf8 {
                    text.initializeElement(at: end, to: unit)
                    end += 1
                }
            }
            return end
        }
    }

    /// The most UTF-8 bytes of a character of the Basic Multilingual Plane, which no page exceeds.
    private static let mostUnits = 3

    private func scalar(of byte: UInt8) -> Unicode.Scalar {
        if byte < 0x7F { return NationalSet.scalar(of: byte, set: national) }
        return byte == 0x7F ? "\u{FFFD}" : page?.upper[Int(byte) - 0x80] ?? "\u{FFFD}"
    }

    /// The two-byte set depends on where the printer was sold; unknown characters are shown as the geta mark.
    private func twoByteText(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte >= 0x80, let second = rest.popFirst() {
                text.append(wideText?.scalar(for: byte, second) ?? "\u{3013}")
            } else {
                text.append(scalar(of: byte))
            }
        }
        return String(text)
    }
}

/// National character sets, which replace twelve ASCII characters (`ESC R n`).
enum NationalSet {
    private static let places: [UInt8] = [0x23, 0x24, 0x40, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x7E]

    private static let sets: [UInt8: [Unicode.Scalar]] = [
        1: "#$à°ç§^`éùè¨", 2: "#$§ÄÖÜ^`äöüß", 3: "£$@[\\]^`{|}~", 4: "#$@ÆØÅ^`æøå~", 5: "#¤ÉÄÖÅÜéäöåü",
        6: "#$@°\\é^ùàòèì", 7: "₧$@¡Ñ¿^´¨ñ}~", 8: "#$@[¥]^`{|}~", 9: "#¤ÉÆØÅÜéæøåü", 10: "#$ÉÆØÅÜéæøåü",
        11: "#$á¡Ñ¿é´íñóú", 12: "#$á¡Ñ¿éüíñóú", 13: "#$@[₩]^`{|}~", 14: "#$ŽŠĐĆČžšđćč", 15: "#¥@[\\]^`{|}~",
        16: "₫$@[\\]^`{|}~",
    ].mapValues { Array($0.unicodeScalars) }

    static func scalar(of byte: UInt8, set: UInt8) -> Unicode.Scalar {
        let plain = Unicode.Scalar(byte)
        if set == 0 { return plain }
        if set == 17, let arabic = ([0x25: "٪", 0x2A: "٭"] as [UInt8: Unicode.Scalar])[byte] { return arabic }
        guard let scalars = sets[set], let place = places.firstIndex(of: byte) else { return plain }
        return scalars[place]
    }
}
