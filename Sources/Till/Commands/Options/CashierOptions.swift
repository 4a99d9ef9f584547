import ArgumentParser
import Configuration
import Flow
import Model
import Storage
import Payments
import Stores

/// The options of every command that takes money, holds it or gives it back.
struct CashierOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An idempotency key of your choice, 1 to 200 bytes; kiosk- and the word after with a blank begin Till's own keys, and none of yours. A request that is repeated with its key moves money once and gives the first answer again; another request with that key is refused (exit 8).",
            valueName: "key"))
    var key: String?
    @OptionGroup var receipt: PaymentOptions
    @OptionGroup var devices: DeviceOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    @Flag(
        help:
            "Print one JSON document per line for each event as it happens; the outcome comes before any paper. Not with --json."
    )
    var events = false

    func validate() throws {
        try OptionChecks.check(key: key)
        if events, output.json {
            throw ValidationError("--events goes without --json: its last line has the document.")
        }
    }

    /// Opens the till with this command's patience.
    func till() async throws(Failure) -> LiveTill {
        try await LiveTill.owning(try data.setup(), patience: receipt.giveUpAfter)
    }

    /// The order of that number, and the payment that this very command certainly began with its key before. If there is one, the
    /// shop is not asked.
    func order(
        _ number: OrderNumber?, of meaning: (OrderNumber) -> RepeatedRequest.Subject, tip: Money? = nil,
        currency: Currency? = nil, givesGoods: Bool = false, at till: LiveTill
    ) async throws(Failure) -> (id: OrderID, repeated: PaymentRecord?) {
        if let key, let number {
            let asked = RepeatedRequest(
                key: key, subject: meaning(number), tip: tip, currency: currency, givesGoods: givesGoods)
            let repeated = try await till.ask { JournalAction.findRepeated(asked, $0) }
            if let repeated, let order = repeated.order { return (order, repeated) }
        }
        return (try await till.order(number), nil)
    }

    /// The command's one request to the stores.
    ///
    /// - Parameter earlier: the payment or reservation that the request ends or takes back. Its terminal is used unless
    ///   `--reader` names another.
    func request(
        _ subject: PaymentRequest.Subject, of earlier: PaymentRecord? = nil, tip: Money? = nil,
        currency: Currency? = nil, givesGoods: Bool = false, at till: LiveTill
    ) async throws(Failure) -> PaymentRequest {
        let (configuration, settings) = (till.configuration, try await till.ask { AppSettingsAction.loadSettings($0) })
        let terminal = try terminal(of: earlier, configuration, settings)
        let devices = try devices.payment(at: terminal, configuration, settings)
        try till.checkApart(terminal: terminal, printer: devices.paper)
        var request = PaymentRequest(
            subject: subject, tip: tip, currency: currency, givesGoods: givesGoods, key: key, terminal: terminal,
            printer: devices.printer,
            language: receipt.language(configuration),
            giveUpAfter: receipt.giveUpAfter(configuration))
        request.isPrintedByTerminal = devices.isPrintedByTerminal
        request.by = Invocation.current.requester
        return request
    }

    func cashier(_ till: LiveTill, _ console: Console) -> Cashier {
        Cashier(
            till: till, console: console, form: events ? .events : output.json ? .json : .text,
            in: OperatorLanguage(of: till.configuration, asked: receipt.language))
    }

    private func terminal(
        of earlier: PaymentRecord?, _ configuration: TillConfiguration, _ settings: AppSettings
    ) throws(Failure) -> DeviceAddress {
        guard let earlier else { return try devices.terminal(configuration, settings) }
        if let named = try devices.namedTerminal(configuration) { return named }
        guard let booked = DeviceAddress(earlier.terminalAddress) else { throw .noPayment(earlier.id.rawValue) }
        return booked
    }
}
