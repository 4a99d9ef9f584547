/// Result and error codes (ZVT 13.08 §10) that this terminal uses.
enum TerminalCode {
    static let wrongPIN: UInt8 = 0x37
    static let timeout: UInt8 = 0x6C
    static let wrongCurrency: UInt8 = 0x6F
    static let impossible: UInt8 = 0x83
    static let registrationRefused: UInt8 = 0x1E
    static let endOfDayImpossible: UInt8 = 0x77
    static let busy: UInt8 = 0x9C
    static let partOfGoods: UInt8 = 0x9D
    static let alreadyReversed: UInt8 = 0xB4
    static let reversalImpossible: UInt8 = 0xB5
    static let reservationAmount: UInt8 = 0xB7
    static let reservation: UInt8 = 0xB8
    static let working: UInt8 = 0x17
    static let endingDay: UInt8 = 0x0F
    static let printerNotReady: UInt8 = 0xCC
    static let reversing: UInt8 = 0x05
    static let showWrongPIN: UInt8 = 0x15
    static let amountMissing: UInt8 = 0xC9
}
