/// A till's registration (`06 00`).
struct TerminalRegistration: Hashable, Sendable {
    /// The state without a registration (ZVT: after log-off).
    static let loggedOff = TerminalRegistration(configuration: 0x86)

    var configuration: UInt8
    var currency: Int?
    var columns: Int?
    /// The character sets that the till wants (tag 14), in order of preference.
    var wishedCharacterSets: [UInt8] = []
    /// The character set that this terminal has granted.
    var characterSet: UInt8?
    /// The commands that the terminal may send (tag 26); nil when none were named.
    var permitted: [UInt16]?

    var wantsProgress: Bool { configuration & 0x08 != 0 }
    /// Whether receipts are sent to the till as print commands.
    var wantsReceipts: Bool { configuration & 0x82 == 0x82 }
    /// Whether the receipts of end of day, diagnosis and the like are sent to the till too.
    var wantsAdministrationReceipts: Bool { configuration & 0x84 == 0x84 }
    /// Whether the terminal may send the time: the till named no commands, or named `04 01`.
    var takesClock: Bool { permitted?.contains(0x0401) ?? true }
    var takesTextBlocks: Bool { permitted?.contains(0x06D3) ?? false }
}
