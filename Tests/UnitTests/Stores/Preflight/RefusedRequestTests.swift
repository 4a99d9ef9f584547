import Failures
import Flow
import Hardware
import Model
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Requests of which nothing is sent to a terminal, and those just within what is allowed. The terminal books whatever
/// it is asked for.
@Suite struct RefusedRequestTests {
    private let counter: Counter
    private let readers: ScriptedReaders
    private static let id = "29001234"
    private static let badAmount = "payment.badAmount"

    init() throws {
        counter = try Counter()
        let last = Mutex(TransactionResult.approved(receipt: 41))
        let book: @Sendable (Money) -> [TerminalEvent] = { amount in
            let result = last.withLock { last in
                last.amountMinor = amount.minorUnits
                (last.receiptNumber, last.trace) = ((last.receiptNumber ?? 0) + 1, (last.trace ?? 0) + 1)
                last.minute = (last.minute ?? 0) + 1
                return last
            }
            return .taken(.result(TerminalRecordID(2), result))
        }
        readers = ScriptedReaders { request, _ in
            switch request {
            case .register: .taken(end: .completed(TerminalState(terminalID: Self.id, status: 0)))
            case .repeatReceipt: .taken(.result(TerminalRecordID(1), last.withLock { $0 }))
            case .authorise(let amount), .refund(let amount), .preauthorise(let amount), .release(_, let amount),
                .book(_, let amount):
                book(amount)
            case .reverse, .partialRelease, .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise,
                .logOff, .setClock, .enquireStatus, .reprint, .probe:
                .refused(0x83)
            }
        }
    }

    private static func euros(_ minor: Int64) -> Money { Money(minorUnits: minor, currency: .eur) }
    private static func francs(_ minor: Int64) throws -> Money {
        Money(minorUnits: minor, currency: try #require(Currency(code: "CHF")))
    }
    private static let order = PaymentRequest.Subject.order(OrderID(rawValue: 1042))

    /// The code of the refusal, or the word of the outcome.
    private func answer(
        _ subject: PaymentRequest.Subject, rights: OperatorRights = OperatorRights(),
        _ change: (inout PaymentRequest) -> Void = { _ in }
    ) throws -> String {
        var made = PaymentRequest(
            subject: subject, terminal: Counter.terminal, printer: Counter.printer, giveUpAfter: .seconds(10))
        change(&made)
        let (request, before) = (made, sent)
        let till = try counter.start(readers: readers, rights: rights)
        do throws(Failure) {
            return try counter.ask(till) { CardPresentPaymentsAction.collectPayment(request, $0) }.outcome.word
        } catch {
            #expect(sent == before, "nothing is sent")
            return error.code
        }
    }

    /// How many commands that move money were sent.
    private var sent: Int {
        readers.requests.count { request in
            switch request {
            case .authorise, .refund, .preauthorise, .release, .book, .reverse, .partialRelease: true
            default: false
            }
        }
    }

    // MARK: Amounts

    @Test(
        arguments: [
            (-1, badAmount), (0, badAmount), (1, "approved"), (Money.mostMinorUnits, "approved"),
            (Money.mostMinorUnits + 1, badAmount),
        ] as [(Int64, String)])
    func onlyWhatATerminalCanBeAskedForIsCharged(minor: Int64, expected: String) throws {
        #expect(try answer(.amount(Self.euros(minor))) == expected)
        #expect(try answer(.reserve(.amount(Self.euros(minor)))) == expected)
    }

    @Test func whatIsMoreThanTheLargestPaymentIsATypingMistake() throws {
        let rights = OperatorRights(unlinkedRefundLimit: Self.euros(2000)) { $0 == .eur ? 1250 : nil }
        #expect(try answer(.amount(Self.euros(1250)), rights: rights) == "approved")
        for subject in [PaymentRequest.Subject.amount(Self.euros(1251)), .reserve(.amount(Self.euros(1251)))] {
            #expect(try answer(subject, rights: rights) == "payment.overLimit")
        }
        #expect(try answer(Self.order, rights: rights) { $0.tip = Self.euros(1) } == "payment.overLimit")
        #expect(try answer(.giveBack(.unlinkedRefund(Self.euros(1251))), rights: rights) == "approved")
    }

    @Test(
        arguments: [
            (nil, 1, "refund.forbidden"), (0, 1, "refund.forbidden"), (1250, 1250, "approved"), (1250, 1, "approved"),
            (1250, 1251, "refund.overLimit"), (1250, 0, badAmount), (1250, -1, badAmount),
        ] as [(Int64?, Int64, String)])
    func aRefundWithoutAPaymentHasALimit(limit: Int64?, minor: Int64, expected: String) throws {
        let rights = OperatorRights(unlinkedRefundLimit: limit.map(Self.euros))
        #expect(try answer(.giveBack(.unlinkedRefund(Self.euros(minor))), rights: rights) == expected)
    }

    @Test func theLimitOfOneCurrencyIsNoneOfAnother() throws {
        let rights = OperatorRights(unlinkedRefundLimit: Self.euros(1250))
        #expect(try answer(.giveBack(.unlinkedRefund(Self.francs(1))), rights: rights) == "refund.overLimit")
    }

    // MARK: Tips and goods

    @Test(arguments: [(-1, badAmount), (0, "approved"), (100, "approved")] as [(Int64, String)])
    func aTipIsAddedToWhatIsPaid(tip: Int64, expected: String) throws {
        for subject in [Self.order, .amount(.sample)] {
            #expect(try answer(subject) { $0.tip = Self.euros(tip) } == expected)
            let isSent = readers.requests.last == .authorise(Self.euros(1250 + tip))
            #expect(isSent == (expected == "approved"))
        }
    }

    @Test func aTipInAnotherCurrencyIsNotAdded() throws {
        let tip = try Self.francs(100)
        #expect(try answer(Self.order) { $0.tip = tip } == Self.badAmount)
    }

    @Test func tipsAndGoodsComeWithPaymentsAndNotTogether() throws {
        let rights = OperatorRights(unlinkedRefundLimit: Self.euros(1250))
        let others: [PaymentRequest.Subject] = [
            .giveBack(.unlinkedRefund(.sample)), .reserve(.amount(.sample)), .reserve(.order(OrderID(rawValue: 1042))),
            .book(PaymentID(rawValue: "res-1"), .all), .release(PaymentID(rawValue: "res-1")),
        ]
        for subject in others {
            #expect(try answer(subject, rights: rights) { $0.tip = Self.euros(100) } == Self.badAmount)
            #expect(try answer(subject, rights: rights) { $0.givesGoods = true } == "goods.notForThis")
        }
        for subject in [Self.order, .amount(.sample)] {
            let both = try answer(subject) { ($0.tip, $0.givesGoods) = (Self.euros(100), true) }
            #expect(both == Self.badAmount)
        }
    }

    // MARK: Orders

    @Test func anOrderThatIsNotAsThePayerHasSeenItIsNotCharged() throws {
        let francs = try Self.francs(1250)
        #expect(try answer(Self.order) { $0.seenTotal = Self.euros(1249) } == "order.otherTotal")
        #expect(try answer(Self.order) { $0.currency = francs.currency } == "order.otherCurrency")
        let same = try answer(Self.order) { ($0.seenTotal, $0.currency) = (.sample, .eur) }
        #expect(same == "approved")
    }

    @Test(
        arguments: [
            ("pending", "approved"), ("on-hold", "approved"), ("failed", "approved"),
            ("processing", "order.alreadyPaid"), ("completed", "order.alreadyPaid"), ("refunded", "order.refunded"),
            ("cancelled", "order.notPayable"), ("checkout-draft", "order.notPayable"),
        ])
    func onlyAnOrderThatWaitsForItsPaymentIsPaidOrReserved(status: String, expected: String) throws {
        counter.shop.set(1042, to: status)
        counter.shop.set(1043, to: status)
        #expect(try answer(Self.order) == expected)
        #expect(try answer(.reserve(.order(OrderID(rawValue: 1043)))) == expected)
    }

    // MARK: Keys

    @Test func aKeyStandsForOneRequest() throws {
        let francs = try Self.francs(1)
        #expect(try answer(.amount(.sample)) { $0.key = "k" } == "approved")
        #expect(try answer(.amount(.sample)) { ($0.key, $0.currency) = ("k", .eur) } == "approved")
        #expect(sent == 1, "it is known")
        for subject in [PaymentRequest.Subject.amount(Self.euros(1251)), Self.order, .reserve(.amount(.sample))] {
            #expect(try answer(subject) { $0.key = "k" } == "payment.keyConflict")
        }
        #expect(try answer(.amount(.sample)) { ($0.key, $0.tip) = ("k", Self.euros(1)) } == "payment.keyConflict")
        let other = try answer(.amount(.sample)) { ($0.key, $0.currency) = ("k", francs.currency) }
        #expect(other == "payment.keyConflict")
        #expect(try answer(.amount(.sample)) { $0.key = "another" } == "approved" && sent == 2)
    }

    /// Whoever repeats the request would take it for paid.
    @Test func aPaymentThatWasGivenBackIsNotReportedAsPaid() throws {
        #expect(try answer(.amount(.sample)) { $0.key = "k" } == "approved")
        let id = try #require(try counter.storage.read { try $0.payment(key: "k") }).id
        #expect(try answer(.giveBack(.refund(of: id, Self.euros(1249)))) == "approved")
        #expect(try answer(.amount(.sample)) { $0.key = "k" } == "approved", "a part of it stands")
        #expect(try answer(.giveBack(.refund(of: id, Self.euros(2)))) == "refund.exceedsPayment")
        #expect(try answer(.giveBack(.refund(of: id, nil))) == "approved")
        #expect(try answer(.amount(.sample)) { $0.key = "k" } == "payment.givenBack")
        #expect(try answer(.giveBack(.refund(of: id, nil))) == "refund.exceedsPayment")
    }

    @Test func aReservationThatHasEndedIsNotReportedAsHeld() throws {
        #expect(try answer(.reserve(.amount(.sample))) { $0.key = "r" } == "approved")
        let id = try #require(try counter.storage.read { try $0.payment(key: "r") }).id
        #expect(try answer(.reserve(.amount(.sample))) { $0.key = "r" } == "approved" && sent == 1)
        #expect(try answer(.book(id, .only(Self.euros(1251)))) == "reservation.exceeded")
        #expect(try answer(.book(id, .only(Self.euros(0)))) == Self.badAmount)
        #expect(try answer(.book(id, .only(Self.euros(1250)))) == "approved")
        #expect(try answer(.reserve(.amount(.sample))) { $0.key = "r" } == "reservation.ended")
        #expect(try answer(.release(id)) == "reservation.ended" && answer(.book(id, .all)) == "reservation.ended")
    }
}
