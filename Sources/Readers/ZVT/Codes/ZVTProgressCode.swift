import Model

/// The codes of ZVT's intermediate status (13.08 §3.7), and what each shows in the words of every device.
package enum ZVTProgressCode {
    /// What a code shows, and whether it asks to remove the card besides.
    package static func meaning(of code: UInt8) -> (step: ProgressStep, asksToRemoveCard: Bool) {
        let asks = asksToRemoveCard(code)
        return (steps[asks ? code - removeCard : code] ?? .unexplained, asks)
    }

    /// What is added to a code that asks to remove the card besides.
    private static let removeCard: UInt8 = 0x40

    private static func asksToRemoveCard(_ code: UInt8) -> Bool {
        switch code {
        case 0x4A: false
        case 0x41...0x5D, 0x66, 0x67: true
        default: false
        }
    }

    private static let steps: [UInt8: ProgressStep] = [
        0x00: .confirmAmount, 0x01: .watchPINPad, 0x02: .watchPINPad, 0x03: .notAccepted, 0x04: .waitingForHost,
        0x05: .sendingReversal, 0x06: .sendingBookings, 0x07: .cardNotAdmitted, 0x08: .cardUnknown,
        0x09: .cardExpired, 0x0A: .presentCard, 0x0B: .removeCard, 0x0C: .cardUnreadable, 0x0D: .processingError,
        0x0E: .wait, 0x0F: .startingEndOfDay, 0x10: .cardInvalid, 0x11: .showingBalance, 0x12: .systemError,
        0x13: .paymentNotPossible, 0x14: .insufficientCredit, 0x15: .wrongPIN, 0x16: .insufficientLimit, 0x17: .wait,
        0x18: .pinTriesExceeded, 0x19: .cardDataWrong, 0x1A: .serviceMode, 0x1B: .approvedFillUp,
        0x1C: .approvedTakeGoods, 0x1D: .declined, 0x26: .enterMobileNumber, 0x27: .repeatMobileNumber,
        0x28: .selectCurrency, 0x29: .selectLanguage, 0x2A: .insertCardForLoading, 0x2B: .offlineEmergency,
        0x2C: .selectDebitOrCredit, 0x68: .customerCardInserted, 0x69: .selectCurrencyConversion, 0xC7: .enterMileage,
        0xC8: .waitingForCashier, 0xC9: .diagnosis, 0xCA: .initialisation, 0xCB: .journalFull, 0xCC: .pinNeeded,
        0xD2: .dialling, 0xD3: .connected, 0xE0: .selectApplication, 0xE1: .selectLanguage, 0xE2: .useCleaningCard,
        0xF1: .offline, 0xF2: .online, 0xF3: .offlineTransaction, 0xFF: .seeTerminal,
    ]
}
