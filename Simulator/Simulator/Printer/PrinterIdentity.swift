import ESCPOS

/// A printer's identity by its profile, for `GS I` and USB.
struct PrinterIdentity: Sendable {
    static let serialNumber = "SIM0000001"

    let maker: String
    let model: String
    /// Bit 0: two-byte characters; bit 1: a cutter.
    private let type: UInt8
    /// Whether the printer gives the answers that only Epson's printers give. Only Epson's printers confirm printing,
    /// which identifies their profiles.
    private let isEpson: Bool
    private let language: String

    /// Creates the identity of a profile. Epson's and Bixolon's names are those of their manuals; the others are the
    /// profile's.
    init(_ profile: PrinterProfile) {
        (maker, model) = Self.names[profile] ?? ("Till", profile.name)
        let cuts = if case .none = profile.cutter { false } else { true }
        type = (profile.wideText != nil || profile.startsInKanjiMode ? 1 : 0) | (cuts ? 2 : 0)
        isEpson = profile.answers.contains(.whenPrinted)
        language = profile.wideText == .shiftJIS ? "KANJI JAPANESE" : ""
    }

    private static let names: [PrinterProfile: (String, String)] = [
        .tmT20III: ("EPSON", "TM-T20III"), .tmT88V: ("EPSON", "TM-T88V"), .tmT88VI: ("EPSON", "TM-T88VI"),
        .tmT88VII: ("EPSON", "TM-T88VII"), .tmM30: ("EPSON", "TM-m30"), .tmM30Japan: ("EPSON", "TM-m30"),
        .srp350: ("BIXOLON", "SRP-350"),
    ]

    /// The answer to `GS I n`; empty when the printer has none.
    func answer(_ n: UInt8) -> [UInt8] {
        switch n {
        case 1, 0x31: [0x20]
        case 2, 0x32: [type]
        case 3, 0x33: [0x01]
        case 65: Self.block("1.0")
        case 66: Self.block(maker)
        case 67: Self.block(model)
        case 68: Self.block(Self.serialNumber)
        default: isEpson ? epsonAnswer(n) : []
        }
    }

    /// An answer that only Epson's printers give: information A, of which only the type exists, or the language of the
    /// two-byte characters.
    private func epsonAnswer(_ n: UInt8) -> [UInt8] {
        switch n {
        case 33: [0x3D, n, 0x40 | type, 0x40, 0x00]
        case 35, 36, 96, 110: [0x3D, n, 0x00]
        case 69: Self.block(language)
        default: []
        }
    }

    private static func block(_ text: String) -> [UInt8] { [0x5F] + Array(text.utf8) + [0x00] }
}
