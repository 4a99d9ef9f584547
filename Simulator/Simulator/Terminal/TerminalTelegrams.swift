/// What the till can say to a terminal, as far as this one understands it.
enum TillTelegram: Equatable, Sendable {
    case registration(TerminalRegistration)
    case authorisation(AuthorisationRequest)
    case statusEnquiry(service: UInt8)
    case repeatReceipt(service: UInt8)
    case abort
    /// `80 00` or `84 00`.
    case accepted
    /// `84 xx`.
    case refused(UInt8)
    /// A command that this terminal does not have, or fields in it that it cannot read past.
    case unknown

    /// Answers a telegram of the terminal's, as against a command.
    var isResponse: Bool {
        switch self {
        case .accepted, .refused: true
        case .registration, .authorisation, .statusEnquiry, .repeatReceipt, .abort, .unknown: false
        }
    }
}

/// `06 00`.
struct TerminalRegistration: Hashable, Sendable {
    /// The state of a terminal that nobody has registered at (ZVT: after log-off).
    static let loggedOff = TerminalRegistration(configuration: 0x86)

    var configuration: UInt8
    var currency: Int?
    var columns: Int?
    var characterSet: UInt8?
    /// Commands the terminal may send, tag 26; nil: none were named.
    var permitted: [UInt16]?

    var wantsProgress: Bool { configuration & 0x08 != 0 }
    /// Receipts come to the till as print commands.
    var wantsReceipts: Bool { configuration & 0x82 == 0x82 }
    var takesTextBlocks: Bool { permitted?.contains(0x06D3) ?? false }
}

/// `06 01`.
struct AuthorisationRequest: Hashable, Sendable {
    var amount: Int64?
    var currency: Int?
    /// BMP 01, seconds.
    var responseTimeout: Int?
    /// BMP 02.
    var longestWait: Int?
}

/// What the terminal says.
enum TerminalTelegram: Equatable, Sendable {
    /// `80 00 00`.
    case accepted
    /// `84 xx 00`.
    case refused(UInt8)
    /// `04 FF`.
    case progress(UInt8)
    /// `04 0F` of a journal entry.
    case result(TerminalJournal.Entry)
    /// `04 0F` with nothing but a code: no card was read.
    case failure(UInt8)
    /// `06 D1`, attribute and text.
    case line(attribute: UInt8, text: String)
    /// `06 D3`: a whole receipt.
    case block(TerminalReceipt)
    /// `06 0F` of a registration.
    case registered(TerminalRegistration)
    /// `06 0F` of a status enquiry.
    case status(service: UInt8)
    /// `06 0F` of everything else.
    case completed
    /// `06 1E`; with the terminal's currency where that was the trouble.
    case aborted(UInt8)
}

/// Result and error codes (ZVT 13.08 §10) that this terminal uses.
enum TerminalCode {
    static let wrongPIN: UInt8 = 0x37
    static let timeout: UInt8 = 0x6C
    static let wrongCurrency: UInt8 = 0x6F
    static let impossible: UInt8 = 0x83
    static let registrationRefused: UInt8 = 0x1E
    static let busy: UInt8 = 0x9C
    static let printerNotReady: UInt8 = 0xCC
    static let reversing: UInt8 = 0x05
    static let showWrongPIN: UInt8 = 0x15
    static let amountMissing: UInt8 = 0xC9
}

/// One receipt as the terminal prints it.
struct TerminalReceipt: Equatable, Sendable {
    enum Recipient: UInt8, Sendable { case merchant = 1, customer = 2 }

    var recipient: Recipient
    var lines: [TerminalReceiptLine]
    /// A payment, as against a declined one.
    var isPositive: Bool
}

struct TerminalReceiptLine: Equatable, Sendable {
    /// 40 centred, 20 double width, 10 double height.
    var attribute: UInt8 = 0
    var text: String
}
