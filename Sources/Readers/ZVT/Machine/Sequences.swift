import Hardware
import Model

/// The commands for each request, as the protocol's sequences require.
enum Sequences {
    private static let noServiceMenu: UInt8 = 0x01
    /// No service menu, and all details of the terminal: bit 02 would leave out its software version (ZVT 13.08 §2.56).
    private static let noMenuAndDetails: UInt8 = 0x05

    /// The command for a request. Throws when the command has no field for what is requested.
    static func telegram(of request: TerminalRequest, _ settings: TerminalSettings) throws(ZVTError) -> Telegram {
        switch request {
        case .register(let currency): registration(currency, settings)
        case .authorise(let amount): try authorisation(amount, settings)
        case .reverse(let receipt, let amount): .transaction(try reversal(receipt, amount, settings))
        case .refund(let amount): .transaction(try refund(amount, settings))
        case .preauthorise(let amount): .transaction(try preauthorisation(amount, settings))
        case .book(let preauthorisation, let used):
            .transaction(try followUp(.bookTotal, preauthorisation, used, settings))
        case .partialRelease(let preauthorisation, let unused):
            .transaction(try followUp(.partialRelease, preauthorisation, unused, settings))
        case .release(let preauthorisation, let amount):
            .transaction(try followUp(.release, preauthorisation, amount, settings))
        case .openPreauthorisations: .transaction(openPreauthorisations())
        case .turnoverTotals: administration(.turnoverTotals, settings)
        case .endOfDay: administration(.endOfDay, settings)
        case .diagnose(let diagnosis): .administration(self.diagnosis(diagnosis))
        case .initialise: administration(.initialisation, settings)
        case .logOff: .logOff
        case .setClock(let clock): .setTerminalClock(ClockSetting(clock))
        case .enquireStatus: statusEnquiry(settings)
        case .repeatReceipt:
            repeatReceipt(
                .last, settings.repeatsWithPrint ? RepeatReceipt.statusWithPrint : RepeatReceipt.statusWithoutPrint,
                settings)
        case .reprint(let receipt, let withResult):
            repeatReceipt(receipt, withResult ? RepeatReceipt.statusWithPrint : RepeatReceipt.printOnly, settings)
        case .probe(let probe): telegram(of: probe, settings)
        }
    }

    private static func telegram(of probe: TerminalProbe, _ settings: TerminalSettings) -> Telegram {
        var settings = settings
        switch probe {
        case .registration(let currency, let form, let wish):
            settings.announcesCommands = form != .bare
            settings.wishedCharacterSet = wish
            return registration(currency, settings)
        case .status(let withPassword):
            settings.asksStatusWithPassword = withPassword
            return statusEnquiry(settings)
        case .abort: return .abort
        }
    }

    private static func registration(_ currency: Currency, _ settings: TerminalSettings) -> Telegram {
        let commands = [Control.printTextBlock, Control.printLine].map { control in
            TLV(TLVTag.command, [UInt8(control >> 8), UInt8(control & 0xFF)])
        }
        var objects = [
            TLV(TLVTag.printerColumns, BCD.bytes(Int64(settings.printerColumns), count: 1)),
            TLV(TLVTag.permittedCommands, objects: commands),
        ]
        if let wish = settings.wishedCharacterSet {
            objects.append(TLV(TLVTag.characterSets, objects: [TLV(TLVTag.characterSet, [wish.tag14])]))
        }
        if !settings.announcesCommands { objects = [] }
        return .registration(
            Registration(
                password: settings.password, configuration: settings.printsReceipts ? .printingTerminal : .kiosk,
                currency: currency.number,
                serviceByte: noServiceMenu, objects: objects))
    }

    private static func authorisation(
        _ amount: Money, _ settings: TerminalSettings
    ) throws(ZVTError) -> Telegram {
        guard
            let command = Authorisation(
                amountMinor: amount.minorUnits, currency: amount.currency.number, paymentType: settings.paymentType,
                timeoutSeconds: settings.answerTimeoutSeconds, longestWait: settings.longestWait)
        else { throw .amountOutOfRange }
        return .authorisation(command)
    }

    private static func statusEnquiry(_ settings: TerminalSettings) -> Telegram {
        let isBare = !settings.asksStatusWithPassword
        return .statusEnquiry(
            StatusEnquiry(
                password: isBare ? nil : settings.password, serviceByte: isBare ? nil : noMenuAndDetails))
    }

    /// Repeats a receipt; without tag 1F01 the last one.
    private static func repeatReceipt(
        _ receipt: RepeatedReceipt, _ service: UInt8, _ settings: TerminalSettings
    ) -> Telegram {
        let objects = receipt == .last ? [] : [TLV(TLVTag.repeatedReceipt, [receipt.rawValue])]
        return .repeatReceipt(RepeatReceipt(password: settings.password, serviceByte: service, objects: objects))
    }

    private static func administration(
        _ kind: AdministrationCommand.Kind, _ settings: TerminalSettings
    ) -> Telegram {
        .administration(AdministrationCommand(kind, password: settings.password))
    }

    /// Runs a diagnosis; without tag 1B a line diagnosis.
    private static func diagnosis(_ diagnosis: Diagnosis) -> AdministrationCommand {
        let objects = diagnosis == .line ? [] : [TLV(TLVTag.diagnosisType, [diagnosis.rawValue])]
        return AdministrationCommand(.diagnosis, objects: objects)
    }
}

// MARK: - Money other than a payment

extension Sequences {
    private static func reversal(
        _ receipt: Int, _ amount: Money, _ settings: TerminalSettings
    ) throws(ZVTError) -> TransactionCommand {
        var command = TransactionCommand(.reversal)
        command.password = settings.password
        try command.refer(to: receipt)
        if settings.tellsAmountOfReversal { try command.tell(amount) }
        return command
    }

    private static func refund(_ amount: Money, _ settings: TerminalSettings) throws(ZVTError) -> TransactionCommand {
        var command = TransactionCommand(.refund)
        command.password = settings.password
        try command.tell(amount)
        return command
    }

    private static func preauthorisation(
        _ amount: Money, _ settings: TerminalSettings
    ) throws(ZVTError) -> TransactionCommand {
        var command = TransactionCommand(.preauthorisation)
        command.paymentType = settings.paymentType
        command.timeoutSeconds = settings.answerTimeoutSeconds
        try command.tell(amount)
        return command
    }

    private static func openPreauthorisations() -> TransactionCommand {
        var command = TransactionCommand(.partialRelease)
        command.receipt = .unnumbered
        return command
    }

    /// Adds the reservation's approval code, for which only Partial reversal and Book total have a field.
    private static func followUp(
        _ kind: TransactionCommand.Kind, _ preauthorisation: Preauthorisation, _ amount: Money,
        _ settings: TerminalSettings
    ) throws(ZVTError) -> TransactionCommand {
        var command = TransactionCommand(kind)
        command.paymentType = settings.paymentType
        try command.refer(to: preauthorisation.receiptNumber)
        try command.tell(amount)
        if kind != .release {
            command.trace = preauthorisation.trace.flatMap { TransactionCommand.traces.contains($0) ? $0 : nil }
            command.approvalCode = preauthorisation.approvalCode
        }
        return command
    }
}

extension TransactionCommand {
    private static let receiptNumbers = 0...ReceiptReference.highestNumber
    fileprivate static let traces = 0...999_999

    fileprivate mutating func refer(to receipt: Int) throws(ZVTError) {
        guard Self.receiptNumbers.contains(receipt) else { throw .receiptOutOfRange }
        self.receipt = .number(receipt)
    }

    fileprivate mutating func tell(_ amount: Money) throws(ZVTError) {
        guard Authorisation.amounts.contains(amount.minorUnits) else { throw .amountOutOfRange }
        amountMinor = amount.minorUnits
        currency = amount.currency.number
    }
}
