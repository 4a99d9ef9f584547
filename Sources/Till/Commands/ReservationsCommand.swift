import ArgumentParser
import Flow
import Hardware
import Model
import Storage
import Payments
import Stores

struct ReserveCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reserve", abstract: "Holds an amount on a card, and charges nothing.",
        discussion: """
            What is used of it is charged by `till reservations book`; what is not needed any more is freed by \
            `till reservations release`. An order is paid only once it is booked.
            """)

    @Option(help: "The order to reserve for, what it comes to.")
    var order: Int64?
    @Option(parsing: .unconditional, help: "An amount without an order, like 50.00.")
    var amount: String?
    @Option(
        help:
            "The amount's currency, ISO 4217. Default: shop.currency, else EUR. With --order: refuses one in another.")
    var currency: String?
    @OptionGroup var options: CashierOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (order == nil) != (amount == nil) else { throw ValidationError("Name either --order or --amount.") }
        try OptionChecks.check(currency: currency)
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        let request = try await options.request(
            .reserve(try wanted(till)), currency: currency.flatMap(Currency.init(code:)), at: till)
        let cashier = options.cashier(till, console)
        let result = try await cashier.take(request)
        await cashier.remember(request)
        return result.exit
    }

    private func wanted(_ till: LiveTill) throws(Failure) -> PaymentRequest.Reserve {
        guard let amount else { return .order(OrderID(rawValue: order ?? 0)) }
        let named = currency.flatMap(Currency.init(code:)) ?? till.configuration.shop.currency
        return .amount(try Money(typed: amount, named, as: "--amount"))
    }
}

struct ReservationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reservations", abstract: "Shows what is reserved on cards, and books or releases it.",
        subcommands: [ListReservations.self, BookReservation.self, ReleaseReservation.self])
}

/// A command that ends a reservation, at the terminal that holds it.
protocol ReservationCommand: TillCommand {
    var reservation: String { get }
    var options: CashierOptions { get }
    func wanted(of reservation: PaymentRecord) throws(Failure) -> PaymentRequest.Subject
}

extension ReservationCommand {
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await options.till()
        let reference = reservation
        let found = try await till.ask { JournalAction.findReservation(reference: reference, $0) }
        let request = try await options.request(try wanted(of: found), of: found, at: till)
        return try await options.cashier(till, console).take(request).exit
    }
}

struct BookReservation: ReservationCommand {
    static let configuration = CommandConfiguration(
        commandName: "book", abstract: "Charges what was used of a reservation, and frees the rest.",
        discussion: "Its order is paid by it. What of the order is not booked, the shop is told as given back.")

    @Argument(help: "The reservation, or the order that it is for.")
    var reservation: String
    @Option(
        parsing: .unconditional,
        help: "What was used, like 12.50. Default: what the order comes to, else all that is reserved.")
    var amount: String?
    @OptionGroup var options: CashierOptions

    func wanted(of reservation: PaymentRecord) throws(Failure) -> PaymentRequest.Subject {
        guard let amount else { return .book(reservation.id, .all) }
        return .book(reservation.id, .only(try Money(typed: amount, reservation.amount.currency, as: "--amount")))
    }
}

struct ReleaseReservation: ReservationCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Frees a reservation; nothing is charged.",
        discussion: """
            With --part it frees so much only and charges the rest, as `book` does: for terminals that must be told what \
            was not used.
            """)

    @Argument(help: "The reservation, or the order that it is for.")
    var reservation: String
    @Option(parsing: .unconditional, help: "What was not used, like 37.50; the rest is charged.")
    var part: String?
    @OptionGroup var options: CashierOptions

    func wanted(of reservation: PaymentRecord) throws(Failure) -> PaymentRequest.Subject {
        guard let part else { return .release(reservation.id) }
        return .book(reservation.id, .allBut(try Money(typed: part, reservation.amount.currency, as: "--part")))
    }
}

struct ListReservations: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The reservations that stand, oldest first.",
        discussion: """
            With --at-terminal the terminal is asked which it holds, and those are shown that this till does not know, and \
            those that the terminal does not name. Some terminals name one at a time.
            """)

    @Flag(help: "Ask the terminal which it holds.")
    var atTerminal = false
    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await atTerminal ? LiveTill(try data.setup()) : LiveTill(toRead: try data.setup(), console)
        let standing = try await till.ask { JournalAction.listReservations($0) }
        let rows = try await atTerminal ? held(till, standing, console) : standing.map { Row($0, isHeld: nil) }
        guard !output.json else {
            console.print(try Output.json(rows))
            return .done
        }
        for row in rows { console.print(row.line.printable) }
        if rows.isEmpty { console.say("no reservations") }
        return .done
    }

    /// Those of the terminal, by its own word and by this till's.
    private func held(
        _ till: LiveTill, _ standing: [StandingReservation], _ console: Console
    ) async throws(Failure) -> [Row] {
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let reader = try devices.reader(till.configuration, settings)
        let currency = till.configuration.shop.currency
        let told = try await Interruptible.service(on: reader, of: till, console).run { () async throws(Failure) in
            try await till.ask { TerminalServiceAction.perform(.listReservations, on: reader, currency, $0) }
        }
        let ours = standing.filter { $0.reservation.isHeld(by: told, at: reader) }
        let known = Set(ours.compactMap(\.reservation.result?.receiptNumber))
        let named = Set(told.openReservations)
        return ours.map { Row($0, isHeld: $0.reservation.result?.receiptNumber.map(named.contains)) }
            + told.openReservations.filter { !known.contains($0) }.map { Row(unknown: $0, told, at: reader) }
    }

    struct Row: Encodable {
        /// Nil for one that this till does not know.
        let reservation: String?
        let order: String?
        let amount: String?
        let amountMinor: Int64?
        let currency: String?
        let terminal: String
        let terminalId: String?
        let receiptNumber: Int?
        /// `reserved`, `in_doubt`, or `unknown` to this till.
        let state: String
        /// Whether the terminal names it; nil where it was not asked.
        let namedByTerminal: Bool?

        init(_ standing: StandingReservation, isHeld: Bool?) {
            let record = standing.reservation
            reservation = record.id.rawValue
            order = record.order?.description
            (amount, amountMinor) = (record.amount.formatted(), record.amount.minorUnits)
            currency = record.amount.currency.code
            terminal = record.terminalAddress
            terminalId = record.terminalID
            receiptNumber = record.result?.receiptNumber
            state = standing.state.rawValue
            namedByTerminal = isHeld
        }

        init(unknown receipt: Int, _ told: TerminalServiceReport, at reader: DeviceAddress) {
            (reservation, order, amount, amountMinor, currency) = (nil, nil, nil, nil, nil)
            terminal = reader.description
            terminalId = told.terminalID
            receiptNumber = receipt
            state = "unknown"
            namedByTerminal = true
        }

        var line: String {
            let name = (reservation ?? "-").padded(16) + (order ?? "-").padded(8)
            let sum = "\(amount ?? "-") \(currency ?? "")".padded(14)
            let receipt = "receipt \(receiptNumber.map(String.init) ?? "-")".padded(14)
            let held = namedByTerminal == false ? ", not named by the terminal" : ""
            return "\(name)\(sum)\(receipt)\((terminalId ?? terminal).padded(12))\(state)\(held)"
        }
    }
}

extension PaymentRecord {
    /// Whether that terminal has it, by its id, or by the address where it told none.
    fileprivate func isHeld(by told: TerminalServiceReport, at reader: DeviceAddress) -> Bool {
        guard let ours = terminalID, let its = told.terminalID else { return terminalAddress == reader.description }
        return ours == its
    }
}
