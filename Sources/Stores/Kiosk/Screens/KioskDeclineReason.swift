import Model

/// Why nothing was charged, as far as it may be said to a customer in public. The page has a sentence for each word in every language.
package enum KioskDeclineReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The bank of the card refused, for whatever reason: what a bank thinks of a card is not said aloud.
    case declined
    /// The bank of the card refused this amount.
    case limit
    case amountTooLarge = "amount_too_large"
    case amountTooSmall = "amount_too_small"
    case cardExpired = "card_expired"
    case cardNotYetValid = "card_not_yet_valid"
    case wrongPIN = "wrong_pin"
    case pinBlocked = "pin_blocked"
    case cardUnreadable = "card_unreadable"
    case cardNotAccepted = "card_not_accepted"
    case cardNotRemoved = "card_not_removed"
    case hostUnreachable = "host_unreachable"
    /// The terminal refused, or does not say why.
    case terminal
    /// Nobody declined it, and the terminal has booked nothing.
    case notCharged = "not_charged"
    /// Nobody declined it, and the terminal has taken it back.
    case takenBack = "taken_back"
}

extension KioskDeclineReason {
    package init(_ reason: DeviceReason) {
        self =
            switch reason {
            case .callIssuer, .merchantUnknown, .cardBlocked, .declined, .transactionInvalid, .cardRestricted,
                .refusedByHost:
                .declined
            case .insufficientFunds, .insufficientCredit, .cardLimitExceeded, .cardUsedTooOften, .amountNotAccepted:
                .limit
            case .amountTooLarge: .amountTooLarge
            case .amountTooSmall: .amountTooSmall
            case .cardExpired: .cardExpired
            case .cardNotYetValid: .cardNotYetValid
            case .wrongPIN, .wrongCode, .pinError: .wrongPIN
            case .pinTriesExceeded: .pinBlocked
            case .cardUnreadable, .noCardData, .chipError, .cardDataWrong, .processingError, .fallbackNotPossible,
                .cardNotTakenIn:
                .cardUnreadable
            case .notAllowedForCard, .notAllowedForECCards, .notAllowedForCreditCards, .notAllowedForTerminal,
                .cardUnknown, .cardNotListed, .cardNumberInvalid, .notForBankCards, .meansOfPaymentNotSupported,
                .goodsGroupNotAllowed, .currencyNotSupported:
                .cardNotAccepted
            case .cardInserted, .cardNotEjected, .cardNotRemoved: .cardNotRemoved
            case .issuerUnavailable, .hostFault, .noConnection, .communicationError, .dialUpError, .otherStationSilent,
                .offlineError:
                .hostUnreachable
            case .success, .messageNotUnderstood, .initialisationNeeded, .clockNeeded, .cancelled, .keyExhausted,
                .textNotAuthentic, .cashbackNotPossible, .wrongCurrency, .notPossible, .goodsIssuedInPart,
                .notAllowedByPCI, .alreadyReversed, .reversalNotPossible, .preauthorisationAmountWrong,
                .preauthorisationError, .onlyEuro, .baudRateNotSupported, .registerUnknown, .turnoverFileFull,
                .notRegistered, .endOfDayNotPossible, .keyMissing, .pinPadDefective, .protocolError, .busy,
                .receiverNotReady, .geldKarteError, .memoryFull, .journalFull, .batteryLow, .cardLockDefective,
                .merchantCardLocked, .diagnosisNeeded, .cardProfileInvalid, .printerNotReady, .outOfOrder,
                .remoteMaintenance, .cardReaderDefective, .shutterClosed, .activationNeeded, .pinPadError,
                .endOfDayNeeded, .outdoorTerminalDataError, .clearingError, .turnoverDataError, .deviceMissing,
                .systemError, .unexplained:
                .terminal
            }
    }
}
