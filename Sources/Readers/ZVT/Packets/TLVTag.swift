/// The tags of the TLV container in ZVT 13.08, and what their values are.
enum TLVTag {
    enum Content: Hashable, Sendable {
        case plain
        /// Characters; the inspector shows them.
        case text
        /// Of the chip's application, beginning with A to F.
        case applicationID
        /// Card data, keys, passwords: erased while decoding.
        case secret
        case objects
    }

    static let textLine: UInt32 = 0x07
    static let receiptNumber: UInt32 = 0x08
    static let attribute: UInt32 = 0x09
    static let command: UInt32 = 0x0A
    static let printerColumns: UInt32 = 0x12
    static let characterSet: UInt32 = 0x14
    static let displayTexts: UInt32 = 0x24
    static let printTexts: UInt32 = 0x25
    static let permittedCommands: UInt32 = 0x26
    static let characterSets: UInt32 = 0x27
    static let paymentKind: UInt32 = 0x2F
    static let applicationID: UInt32 = 0x43
    static let receiptType: UInt32 = 0x1F07
    static let holderVerification: UInt32 = 0x1F10
    static let onlineFlag: UInt32 = 0x1F11
    static let technology: UInt32 = 0x1F12
    static let receiptInformation: UInt32 = 0x1F37
    static let terminalID: UInt32 = 0x1F44

    /// What a tag holds; nil for one we do not know.
    static func known(_ tag: UInt32) -> Content? { table[tag] }

    private static let texts: [UInt32] = [0x07, 0x15, 0x42, 0x44, 0x46, 0x47, 0x4A, 0x1F17, 0x1F40, 0x1F41]
    private static let secrets: [UInt32] = [0x4C, 0x4D, 0x1F08, 0x1F09, 0x1F0A, 0x1F14, 0x1F74]
    private static let plain: [UInt32] =
        [
            0x08, 0x09, 0x0A, 0x10, 0x11, 0x12, 0x13, 0x14, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x40, 0x41, 0x45,
            0x48, 0x49,
        ]
        + [
            0x1F01, 0x1F02, 0x1F03, 0x1F04, 0x1F05, 0x1F06, 0x1F07, 0x1F0E, 0x1F0F, 0x1F10, 0x1F11, 0x1F12, 0x1F13,
            0x1F15, 0x1F16, 0x1F1F, 0x1F20, 0x1F21, 0x1F25, 0x1F26, 0x1F2B, 0x1F35, 0x1F36, 0x1F37, 0x1F3B, 0x1F42,
            0x1F43, 0x1F44, 0x1F5B, 0x1F60, 0x1F62, 0x1F63, 0x1F6B, 0x1F70, 0x1F71, 0x1F72, 0x1F73,
        ]
    private static let constructed: [UInt32] = [
        0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x34, 0x35, 0x60, 0x61,
        0x62, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xE1, 0xE2, 0xE4, 0xE6, 0xE8, 0xE9,
    ]

    private static let table: [UInt32: Content] = {
        var table: [UInt32: Content] = [applicationID: .applicationID]
        for tag in texts { table[tag] = .text }
        for tag in secrets { table[tag] = .secret }
        for tag in plain { table[tag] = .plain }
        for tag in constructed { table[tag] = .objects }
        return table
    }()
}
