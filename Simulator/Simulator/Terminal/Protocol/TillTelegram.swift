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

    /// Whether the telegram answers one of the terminal, rather than being a command.
    var isResponse: Bool {
        switch self {
        case .accepted, .refused, .issuedInPart: true
        case .registration, .transaction, .openReservations, .administration, .diagnosis, .logOff, .setClock,
            .statusEnquiry, .repeatReceipt, .abort, .unknown:
            false
        }
    }

    /// The password of the command; nil when it has none.
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
