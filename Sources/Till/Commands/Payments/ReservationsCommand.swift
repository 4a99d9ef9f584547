import ArgumentParser
import Flow
import Hardware
import Model
import Service
import Storage
import Payments
import Stores

struct ReserveCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reserve", abstract: "Holds an amount on a card (preauthorisation). Nothing is charged.",
        discussion: """
            Name either --order or --amount. `till reservations book` charges what was used and frees the rest; \
            `till reservations release` frees everything. An order is paid when its reservation is booked, not before. An \
            amount above policy.largest_payment is refused (exit 10).

            Exit codes: 0 reserved, 3 declined, 4 cancelled, 5 in doubt, 6 a device is not available, 8 the order is already \
            paid or reserved for, 9 reserved but a receipt is not printed, 75 not now.
            """)

    @Option(
        help: ArgumentHelp(
            "The number of the order to reserve for, such as 1042; its total is reserved.", valueName: "order"))
    var order: OrderNumber?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The amount to reserve without an order, such as 50.00.", valueName: "amount"))
    var amount: String?
    @Option(
        help: ArgumentHelp(
            "The currency of --amount, as ISO 4217 writes it, such as EUR. Default: shop.currency, else EUR. With --order it only guards: an order in another currency is refused (exit 8).",
            valueName: "currency"))
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
            .reserve(try await wanted(till)), currency: currency.flatMap(Currency.init(code:)), at: till)
        let cashier = options.cashier(till, console)
        let result = try await cashier.take(request)
        await cashier.remember(request)
        return result.exit
    }

    private func wanted(_ till: LiveTill) async throws(Failure) -> PaymentRequest.Reserve {
        guard let amount else {
            let (id, _) = try await options.order(
                order, of: { .reserve($0) }, currency: currency.flatMap(Currency.init(code:)), at: till)
            return .order(id)
        }
        let named = currency.flatMap(Currency.init(code:)) ?? till.configuration.shop.currency
        return .amount(try Money(typed: amount, named, as: "--amount"))
    }
}

struct ReservationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reservations", abstract: "Lists the reservations on cards, and books or releases one.",
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
        discussion: """
            This pays the reservation's order. When less than the order's total is booked, the shop is told that the rest was \
            refunded.

            Exit codes: 0 booked, 3 the terminal refused (--json may advise to use `release --part`), 5 in doubt, 8 more than \
            is reserved or the reservation has ended, 9 booked but a receipt is not printed, 75 not now.
            """)

    @Argument(
        help: ArgumentHelp("The id of a reservation (res-…), or the number of its order.", valueName: "reservation"))
    var reservation: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The amount to charge, such as 12.50. Default: the order's total, or everything reserved without an order.",
            valueName: "amount"))
    var amount: String?
    @OptionGroup var options: CashierOptions

    func wanted(of reservation: PaymentRecord) throws(Failure) -> PaymentRequest.Subject {
        guard let amount else { return .book(reservation.id, .all) }
        return .book(reservation.id, .only(try Money(typed: amount, reservation.amount.currency, as: "--amount")))
    }
}

struct ReleaseReservation: ReservationCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Frees a whole reservation. Nothing is charged.",
        discussion: """
            With --part Till frees that amount and charges the rest, as `book` does. Use --part for terminals that need to be \
            told what was not used.

            Exit codes: 0 released, 3 the terminal refused, 5 in doubt, 8 the reservation has ended, 9 released but a receipt \
            is not printed, 75 not now.
            """)

    @Argument(
        help: ArgumentHelp("The id of a reservation (res-…), or the number of its order.", valueName: "reservation"))
    var reservation: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The amount to free, such as 37.50; the rest of the reservation is charged.", valueName: "amount"))
    var part: String?
    @OptionGroup var options: CashierOptions

    func wanted(of reservation: PaymentRecord) throws(Failure) -> PaymentRequest.Subject {
        guard let part else { return .release(reservation.id) }
        return .book(reservation.id, .allBut(try Money(typed: part, reservation.amount.currency, as: "--part")))
    }
}

struct ListReservations: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the open reservations, oldest first.",
        discussion: """
            With --at-terminal Till also asks the terminal for the reservations that it holds. The list then marks those \
            that only the terminal knows and those that only this till knows. Some terminals name one reservation at a time.
            """)

    @Flag(help: "Also ask the terminal which reservations it holds.")
    var atTerminal = false
    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till =
            try await atTerminal
            ? LiveTill.owning(try data.setup()) : LiveTill(toRead: try data.setup(), console)
        let standing = try await till.ask { JournalAction.listReservations($0) }
        let rows = try await atTerminal ? held(till, standing, console) : standing.map { Row($0, isHeld: nil) }
        guard !output.json else {
            console.print(try Output.json(rows))
            return .done
        }
        for row in rows {
            console.print(row.line(in: till.language).printable)
            guard let note = row.note else { continue }
            console.print("  " + note.text(in: till.language).printable)
        }
        if rows.isEmpty { console.say(till.language.text("reservations.none")) }
        return .done
    }

    /// The reservations of the terminal, by its own list and by this till's.
    private func held(
        _ till: LiveTill, _ standing: [StandingReservation], _ console: Console
    ) async throws(Failure) -> [Row] {
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let terminal = try devices.terminal(till.configuration, settings)
        let currency = till.configuration.shop.currency
        let told = try await Interruptible.service(on: terminal, of: till, console).run { () async throws(Failure) in
            try await till.ask { TerminalServiceAction.perform(.listReservations, on: terminal, currency, $0) }
        }
        let ours = standing.filter { $0.reservation.isHeld(by: told, at: terminal) }
        let known = Set(ours.compactMap(\.reservation.result?.receiptNumber))
        let (named, name) = (Set(told.openReservations), TerminalName(address: terminal, id: told.terminalID))
        let others = told.openReservations.filter { !known.contains($0) }
        let ended = try await till.ask { JournalAction.nameReservations(others, of: name, $0) }
        return ours.map { Row($0, isHeld: $0.reservation.result?.receiptNumber.map(named.contains)) }
            + ended.map { Row(named: $0, at: name) }
    }

    struct Row: Encodable {
        /// Nil for a reservation that this till does not know.
        let reservation: String?
        let order: String?
        let amount: String?
        let amountMinor: Int64?
        let currency: String?
        let terminal: String
        let terminalId: String?
        let receiptNumber: Int?
        /// `reserved`, `in_doubt`, `ended` if it has ended here, or `unknown` if this till does not know it.
        let state: String
        /// What has ended here a reservation that the terminal still names.
        let endedBy: String?
        /// Whether the terminal names the reservation; nil if the terminal was not asked.
        let namedByTerminal: Bool?
        /// What to do about one that has ended here.
        let note: Sentence?

        private enum CodingKeys: String, CodingKey {
            case reservation, order, amount, amountMinor, currency, terminal, terminalId, receiptNumber, state, endedBy
            case namedByTerminal
        }

        init(_ standing: StandingReservation, isHeld: Bool?) {
            let record = standing.reservation
            reservation = record.id.rawValue
            order = standing.orderNumber
            (amount, amountMinor) = (record.amount.formatted(), record.amount.minorUnits)
            currency = record.amount.currency.code
            terminal = record.terminalAddress
            terminalId = record.terminalID
            receiptNumber = record.result?.receiptNumber
            state = standing.state.rawValue
            namedByTerminal = isHeld
            (endedBy, note) = (nil, nil)
        }

        /// A reservation that only the terminal calls open.
        init(named open: ExpectedTotals.OpenReservation, at terminal: TerminalName) {
            let end = open.end
            reservation = end.flatMap { _ in open.payment?.rawValue }
            order = end?.orderNumber
            (amount, amountMinor) = (end?.reserved.formatted(), end?.reserved.minorUnits)
            currency = end?.reserved.currency.code
            self.terminal = terminal.address.description
            terminalId = terminal.id
            receiptNumber = open.receipt
            state = end == nil ? "unknown" : "ended"
            endedBy = end?.payment.rawValue
            namedByTerminal = true
            note = end.map { _ in open.sentence }
        }

        private var money: Money? {
            guard let amountMinor, let currency = currency.flatMap(Currency.init(code:)) else { return nil }
            return Money(minorUnits: amountMinor, currency: currency)
        }

        func line(in language: OperatorLanguage) -> String {
            let name = (reservation ?? "-").padded(16) + (order ?? "-").padded(8)
            let sum = (money.map { language.text($0) } ?? "- ").padded(14)
            let receipt = language.text("detail.receipt", ["receipt": receiptNumber.map(String.init) ?? "-"]).padded(14)
            let held = namedByTerminal == false ? language.text("reservations.notNamed") : ""
            return "\(name)\(sum)\(receipt)\((terminalId ?? terminal).padded(12))\(state)\(held)"
        }
    }
}

extension PaymentRecord {
    /// Whether the terminal holds the reservation: compared by the terminal's id, or by the address if it told none.
    fileprivate func isHeld(by told: TerminalServiceReport, at terminal: DeviceAddress) -> Bool {
        guard let ours = terminalID, let its = told.terminalID else { return terminalAddress == terminal.description }
        return ours == its
    }
}
