import Model

extension DeviceReason {
    /// A short text for a person, without a full stop.
    package func text(in language: OperatorLanguage) -> String { sentence.text(in: language) }

    package var sentence: Sentence { meaning.wording }

    /// What to do about it.
    package var nextStep: NextStep { meaning.nextStep }

    private struct Meaning {
        let wording: Sentence
        let nextStep: NextStep

        init(_ key: Sentence.Key, _ nextStep: NextStep) {
            wording = Sentence(key)
            self.nextStep = nextStep
        }
    }

    private var meaning: Meaning { Self.meanings[self] ?? Self.unexplained }

    private static let unexplained = Meaning("device.error", .callService)

    private static let meanings: [DeviceReason: Meaning] = host.merging(card) { first, _ in first }
        .merging(request) { first, _ in first }.merging(terminal) { first, _ in first }

    /// Reasons at the host or the card's bank.
    private static let host: [DeviceReason: Meaning] = [
        .success: Meaning("device.successful", .nothing),
        .callIssuer: Meaning("device.callIssuer", .otherCard),
        .merchantUnknown: Meaning("device.merchantUnknown", .callAcquirer),
        .cardBlocked: Meaning("device.cardBlocked", .otherCard),
        .declined: Meaning("device.declined", .otherCard),
        .transactionInvalid: Meaning("device.transactionInvalid", .correctRequest),
        .amountNotAccepted: Meaning("device.amountNotAccepted", .correctRequest),
        .cardNumberInvalid: Meaning("device.cardNumberInvalid", .otherCard),
        .messageNotUnderstood: Meaning("device.messageNotUnderstood", .callAcquirer),
        .cardExpired: Meaning("device.cardExpired", .otherCard),
        .insufficientFunds: Meaning("device.notEnoughFunds", .otherCard),
        .wrongPIN: Meaning("device.wrongPINOrPassword", .tryAgain),
        .notAllowedForCard: Meaning("device.notForThisCard", .otherCard),
        .notAllowedForTerminal: Meaning("device.notForThisTerminal", .callAcquirer),
        .cardLimitExceeded: Meaning("device.cardLimitExceeded", .otherCard),
        .cardRestricted: Meaning("device.cardRestricted", .otherCard),
        .cardUsedTooOften: Meaning("device.cardUsedTooOften", .otherCard),
        .pinTriesExceeded: Meaning("device.pinTriesExceeded", .otherCard),
        .initialisationNeeded: Meaning("device.initialisationNeeded", .initialisation),
        .issuerUnavailable: Meaning("device.issuerSilent", .tryAgain),
        .hostFault: Meaning("device.hostFault", .tryAgain),
        .clockNeeded: Meaning("device.clockNeeded", .setClock),
        .refusedByHost: Meaning("device.refusedByHost", .otherCard),
    ]

    /// Reasons at the card or its holder.
    private static let card: [DeviceReason: Meaning] = [
        .cardUnreadable: Meaning("device.cardNotReadable", .tryAgain),
        .noCardData: Meaning("device.noCardData", .tryAgain),
        .processingError: Meaning("device.processingError", .tryAgain),
        .notAllowedForECCards: Meaning("device.notForECCards", .otherCard),
        .notAllowedForCreditCards: Meaning("device.notForCreditCards", .otherCard),
        .cancelled: Meaning("device.timedOutOrCancelled", .tryAgain),
        .insufficientCredit: Meaning("device.creditNotSufficient", .otherCard),
        .chipError: Meaning("device.chipError", .otherCard),
        .cardDataWrong: Meaning("device.cardDataWrong", .otherCard),
        .keyExhausted: Meaning("device.keyExhausted", .callService),
        .textNotAuthentic: Meaning("device.textNotAuthentic", .callService),
        .cardNotListed: Meaning("device.cardNotOnWhiteList", .otherCard),
        .cardNotYetValid: Meaning("device.cardNotYetValid", .otherCard),
        .cardUnknown: Meaning("device.cardUnknown", .otherCard),
        .fallbackNotPossible: Meaning(
            "device.noFallback",
            .otherCard),
        .cashbackNotPossible: Meaning("device.cashbackImpossible", .correctRequest),
        .notForBankCards: Meaning("device.notForBankCards", .otherCard),
        .cardInserted: Meaning("device.cardInserted", .removeCard),
        .cardNotEjected: Meaning("device.cardNotEjected", .callService),
        .cardNotTakenIn: Meaning("device.cardNotTakenIn", .tryAgain),
        .cardNotRemoved: Meaning("device.cardNotRemoved", .removeCard),
        .goodsGroupNotAllowed: Meaning("device.goodsGroupNotAllowed", .otherCard),
        .wrongCode: Meaning("device.wrongCode", .tryAgain),
        .pinError: Meaning("device.pinError", .tryAgain),
    ]

    /// Reasons in the request.
    private static let request: [DeviceReason: Meaning] = [
        .wrongCurrency: Meaning("device.wrongCurrency", .correctRequest),
        .notPossible: Meaning("device.functionNotPossible", .callService),
        .goodsIssuedInPart: Meaning("device.goodsInPart", .nothing),
        .notAllowedByPCI: Meaning("device.notAllowedByPCI", .callService),
        .alreadyReversed: Meaning("device.alreadyReversed", .checkTransaction),
        .reversalNotPossible: Meaning("device.reversalImpossible", .checkTransaction),
        .preauthorisationAmountWrong: Meaning("device.reservationAmountWrong", .correctRequest),
        .preauthorisationError: Meaning("device.reservationError", .checkTransaction),
        .amountTooLarge: Meaning("device.highestAmountExceeded", .correctRequest),
        .meansOfPaymentNotSupported: Meaning("device.meansNotSupported", .otherCard),
        .currencyNotSupported: Meaning("device.currencyNotSupported", .correctRequest),
        .amountTooSmall: Meaning("device.amountTooSmall", .correctRequest),
        .onlyEuro: Meaning("device.onlyEuro", .correctRequest),
        .baudRateNotSupported: Meaning("device.baudRateNotSupported", .callService),
        .registerUnknown: Meaning("device.registerUnknown", .callService),
    ]

    /// Reasons at the terminal or its connections.
    private static let terminal: [DeviceReason: Meaning] = [
        .turnoverFileFull: Meaning("device.turnoverFull", .endOfDay),
        .notRegistered: Meaning("device.deactivated", .registration),
        .endOfDayNotPossible: Meaning("device.endOfDayImpossible", .checkTransaction),
        .communicationError: Meaning("device.communicationError", .checkHostLine),
        .keyMissing: Meaning("device.keyMissing", .initialisation),
        .pinPadDefective: Meaning("device.pinPadDefective", .callService),
        .protocolError: Meaning("device.protocolError", .callService),
        .dialUpError: Meaning("device.dialUpError", .checkHostLine),
        .busy: Meaning("device.busy", .wait),
        .receiverNotReady: Meaning("device.receiverNotReady", .checkHostLine),
        .otherStationSilent: Meaning("device.noAnswer", .checkHostLine),
        .noConnection: Meaning("device.noConnection", .checkHostLine),
        .geldKarteError: Meaning("device.geldKarteError", .otherCard),
        .memoryFull: Meaning("device.memoryFull", .endOfDay),
        .journalFull: Meaning("device.journalFull", .endOfDay),
        .batteryLow: Meaning("device.batteryLow", .callService),
        .cardLockDefective: Meaning("device.cardLockDefective", .callService),
        .merchantCardLocked: Meaning("device.merchantCardLocked", .callAcquirer),
        .diagnosisNeeded: Meaning("device.diagnosisNeeded", .diagnosis),
        .cardProfileInvalid: Meaning("device.cardProfileInvalid", .diagnosis),
        .printerNotReady: Meaning("device.printerNotReady", .checkPrinter),
        .outOfOrder: Meaning("device.outOfOrder", .callService),
        .remoteMaintenance: Meaning("device.remoteMaintenance", .wait),
        .cardReaderDefective: Meaning("device.cardReaderDefective", .callService),
        .shutterClosed: Meaning("device.shutterClosed", .callService),
        .activationNeeded: Meaning("device.activationNeeded", .initialisation),
        .pinPadError: Meaning("device.pinPadError", .callService),
        .endOfDayNeeded: Meaning("device.endOfDayNeeded", .endOfDay),
        .offlineError: Meaning("device.offlineError", .tryAgain),
        .outdoorTerminalDataError: Meaning("device.outdoorTerminalData", .callService),
        .clearingError: Meaning("device.clearingError", .callAcquirer),
        .turnoverDataError: Meaning("device.turnoverDataError", .callAcquirer),
        .deviceMissing: Meaning("device.deviceMissing", .callService),
        .systemError: Meaning("device.systemError", .callService),
        .unexplained: unexplained,
    ]
}
