/// Why a device did not do what it was asked, or what it needs, independent of the protocol. Each protocol's tables map
/// its own codes to these reasons (ZVT: `ZVTCodes`).
package enum DeviceReason: String, Hashable, Sendable, Codable, CaseIterable {
    // MARK: The host, or the bank of the card.
    case success
    case callIssuer
    case merchantUnknown
    case cardBlocked
    case declined
    case transactionInvalid
    case amountNotAccepted
    case cardNumberInvalid
    case messageNotUnderstood
    case cardExpired
    case insufficientFunds
    case wrongPIN
    case notAllowedForCard
    case notAllowedForTerminal
    case cardLimitExceeded
    case cardRestricted
    case cardUsedTooOften
    case pinTriesExceeded
    case initialisationNeeded
    case issuerUnavailable
    case hostFault
    case clockNeeded
    // MARK: The card and its holder.
    case cardUnreadable
    case noCardData
    case processingError
    case notAllowedForECCards
    case notAllowedForCreditCards
    case cancelled
    case insufficientCredit
    case chipError
    case cardDataWrong
    case keyExhausted
    case textNotAuthentic
    case cardNotListed
    case cardNotYetValid
    case cardUnknown
    case fallbackNotPossible
    case cashbackNotPossible
    case notForBankCards
    case cardInserted
    case cardNotEjected
    case cardNotTakenIn
    case cardNotRemoved
    case goodsGroupNotAllowed
    case wrongCode
    case pinError
    // MARK: What was asked for.
    case wrongCurrency
    case notPossible
    case goodsIssuedInPart
    case notAllowedByPCI
    case alreadyReversed
    case reversalNotPossible
    case preauthorisationAmountWrong
    case preauthorisationError
    case amountTooLarge
    case meansOfPaymentNotSupported
    case currencyNotSupported
    case amountTooSmall
    case onlyEuro
    case baudRateNotSupported
    case registerUnknown
    // MARK: The terminal and what it is connected to.
    case turnoverFileFull
    case notRegistered
    case endOfDayNotPossible
    case communicationError
    case keyMissing
    case pinPadDefective
    case protocolError
    case dialUpError
    case busy
    case receiverNotReady
    case otherStationSilent
    case noConnection
    case geldKarteError
    case memoryFull
    case journalFull
    case batteryLow
    case cardLockDefective
    case merchantCardLocked
    case diagnosisNeeded
    case cardProfileInvalid
    case printerNotReady
    case outOfOrder
    case remoteMaintenance
    case cardReaderDefective
    case shutterClosed
    case activationNeeded
    case pinPadError
    case endOfDayNeeded
    case offlineError
    case outdoorTerminalDataError
    case clearingError
    case turnoverDataError
    case deviceMissing
    case systemError
    // MARK: Codes that no table explains
    /// The host refused with a code of its own.
    case refusedByHost
    /// The device told a code without a known reason.
    case unexplained
}
