/// The constant behaviour of a terminal.
struct TerminalHabits: Sendable {
    enum WhileBusy: Int { case saysBusy, saysReady, saysNothing, saysBusyAtHost, saysBusyWithCard }
    enum Repeating: Int { case tells, completes, aborts, refuses }
    enum Reversals: Int { case shown, asFailed, passedOver, ofPaymentsOnly }
    enum Aborting: Int { case honours, refuses, ignores }
    enum Reservations: Int { case namesAll, namesOne, refuses }
    /// A field of `04 0F` that is present in some of the terminal's telegrams only.
    enum Field: Int {
        case always, never, notInResult, notWhenRepeated, zeros

        func isTold(repeated: Bool) -> Bool {
            switch self {
            case .always, .zeros: true
            case .never: false
            case .notInResult: repeated
            case .notWhenRepeated: !repeated
            }
        }
    }

    let whileBusy: WhileBusy
    let tellsIDAtRegistration: Bool
    let fields: [ChoicePoint: Field]
    let namesOriginalTrace: Bool
    let repeating: Repeating
    let printsAnyway: Bool
    let reversals: Reversals
    let showsDeclines: Bool
    let dayEndClears: Bool
    let dayEndRenumbers: Bool
    let aborting: Aborting
    let isNew: Bool
    let printsLines: Bool
    let booksOwnCurrency: Bool
    let failuresTakeNoNumber: Bool
    let reservations: Reservations

    static let optionalFields: [ChoicePoint] = [
        .resultID, .clock, .trace, .receiptNumber, .amount, .currency, .turnover, .lastDigits, .cardName,
    ]

    /// - Parameter isAnonymous: whether the terminal tells no id, whatever is chosen.
    init(_ choices: Choices, isAnonymous: Bool) {
        whileBusy = WhileBusy(rawValue: choices.choose(.whileBusy)) ?? .saysBusy
        tellsIDAtRegistration = choices.choose(.registrationID) == 0 && !isAnonymous
        var fields: [ChoicePoint: Field] = [:]
        for point in Self.optionalFields {
            let field = Field(rawValue: choices.choose(point)) ?? .always
            if field != .always { fields[point] = field }
        }
        if isAnonymous { fields[.resultID] = .never }
        self.fields = fields
        namesOriginalTrace = choices.choose(.originalTrace) == 1
        repeating = Repeating(rawValue: choices.choose(.repeating)) ?? .tells
        printsAnyway = choices.choose(.repeatPrints) == 1
        reversals = Reversals(rawValue: choices.choose(.showsReversals)) ?? .shown
        showsDeclines = choices.choose(.showsDeclines) == 1
        dayEndClears = choices.choose(.dayEndClears) == 1
        dayEndRenumbers = choices.choose(.dayEndRenumbers) == 1
        aborting = Aborting(rawValue: choices.choose(.aborting)) ?? .honours
        isNew = choices.choose(.past) == 1
        printsLines = choices.choose(.slipKind) == 1
        booksOwnCurrency = choices.choose(.otherCurrency) == 1
        failuresTakeNoNumber = choices.choose(.failedNumbers) == 1
        reservations = Reservations(rawValue: choices.choose(.openReservations)) ?? .namesAll
    }

    var tellsZeros: Bool { fields[.receiptNumber] == .zeros }

    func tells(_ field: ChoicePoint, repeated: Bool) -> Bool { fields[field]?.isTold(repeated: repeated) ?? true }
}
