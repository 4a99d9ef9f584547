import Model

extension ProgressStep {
    /// What to do meanwhile.
    package var nextStep: NextStep { meaning.nextStep }

    /// A short text for a person, without a full stop.
    var text: Sentence { meaning.text }

    private struct Meaning {
        let text: Sentence
        let nextStep: NextStep

        init(_ key: Sentence.Key, _ nextStep: NextStep) {
            text = Sentence(key)
            self.nextStep = nextStep
        }
    }

    private var meaning: Meaning { Self.meanings[self] ?? Meaning("device.status", .wait) }

    private static let meanings: [ProgressStep: Meaning] = [
        .confirmAmount: Meaning("device.confirmAmount", .followTerminal),
        .watchPINPad: Meaning("device.watchPINPad", .followTerminal),
        .notAccepted: Meaning("device.notAccepted", .otherCard),
        .waitingForHost: Meaning("device.waitsForHost", .wait),
        .sendingReversal: Meaning("device.sendsAutoReversal", .wait),
        .sendingBookings: Meaning("device.sendsPostBookings", .wait),
        .cardNotAdmitted: Meaning("device.cardNotAdmitted", .otherCard),
        .cardUnknown: Meaning("device.cardUnknown", .otherCard),
        .cardExpired: Meaning("device.cardExpired", .otherCard),
        .presentCard: Meaning("device.presentCard", .presentCard),
        .removeCard: Meaning("device.removeCard", .removeCard),
        .cardUnreadable: Meaning("device.cardNotReadable", .tryAgain),
        .processingError: Meaning("device.notPossible", .tryAgain),
        .wait: Meaning("device.wait", .wait),
        .startingEndOfDay: Meaning("device.startsEndOfDay", .wait),
        .cardInvalid: Meaning("device.cardInvalid", .otherCard),
        .showingBalance: Meaning("device.showsBalance", .followTerminal),
        .systemError: Meaning("device.malfunction", .callService),
        .paymentNotPossible: Meaning("device.paymentNotPossible", .otherCard),
        .insufficientCredit: Meaning("device.creditNotSufficient", .otherCard),
        .wrongPIN: Meaning("device.wrongPIN", .followTerminal),
        .insufficientLimit: Meaning("device.limitNotSufficient", .otherCard),
        .pinTriesExceeded: Meaning("device.pinTriesExceeded", .otherCard),
        .cardDataWrong: Meaning("device.cardDataIncorrect", .otherCard),
        .serviceMode: Meaning("device.serviceMode", .wait),
        .approvedFillUp: Meaning("device.approvedFillUp", .nothing),
        .approvedTakeGoods: Meaning("device.approvedTakeGoods", .nothing),
        .declined: Meaning("device.declined", .otherCard),
        .enterMobileNumber: Meaning("device.enterMobileNumber", .followTerminal),
        .repeatMobileNumber: Meaning("device.repeatMobileNumber", .followTerminal),
        .selectCurrency: Meaning("device.selectCurrency", .followTerminal),
        .selectLanguage: Meaning("device.selectLanguage", .followTerminal),
        .insertCardForLoading: Meaning("device.insertCardToLoad", .presentCard),
        .offlineEmergency: Meaning("device.offlineEmergency", .wait),
        .selectDebitOrCredit: Meaning("device.debitOrCredit", .followTerminal),
        .customerCardInserted: Meaning("device.customerCardInserted", .wait),
        .selectCurrencyConversion: Meaning("device.selectConversion", .followTerminal),
        .enterMileage: Meaning("device.enterMileage", .followTerminal),
        .waitingForCashier: Meaning("device.waitsForCashier", .wait),
        .diagnosis: Meaning("device.automaticDiagnosis", .wait),
        .initialisation: Meaning("device.automaticInitialisation", .wait),
        .journalFull: Meaning("device.merchantJournalFull", .endOfDay),
        .pinNeeded: Meaning("device.directDebitNeedsPIN", .followTerminal),
        .dialling: Meaning("device.dialling", .wait),
        .connected: Meaning("device.connected", .wait),
        .selectApplication: Meaning("device.selectApplication", .followTerminal),
        .useCleaningCard: Meaning("device.useCleaningCard", .callService),
        .offline: Meaning("device.offline", .wait),
        .online: Meaning("device.online", .wait),
        .offlineTransaction: Meaning("device.offlineTransaction", .wait),
        .seeTerminal: Meaning("device.seeTerminal", .followTerminal),
    ]
}
