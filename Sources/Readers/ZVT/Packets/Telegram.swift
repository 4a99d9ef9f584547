/// A decoded telegram of either direction. `init(decoding:)` reads back what `bytes` writes.
package enum Telegram: Hashable, Sendable {
    /// `06 00`, from us.
    indirect case registration(Registration)
    /// `06 01`, from us: take a payment.
    indirect case authorisation(Authorisation)
    /// `05 01`, from us.
    case statusEnquiry(StatusEnquiry)
    /// `06 20`, from us.
    case repeatReceipt(RepeatReceipt)
    /// `06 22` to `06 25`, `06 30`, `06 31`, from us.
    indirect case transaction(TransactionCommand)
    /// `06 10`, `06 50`, `06 70`, `06 93`, from us.
    indirect case administration(AdministrationCommand)
    /// `06 02`, from us.
    case logOff
    /// `06 91`, from us.
    case setTerminalClock(ClockSetting)
    /// `04 01`, from the terminal.
    case setTillClock(ClockSetting)
    /// `06 B0`, from us: asks to abort the running command.
    case abort
    /// `80 xx`, `84 xx`, from either side.
    case response(Response)
    /// `04 0F`, from the terminal.
    indirect case statusInformation(StatusInformation)
    /// `04 FF`, from the terminal.
    case intermediateStatus(IntermediateStatus)
    /// `06 0F`, from the terminal.
    indirect case completion(Completion)
    /// `06 1E`, from the terminal: it ended the command.
    case aborted(Aborted)
    /// `06 D1`, from the terminal.
    case printLine(PrintLine)
    /// `06 D3`, from the terminal.
    case printTextBlock(PrintTextBlock)
}

extension Telegram {
    package var apdu: APDU {
        switch self {
        case .registration(let registration): registration.apdu
        case .authorisation(let authorisation): authorisation.apdu
        case .statusEnquiry(let enquiry): enquiry.apdu
        case .repeatReceipt(let command): command.apdu
        case .transaction(let command): command.apdu
        case .administration(let command): command.apdu
        case .logOff: APDU(Control.logOff)
        case .setTerminalClock(let setting): setting.apdu(Control.setTerminalClock)
        case .setTillClock(let setting): setting.apdu(Control.setTillClock)
        case .abort: APDU(Control.abort)
        case .response(let response): response.apdu
        case .statusInformation(let information): information.apdu
        case .intermediateStatus(let status): status.apdu
        case .completion(let completion): completion.apdu
        case .aborted(let aborted): aborted.apdu
        case .printLine(let line): line.apdu
        case .printTextBlock(let block): block.apdu
        }
    }

    package var bytes: [UInt8] { apdu.bytes }

    /// Reads exactly one telegram. Never traps, whatever the bytes.
    ///
    /// Throws `unknownCommand` for a well-formed telegram of a kind not listed here.
    package init(decoding bytes: [UInt8]) throws(PacketError) {
        var body = TelegramBody(bytes)
        try self.init(&body)
    }
}

extension Telegram {
    init(_ body: inout TelegramBody) throws(PacketError) {
        let header = try body.readHeader()
        switch header.control {
        case 0x8000...0x80FF, 0x8400...0x84FF: self = .response(try Response(header.control, &body))
        case Control.registration: self = .registration(try Registration(&body))
        case Control.authorisation: self = .authorisation(try Authorisation(&body))
        case Control.statusEnquiry: self = .statusEnquiry(try StatusEnquiry(&body))
        case Control.repeatReceipt: self = .repeatReceipt(try RepeatReceipt(&body))
        case Control.logOff: self = .logOff
        case Control.setTerminalClock: self = .setTerminalClock(try ClockSetting(&body))
        case Control.setTillClock: self = .setTillClock(try ClockSetting(&body))
        case Control.abort: self = .abort
        case Control.statusInformation: self = .statusInformation(try StatusInformation(&body))
        case Control.intermediateStatus: self = .intermediateStatus(try IntermediateStatus(&body))
        case Control.completion: self = .completion(try Completion(&body))
        case Control.aborted: self = .aborted(try Aborted(&body))
        case Control.printLine: self = .printLine(try PrintLine(&body))
        case Control.printTextBlock: self = .printTextBlock(try PrintTextBlock(&body))
        default: self = try Self.command(header.control, &body)
        }
    }

    /// Decodes the commands that share a layout.
    private static func command(_ control: UInt16, _ body: inout TelegramBody) throws(PacketError) -> Telegram {
        if let kind = TransactionCommand.Kind(rawValue: control) {
            return .transaction(try TransactionCommand(kind, &body))
        }
        if let kind = AdministrationCommand.Kind(rawValue: control) {
            return .administration(try AdministrationCommand(kind, &body))
        }
        throw PacketError(.unknownCommand(control), at: 0)
    }
}
