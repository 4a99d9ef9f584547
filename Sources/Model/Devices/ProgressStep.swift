/// What a device shows while a request runs, independent of the protocol. It is progress and never an outcome.
package enum ProgressStep: String, Hashable, Codable, Sendable, CaseIterable {
    case confirmAmount
    case watchPINPad
    case notAccepted
    case waitingForHost
    case sendingReversal
    case sendingBookings
    case cardNotAdmitted
    case cardUnknown
    case cardExpired
    case presentCard
    case removeCard
    case cardUnreadable
    case processingError
    case wait
    case startingEndOfDay
    case cardInvalid
    case showingBalance
    case systemError
    case paymentNotPossible
    case insufficientCredit
    case wrongPIN
    case insufficientLimit
    case pinTriesExceeded
    case cardDataWrong
    case serviceMode
    case approvedFillUp
    case approvedTakeGoods
    case declined
    case enterMobileNumber
    case repeatMobileNumber
    case selectCurrency
    case selectLanguage
    case insertCardForLoading
    case offlineEmergency
    case selectDebitOrCredit
    case customerCardInserted
    case selectCurrencyConversion
    case enterMileage
    case waitingForCashier
    case diagnosis
    case initialisation
    case journalFull
    case pinNeeded
    case dialling
    case connected
    case selectApplication
    case useCleaningCard
    case offline
    case online
    case offlineTransaction
    case seeTerminal
    /// The device told a code without a known step.
    case unexplained

    /// Whether a device can show it only while it has a card or has just read one.
    package var tellsOfCard: Bool { Self.withCard.contains(self) }

    private static let withCard: Set<ProgressStep> = [
        .watchPINPad, .notAccepted, .cardNotAdmitted, .cardUnknown, .cardExpired, .removeCard, .cardInvalid,
        .showingBalance, .paymentNotPossible, .insufficientCredit, .wrongPIN, .insufficientLimit, .pinTriesExceeded,
        .cardDataWrong, .approvedFillUp, .approvedTakeGoods, .selectDebitOrCredit, .customerCardInserted,
        .selectCurrencyConversion, .pinNeeded, .selectApplication,
    ]
}
