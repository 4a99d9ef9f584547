import Dispatch
import Flow
import Foundation
import Model
import Payments
import Service
import Stores
import Synchronization

/// `--events`: one JSON document per line on standard output, as things happen (docs/cli.md). The last one is `end`; a
/// stream without it was cut off. A slow reader holds back neither the payment nor its receipts: the lines wait in
/// order, and only the end of the command waits for them.
final class EventStream: PaymentScreen, Sendable {
    private struct Told: Sendable {
        var words = ""
        var hasReadCard = false
        var isAskedForGoods = false
        var prints: Set<String> = []
        var waitsFor: Failure?
    }

    private let console: Console
    private let now: @Sendable () -> Date
    private let language: OperatorLanguage
    private let told = Mutex(Told())
    private let lines = DispatchQueue(label: "till.events")

    init(_ console: Console, _ environment: Environment, in language: OperatorLanguage) {
        self.console = console
        now = environment.now
        self.language = language
    }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    func follow(_ endOfDay: Reading<any KnowsTheEndOfDay>) -> Subscription {
        endOfDay.subscribe { [self] knower in knower.show(on: self) }
    }

    /// Reports each print as it ends.
    ///
    /// - Parameter receipts: those whose prints are reported; nil for all.
    func follow(
        _ prints: Reading<any KnowsThePrints>, on printers: [DeviceAddress], of receipts: Set<ReceiptID>?
    ) -> Subscription {
        prints.subscribe { [self] knower in
            for report in printers.flatMap(knower.tried) where receipts?.contains(report.receipt) ?? true {
                paper(Output.Print(report))
            }
        }
    }

    /// Reports what prints on these printers wait for.
    func follow(_ printers: Reading<any KnowsThePrinters>, at places: [DeviceAddress]) -> Subscription {
        printers.subscribe { [self] knower in
            waits(for: places.lazy.compactMap { knower.standing(of: $0)?.waitsFor }.first)
        }
    }

    // MARK: Events

    /// Tells that a request begins.
    ///
    /// - Parameter order: the number of the order that the request names.
    func started(_ request: PaymentRequest, order: String?) {
        emit(
            "started",
            Started(
                kind: request.kind.rawValue, order: order, amount: request.amount?.formatted(),
                amountMinor: request.amount?.minorUnits, currency: request.amount?.currency.code,
                reader: request.terminal.description, printer: request.printer.description))
    }

    func showIdle() {}
    func showProgress(_ words: Sentence) { display(words, isChecking: false) }
    func showChecking(_ words: Sentence) { display(words, isChecking: true) }
    func showEnd(_ outcome: String) {}

    func showCardRead() {
        let isNews = told.withLock { told in
            defer { told.hasReadCard = true }
            return !told.hasReadCard
        }
        if isNews { emit("card_read", Nothing()) }
    }

    /// Writes the event once, though the terminal asks repeatedly.
    func showGoods(of payment: PaymentID, _ amount: Money) {
        let isNews = told.withLock { told in
            defer { told.isAskedForGoods = true }
            return !told.isAskedForGoods
        }
        guard isNews else { return }
        emit(
            "goods",
            Goods(
                payment: payment.rawValue, amount: amount.formatted(), amountMinor: amount.minorUnits,
                currency: amount.currency.code))
    }

    private func display(_ words: Sentence, isChecking: Bool) {
        let text = words.text(in: language)
        let isNews = told.withLock { told in
            defer { told.words = text }
            return told.words != text
        }
        if isNews { emit("display", Display(text: text.presentable, isChecking: isChecking)) }
    }

    /// Reports the outcome before any receipt. If standard output does not take it, `words` are written to standard
    /// error.
    func outcome(_ report: PaymentReport, orSay words: String) {
        emit("outcome", Output.payment(report, prints: nil), orSay: words)
    }

    private func waits(for failure: Failure?) {
        let isNews = told.withLock { told in
            defer { told.waitsFor = failure }
            return failure != nil && told.waitsFor != failure
        }
        if isNews, let failure { emit("paper_waits", Output.Error(failure)) }
    }

    /// Reports a print that has ended or that waits for a later command, once.
    func paper(_ print: Output.Print) {
        let isNews = told.withLock { $0.prints.insert("\(print.receipt) \(print.duplicate)").inserted }
        if isNews { emit("paper", print) }
    }

    /// Reports whether the shop was told everything, and if it was not, why, as far as is known.
    func shopTold(_ isTold: Bool, _ failure: Failure?) {
        emit("shop_told", ShopTold(told: isTold, failure: failure?.code))
    }

    func end(_ exit: Exit, _ payment: Output.PaymentDocument) { emit("end", End(exit: exit.rawValue, result: payment)) }

    /// The end of a command without a result.
    static func end(with failure: Failure, at time: Date) -> String? {
        line("end", Failed(exit: Exit(failure).rawValue, error: Output.Error(failure).error), at: time)
    }

    // MARK: Lines

    private func emit(_ name: String, _ body: some Encodable, orSay words: String? = nil) {
        guard let line = Self.line(name, body, at: now()) else { return }
        lines.async { [console] in
            if let words { console.print(line, orSay: words) } else { console.print(line) }
        }
    }

    /// Waits until everything was written.
    func finish() { lines.sync {} }

    private static func line(_ name: String, _ body: some Encodable, at time: Date) -> String? {
        let time = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return try? Output.json(Event(body: body, name: name, time: time))
    }

    private struct Event<Body: Encodable>: Encodable {
        let body: Body
        let name: String
        let time: String

        private enum Key: String, CodingKey { case event, at }

        func encode(to encoder: any Encoder) throws {
            try body.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(name, forKey: .event)
            try fields.encode(time, forKey: .at)
        }
    }

    private struct Started: Encodable {
        let kind: String
        let order: String?
        let amount: String?
        let amountMinor: Int64?
        let currency: String?
        let reader: String
        let printer: String
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private struct Display: Encodable {
        let text: String
        /// Whether the terminal is asked what became of the payment.
        let isChecking: Bool

        private enum CodingKeys: String, CodingKey {
            case text
            case isChecking = "checking"
        }
    }

    private struct Goods: Encodable {
        let payment: String
        let amount: String
        let amountMinor: Int64
        let currency: String
    }

    private struct ShopTold: Encodable {
        let told: Bool
        let failure: String?
    }

    private struct End: Encodable {
        let exit: Int32
        let result: Output.PaymentDocument
    }

    private struct Failed: Encodable {
        let exit: Int32
        let error: Output.Error.Content
    }
}

extension PaymentRequest {
    /// The kind of transaction that is requested.
    fileprivate var kind: TransactionKind {
        switch subject {
        case .order, .amount: .payment
        case .giveBack(.refund), .giveBack(.unlinkedRefund): .refund
        case .giveBack(.reversal): .reversal
        case .reserve: .reservation
        case .book: .booking
        case .release: .release
        }
    }

    /// The requested amount, tip included; nil if it is found out, as for an order or the rest of a payment.
    fileprivate var amount: Money? {
        switch subject {
        case .amount(let amount): (try? tip.map(amount.adding)) ?? amount
        case .reserve(.amount(let amount)), .giveBack(.unlinkedRefund(let amount)), .book(_, .only(let amount)): amount
        case .giveBack(.refund(_, let amount)): amount
        case .order, .reserve(.order), .giveBack(.reversal), .book(_, .all), .book(_, .allBut), .release: nil
        }
    }
}
