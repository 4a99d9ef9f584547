import Model

/// The result codes of ZVT (13.08 chapter 10, BMP 27), and what each says in the words of every device. Another protocol has its own
/// table; numbers stand nowhere else.
package enum ZVTResultCode {
    /// What a code says. Codes that nobody has written down are the host's below `64`, the terminal's above.
    package static func reason(of code: UInt8) -> DeviceReason {
        reasons[code] ?? (code < firstOfTerminal ? .refusedByHost : .unexplained)
    }

    /// Whether the protocol, or what hosts have in common, gives it a meaning.
    package static func isKnown(_ code: UInt8) -> Bool { reasons[code] != nil }

    /// Below this the host speaks, not the terminal.
    private static let firstOfTerminal: UInt8 = 0x64

    /// The groups of codes. No code is in two of them.
    package static let groups = [host, card, request, terminal]

    private static let reasons: [UInt8: DeviceReason] = groups.reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    /// What the host says: mostly ISO 8583 response codes as numbers.
    private static let host: [UInt8: DeviceReason] = [
        0x00: .success, 0x01: .callIssuer, 0x02: .callIssuer, 0x03: .merchantUnknown, 0x04: .cardBlocked,
        0x05: .declined, 0x0C: .transactionInvalid, 0x0D: .amountNotAccepted, 0x0E: .cardNumberInvalid,
        0x1E: .messageNotUnderstood, 0x21: .cardExpired, 0x29: .cardBlocked, 0x2B: .cardBlocked,
        0x33: .insufficientFunds, 0x36: .cardExpired, 0x37: .wrongPIN, 0x39: .notAllowedForCard,
        0x3A: .notAllowedForTerminal, 0x3D: .cardLimitExceeded, 0x3E: .cardRestricted, 0x41: .cardUsedTooOften,
        0x4B: .pinTriesExceeded, 0x51: .initialisationNeeded, 0x5B: .issuerUnavailable, 0x60: .hostFault,
        0x62: .clockNeeded,
    ]

    /// The card and its holder.
    private static let card: [UInt8: DeviceReason] = [
        0x64: .cardUnreadable, 0x65: .noCardData, 0x66: .processingError, 0x67: .notAllowedForECCards,
        0x68: .notAllowedForCreditCards, 0x6C: .cancelled, 0x6E: .cardBlocked, 0x71: .insufficientCredit,
        0x72: .chipError, 0x73: .cardDataWrong, 0x74: .keyExhausted, 0x75: .textNotAuthentic, 0x76: .cardNotListed,
        0x78: .cardExpired, 0x79: .cardNotYetValid, 0x7A: .cardUnknown, 0x7B: .fallbackNotPossible,
        0x7C: .fallbackNotPossible, 0x7E: .fallbackNotPossible, 0xCD: .cashbackNotPossible, 0xD2: .notForBankCards,
        0xDC: .cardInserted, 0xDD: .cardNotEjected, 0xDE: .cardNotTakenIn, 0xE1: .cardNotRemoved,
        0xE7: .goodsGroupNotAllowed, 0xE8: .goodsGroupNotAllowed, 0xE9: .wrongCode, 0xEA: .wrongCode, 0xEB: .pinError,
        0xEC: .pinError,
    ]

    /// What was asked for.
    private static let request: [UInt8: DeviceReason] = [
        0x6F: .wrongCurrency, 0x83: .notPossible, 0x9D: .goodsIssuedInPart, 0xA5: .notAllowedByPCI,
        0xB4: .alreadyReversed, 0xB5: .reversalNotPossible, 0xB7: .preauthorisationAmountWrong,
        0xB8: .preauthorisationError, 0xC3: .amountTooLarge, 0xC5: .meansOfPaymentNotSupported,
        0xC6: .currencyNotSupported, 0xC8: .amountTooSmall, 0xC9: .amountTooSmall, 0xCB: .onlyEuro,
        0xFD: .baudRateNotSupported, 0xFE: .registerUnknown,
    ]

    /// The terminal and what it is connected to.
    private static let terminal: [UInt8: DeviceReason] = [
        0x6A: .turnoverFileFull, 0x6B: .notRegistered, 0x77: .endOfDayNotPossible, 0x7D: .communicationError,
        0x85: .keyMissing, 0x89: .pinPadDefective, 0x9A: .protocolError, 0x9B: .dialUpError, 0x9C: .busy,
        0xA0: .receiverNotReady, 0xA1: .otherStationSilent, 0xA3: .noConnection, 0xA4: .geldKarteError,
        0xB1: .memoryFull, 0xB2: .journalFull, 0xBF: .batteryLow, 0xC0: .cardLockDefective, 0xC1: .merchantCardLocked,
        0xC2: .diagnosisNeeded, 0xC4: .cardProfileInvalid, 0xCC: .printerNotReady, 0xDF: .outOfOrder,
        0xE0: .remoteMaintenance, 0xE2: .cardReaderDefective, 0xE3: .shutterClosed, 0xE4: .activationNeeded,
        0xED: .pinPadError, 0xF0: .endOfDayNeeded, 0xF1: .offlineError, 0xF5: .outdoorTerminalDataError,
        0xF6: .outdoorTerminalDataError, 0xFA: .clearingError, 0xFB: .turnoverDataError, 0xFC: .deviceMissing,
        0xFF: .systemError,
    ]
}
