/// The till's telegrams that this terminal understands.
enum TillTelegram: Equatable, Sendable {
    case registration(TerminalRegistration, password: String?)
    /// `06 01`, `06 22` to `06 25`, `06 30`, `06 31`.
    case transaction(TransactionRequest)
    /// `06 23` with receipt `FFFF`.
    case openReservations
    /// `06 10`, `06 50`, `06 93`.
    case administration(TerminalAdministration, password: String?)
    /// `06 70` with tag 1B.
    case diagnosis(UInt8)
    case logOff
    case setClock(TerminalTime)
    case statusEnquiry(service: UInt8, isBare: Bool)
    case repeatReceipt(RepeatRequest)
    case abort
    /// `80 00` or `84 00`.
    case accepted
    /// `84 xx`.
    case refused(UInt8)
    /// `84 9D` with the amount to book.
    case issuedInPart(Int64)
    /// A command that this terminal lacks, or one with unreadable fields.
    case unknown

    /// Whether it answers a telegram of the terminal, rather than being a command.
    var isResponse: Bool {
        switch self {
        case .accepted, .refused, .issuedInPart: true
        case .registration, .transaction, .openReservations, .administration, .diagnosis, .logOff, .setClock,
            .statusEnquiry, .repeatReceipt, .abort, .unknown:
            false
        }
    }

    /// Its password; nil when it has none.
    var password: String? {
        switch self {
        case .registration(_, let password): password
        case .transaction(let request): request.password
        case .administration(_, let password): password
        case .repeatReceipt(let request): request.password
        case .openReservations, .diagnosis, .logOff, .setClock, .statusEnquiry, .abort, .accepted, .refused,
            .issuedInPart, .unknown:
            nil
        }
    }
}

/// Commands that carry only a password.
enum TerminalAdministration: Equatable, Sendable { case turnoverTotals, endOfDay, initialisation }

/// `06 20`.
struct RepeatRequest: Equatable, Sendable {
    var service: UInt8 = 0
    /// Tag 1F01: 1 the last, 2 the merchant's, 3 the customer's, 4 the end of day's.
    var receipt: UInt8 = 1
    var password: String?
}

/// `06 00`.
struct TerminalRegistration: Hashable, Sendable {
    /// The state without a registration (ZVT: after log-off).
    static let loggedOff = TerminalRegistration(configuration: 0x86)

    var configuration: UInt8
    var currency: Int?
    var columns: Int?
    /// The wished sets by tag 14, in order of preference.
    var wishedCharacterSets: [UInt8] = []
    /// The set that this terminal has granted.
    var characterSet: UInt8?
    /// The commands that the terminal may send (tag 26); nil when none were named.
    var permitted: [UInt16]?

    var wantsProgress: Bool { configuration & 0x08 != 0 }
    /// Whether receipts are sent to the till as print commands.
    var wantsReceipts: Bool { configuration & 0x82 == 0x82 }
    /// Whether those of end of day, diagnosis and the like are sent too.
    var wantsAdministrationReceipts: Bool { configuration & 0x84 == 0x84 }
    /// Whether the terminal may send the time: no commands were named, or this one was.
    var takesClock: Bool { permitted?.contains(0x0401) ?? true }
    var takesTextBlocks: Bool { permitted?.contains(0x06D3) ?? false }
}

/// A command that moves money.
struct TransactionRequest: Hashable, Sendable {
    var command = TerminalJournal.Command.payment
    var password: String?
    var amount: Int64?
    var currency: Int?
    /// BMP 87: the referenced receipt.
    var receipt: Int?
    /// BMP 01, seconds.
    var responseTimeout: Int?
    /// BMP 02.
    var longestWait: Int?
}

/// The terminal's telegrams.
enum TerminalTelegram: Equatable, Sendable {
    /// `80 00 00`.
    case accepted
    /// `84 xx 00`.
    case refused(UInt8)
    /// `04 FF`, optionally with a new T4.
    case progress(UInt8, minutes: UInt8?)
    /// `04 0F` of a journal entry.
    case result(TerminalJournal.Entry)
    /// `04 0F` with only a code: no card was read.
    case failure(UInt8)
    /// `04 0F` with BMP 60.
    case totals(TerminalTurnover)
    /// `04 01`: the host's time.
    case clock(TerminalTime)
    /// `06 1E B8`: open reservations by their receipt numbers.
    case openReservations([Int])
    /// `06 D1`, attribute and text.
    case line(attribute: UInt8, text: String)
    /// `06 D3`: a whole receipt.
    case block(TerminalReceipt)
    /// `06 0F` of a registration, with the terminal's demand.
    case registered(TerminalRegistration, needs: TerminalScenario.Demand?)
    /// `06 0F` of a status enquiry.
    case status(service: UInt8, needs: TerminalScenario.Demand?)
    /// `06 0F` of any other command.
    case completed
    /// `06 1E`, with the terminal's currency if that was the reason.
    case aborted(UInt8)
}

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
    static let printerNotReady: UInt8 = 0xCC
    static let reversing: UInt8 = 0x05
    static let showWrongPIN: UInt8 = 0x15
    static let amountMissing: UInt8 = 0xC9
}

/// One receipt as the terminal prints it.
struct TerminalReceipt: Equatable, Sendable {
    enum Recipient: UInt8, Sendable { case merchant = 1, customer = 2, administration = 3 }

    var recipient: Recipient
    var lines: [TerminalReceiptLine]
    /// Whether it is for a payment rather than a declined one.
    var isPositive: Bool
}

struct TerminalReceiptLine: Equatable, Sendable {
    /// 40 centred, 20 double width, 10 double height.
    var attribute: UInt8 = 0
    var text: String
}
