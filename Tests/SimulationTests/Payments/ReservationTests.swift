import Flow
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Testing

/// Reservations with a terminal that keeps a journal of its own.
@Suite struct ReservationTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
    }

    private func take(_ subject: PaymentRequest.Subject, key: String? = nil) throws -> PaymentReport {
        try #require(till.take(subject, key: key)).get()
    }

    private func code(_ subject: PaymentRequest.Subject) -> String? { till.take(subject)?.failure?.code }

    /// A reservation of 11.50 for order 1042.
    private func reserved() throws -> PaymentID { try #require(till.reserve(order: 1042)).get().payment }

    private func charged() -> [Int64] { kiosk.truth.standing.map(\.entry.amountMinor) }

    // MARK: Reserved

    @Test func aReservationChargesNothingAndPaysNothing() throws {
        let report = try #require(till.reserve(order: 1042)).get()
        #expect(report.outcome.word == "approved")
        #expect(kiosk.truth.held.map(\.entry.amountMinor) == [1150])
        #expect(charged() == [])
        #expect(try !kiosk.orderIsPaid(1042))
        #expect(try kiosk.storage.read { try $0.pendingOutbox(limit: 9) }.isEmpty, "the shop is told of none")
        try kiosk.expectTheTruth()
    }

    @Test func paperOfAReservationSaysThatNothingIsCharged() throws {
        let id = try reserved()
        let receipts = try kiosk.storage.read { try $0.receipts(payment: id) }
        #expect(receipts.map(\.document.kind) == [.reservation, .reservation])
        #expect(receipts.allSatisfy { $0.document.lines.isEmpty })
    }

    @Test func anOrderThatIsReservedIsNotPaidAsideNorReservedAgain() throws {
        let id = try reserved()
        #expect(till.pay(order: 1042)?.failure?.code == "order.reserved")
        #expect(till.reserve(order: 1042)?.failure?.code == "order.reserved")
        _ = try take(.release(id))
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        try kiosk.expectTheTruth()
    }

    @Test func theSameKeyReservesAndBooksOnce() throws {
        let first = try take(.reserve(.amount(.euros(5000))), key: "r")
        let again = try take(.reserve(.amount(.euros(5000))), key: "r")
        #expect(again.payment == first.payment)
        #expect(again.wasKnown)
        let booked = try take(.book(first.payment, .only(.euros(1250))), key: "b")
        #expect(try take(.book(first.payment, .only(.euros(1250))), key: "b").payment == booked.payment)
        #expect(till.take(.book(first.payment, .all), key: "b")?.failure?.code == "payment.keyConflict")
        #expect(charged() == [1250])
        try kiosk.expectTheTruth()
    }

    // MARK: Booked

    @Test func theWholeOrderIsPaidByItsBooking() throws {
        let id = try reserved()
        let report = try take(.book(id, .all))
        #expect(report.amount == .euros(1150))
        #expect(charged() == [1150])
        #expect(try kiosk.orderIsPaid(1042))
        #expect(try kiosk.outboxKinds() == ["order.paid"])
        try kiosk.expectTheTruth()
    }

    /// Portalum.Zvt#11: partial capture.
    @Test func portalum11_aPartIsBookedAndTheRestIsFree() throws {
        let id = try take(.reserve(.amount(.euros(5000)))).payment
        #expect(try take(.book(id, .only(.euros(1250)))).amount == .euros(1250))
        #expect(charged() == [1250])
        #expect(try kiosk.storage.read { try $0.reservations() }.isEmpty)
        try kiosk.expectTheTruth()
    }

    @Test func whatWasNotUsedIsFreedAndTheRestIsBooked() throws {
        let id = try take(.reserve(.amount(.euros(5000)))).payment
        let report = try take(.book(id, .allBut(.euros(3750))))
        #expect(report.amount == .euros(1250))
        #expect(report.purpose.kind == .booking)
        #expect(charged() == [1250])
        try kiosk.expectTheTruth()
    }

    @Test func whatOfAnOrderIsNotBookedTheShopIsToldAsGivenBack() throws {
        let id = try reserved()
        _ = try take(.book(id, .only(.euros(1000))))
        #expect(try kiosk.orderIsPaid(1042))
        let told = try kiosk.outboxKinds()
        #expect(told == ["order.paid", "order.refunded"])
        try kiosk.expectTheTruth()
    }

    @Test func noMoreIsBookedThanIsReservedOrDue() throws {
        let (order, amount) = (try reserved(), try take(.reserve(.amount(.euros(5000)))).payment)
        #expect(code(.book(order, .only(.euros(1151)))) == "reservation.exceeded")
        #expect(code(.book(amount, .only(.euros(5001)))) == "reservation.exceeded")
        let dollars = Money(minorUnits: 1, currency: try #require(Currency(code: "USD")))
        for wrong in [.euros(0), .euros(-1), dollars] {
            #expect(code(.book(amount, .only(wrong))) == "payment.badAmount")
            #expect(code(.book(amount, .allBut(wrong))) == "payment.badAmount")
        }
        for unused in [Money.euros(5000), Money.euros(5001)] {
            #expect(code(.book(amount, .allBut(unused))) == "payment.badAmount", "\(unused)")
        }
        #expect(charged() == [])
    }

    @Test func aBookingIsGivenBackLikeAPayment() throws {
        let booked = try take(.book(try reserved(), .all)).payment
        #expect(till.giveBack(.refund(of: booked, .euros(1151)))?.failure?.code == "refund.exceedsPayment")
        #expect(try #require(till.giveBack(.reversal(of: booked))).get().outcome.word == "approved")
        #expect(kiosk.truth.givenBack.map(\.entry.amountMinor) == [1150])
        try kiosk.expectTheTruth()
    }

    // MARK: Released

    /// stripe-terminal-react-native#655: what is only reserved cannot be cancelled.
    @Test func stripeTerminalReactNative655_whatIsOnlyReservedIsReleased() throws {
        let id = try reserved()
        #expect(try take(.release(id)).outcome.word == "approved")
        #expect(kiosk.truth.released.map(\.entry.amountMinor) == [1150])
        #expect(charged() == [])
        #expect(try !kiosk.orderIsPaid(1042))
        try kiosk.expectTheTruth()
    }

    @Test func aReservationIsEndedOnce() throws {
        for end in [PaymentRequest.Subject.book, { id, _ in .release(id) }] {
            let id = try take(.reserve(.amount(.euros(5000)))).payment
            _ = try take(end(id, .all))
            #expect(code(.book(id, .all)) == "reservation.ended")
            #expect(code(.release(id)) == "reservation.ended")
        }
        try kiosk.expectTheTruth()
    }

    @Test func onlyAReservationThatStandsIsEnded() throws {
        let payment = try #require(till.pay(order: 1043)).get().payment
        #expect(code(.release(payment)) == "reservation.notReserved")
        #expect(code(.book(PaymentID(rawValue: "res-none"), .all)) == "payment.notFound")
        let reservation = try reserved()
        #expect(till.giveBack(.refund(of: reservation, nil))?.failure?.code == "refund.notPaid")
        kiosk.changeTerminal { $0.outcomes = [.decline] }
        let declined = try take(.reserve(.amount(.euros(100)))).payment
        #expect(code(.release(declined)) == "reservation.notReserved")
    }

    @Test func aReservationIsEndedAtTheTerminalThatHoldsIt() throws {
        let id = try reserved()
        kiosk.changeTerminal { $0.identity.terminalID = "29009999" }
        #expect(code(.book(id, .all)) == "reservation.otherTerminal")
        #expect(code(.release(id)) == "reservation.otherTerminal")
    }

    // MARK: The end of the day

    @Test func theDayCountsWhatIsBookedOfReservationsAndNothingElse() throws {
        for _ in 1...3 { _ = try take(.reserve(.amount(.euros(5000)))) }
        let ids = try kiosk.storage.read { try $0.reservations() }.map(\.id)
        _ = try take(.book(ids[0], .only(.euros(1250))))
        _ = try take(.book(ids[1], .allBut(.euros(1250))))
        _ = try take(.release(ids[2]))
        let report = try #require(till.endDay()).get()
        #expect(report.outcome == .closed)
        #expect(report.reconciliation.verdict == .agrees, "\(report.reconciliation.differences)")
        #expect(report.reconciliation.journalMinor == 5000)
        #expect(reservations(report) == [])
    }

    /// The reservations in the report.
    private func reservations(_ report: EndOfDayReport) -> [ExpectedTotals.OpenReservation] {
        report.reconciliation.remarks.compactMap {
            if case .reservationOpen(let reservation) = $0 { reservation } else { nil }
        }
    }

    /// The terminal holds a reservation that was made by another till, or at the terminal itself.
    @Test func reservationsThatKeepTheDayFromEndingAreNamedAlsoThoseThatNobodyKnows() throws {
        let before = kiosk.storage
        let strange = MemoryStorage { [world = kiosk.world] in world.now }
        kiosk.storage = strange
        _ = try #require(try kiosk.startTill().take(.reserve(.amount(.euros(2000))))).get()
        kiosk.storage = before
        let known = try reserved()
        let report = try #require(till.endDay()).get()
        let open = [ExpectedTotals.OpenReservation(receipt: 8, payment: nil), .init(receipt: 9, payment: known)]
        #expect(reservations(report) == open)
        #expect(kiosk.endsOfDay == 0)
        #expect(try reservations(#require(till.compareTotals()).get()) == open)
    }

    // MARK: In doubt

    /// The command that ends the reservation is lost on the way; the terminal may have received it, or not.
    @Test(
        arguments: [TransactionKind.booking, .release],
        [TerminalScenario.Silence.fromStart, .afterCommand, .afterAcceptance])
    func whatMayHaveEndedItIsFoundOutBeforeAnythingElse(kind: TransactionKind, silence: TerminalScenario.Silence) throws
    {
        let id = try take(.reserve(.amount(.euros(5000)))).payment
        kiosk.changeTerminal { $0.silence = silence }
        let end = kind == .booking ? PaymentRequest.Subject.book(id, .all) : .release(id)
        _ = till.take(end, giveUpAfter: .seconds(5))
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(60))
        #expect(try take(end).outcome.word == "approved")
        #expect(code(end) == "reservation.ended")
        try kiosk.expectTheTruth()
    }

    /// The terminal cannot tell its last transaction, but it can tell its open reservations.
    @Test func aReservationThatIsStillOpenResolvesADoubt() throws {
        let id = try take(.reserve(.amount(.euros(5000)))).payment
        kiosk.changeTerminal {
            $0.silence = .afterCommand
            $0.repeatReceipt.ability = .refuses
        }
        let doubt = try #require(till.take(.book(id, .all), giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        #expect(code(.release(id)) == "payment.inDoubt")
        kiosk.changeTerminal { $0.repeatReceipt.ability = .refuses }
        kiosk.world.advance(by: .seconds(60))
        #expect(try take(.release(id)).outcome.word == "approved")
        #expect(try kiosk.storage.read { try $0.payment(id: doubt.payment)?.outcome?.word } == "not_charged")
        try kiosk.expectTheTruth()
    }

    /// A terminal may name only one open reservation at a time, which says nothing of the others.
    @Test func aReservationThatIsNotNamedDecidesNothing() throws {
        _ = try take(.reserve(.amount(.euros(1000))))
        let id = try take(.reserve(.amount(.euros(5000)))).payment
        let lists: (inout TerminalScenario) -> Void = {
            $0.listsReservations = false
            $0.repeatReceipt.ability = .refuses
        }
        kiosk.changeTerminal {
            lists(&$0)
            $0.silence = .afterCommand
        }
        _ = till.take(.book(id, .all), giveUpAfter: .seconds(5))
        kiosk.changeTerminal(lists)
        kiosk.world.advance(by: .seconds(60))
        #expect(code(.release(id)) == "payment.inDoubt")
        try kiosk.expectTheTruth()
    }

    @Test func aReservationInDoubtHoldsItsOrder() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.reserve(order: 1042, giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        #expect(till.pay(order: 1042)?.failure?.code == "payment.inDoubt")
        let standing = try #require(till.ask { JournalAction.listReservations($0) }).get()
        #expect(standing.map(\.state) == [.inDoubt])
    }

    @Test func aReservationThatAPersonSettledPaysNothing() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.reserve(order: 1042, giveUpAfter: .seconds(5))).get()
        kiosk.world.advance(by: .seconds(300))
        let read = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(doubt.payment, read, words: nil, $0) }
        #expect(try #require(settled).get().outcome.word == "approved")
        #expect(try !kiosk.orderIsPaid(1042), "a reservation pays nothing, whoever says that it was made")
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt.payment, words: "misread", $0) }
        #expect(try #require(back).get().outcome.word == "in_doubt")
    }

    /// The shop was told that the part of the order that was not booked was given back.
    @Test func aBookingOfAPartIsNotWithdrawn() throws {
        let id = try reserved()
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.take(.book(id, .only(.euros(800))), giveUpAfter: .seconds(5))).get()
        kiosk.world.advance(by: .seconds(300))
        let read = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: doubt.amount)
        _ = till.ask { CardPresentPaymentsAction.settleDoubt(doubt.payment, read, words: nil, $0) }
        #expect(try kiosk.orderIsPaid(1042))
        let told = try kiosk.outboxKinds()
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt.payment, words: "misread", $0) }
        #expect(back?.failure?.code == "settlement.shopWasTold")
        #expect(try kiosk.orderIsPaid(1042))
        #expect(try kiosk.outboxKinds() == told)
    }
}
