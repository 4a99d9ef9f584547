import Flow
import Model
import Payments
import Simulator
import Storage
import StorageInMemory
import Stores
import Testing

/// Reservations that the terminal no longer holds though this till did not end them: they lapsed, were released at the
/// terminal, or the terminal was replaced. Once a person says so, their orders can be paid.
@Suite struct EndedReservationTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws { (kiosk, till) = try VirtualKiosk.withTill() }

    /// A reservation of 11.50 for order 1042.
    private func reserved() throws -> PaymentID { try #require(till.reserve(order: 1042)).get().payment }

    private func say(
        _ statement: OperatorEvidence.Statement = .ended, of id: PaymentID, _ words: String? = "journal, 18:20"
    ) throws -> Result<PaymentReport, Failure> {
        try #require(till.ask { CardPresentPaymentsAction.settleDoubt(id, statement, words: words, $0) })
    }

    private func withdraw(_ id: PaymentID) throws -> Result<PaymentReport, Failure> {
        try #require(till.ask { CardPresentPaymentsAction.withdrawSettlement(id, words: "misread", $0) })
    }

    private func why(_ id: PaymentID) throws -> PaymentExplanation {
        try #require(till.ask { JournalAction.explainPayment(reference: id.rawValue, $0) }).get()
    }

    private func standing() throws -> [StandingReservation] {
        try #require(till.ask { JournalAction.listReservations($0) }).get()
    }

    private func isIntact() throws -> Bool {
        let verdict = try #require(
            till.ask { JournalAction.verify(kept: [], publicKey: nil, replays: true, $0) }
        ).get()
        return verdict.differences.isEmpty
    }

    @Test(arguments: [OperatorEvidence.Statement.ended, .takenBack(newestReceipt: 8)])
    func anOrderWhoseReservationIsGoneCanBePaid(_ statement: OperatorEvidence.Statement) throws {
        let id = try reserved()
        kiosk.changeTerminal { $0.identity.terminalID = "29009999" }
        #expect(till.take(.release(id))?.failure?.code == "reservation.otherTerminal")
        #expect(till.take(.release(id))?.failure?.remedy?.contains("till settle \(id) --ended") == true)
        #expect(till.pay(order: 1042)?.failure?.remedy?.contains("till settle \(id) --ended") == true)
        let said = try say(statement, of: id).get()
        #expect(said.outcome.word == "approved" && said.purpose.original == id && said.isSaid)
        #expect(try standing().isEmpty)
        #expect(till.take(.release(id))?.failure?.code == "reservation.ended")
        #expect(till.take(.book(id, .all))?.failure?.code == "reservation.ended")
        #expect(try kiosk.outboxKinds() == [], "it changes nothing for the shop")
        #expect(try kiosk.storage.read { try $0.receipts(payment: said.payment) }.isEmpty)
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        #expect(kiosk.truth.standing.map(\.entry.amountMinor) == [1150], "charged once")
        #expect(try isIntact())
    }

    @Test func whatIsKnownOfItIsSaid() throws {
        let id = try reserved()
        #expect(try why(id).resolution(in: .en)?.contains("till settle \(id) --ended") == true)
        let said = try say(of: id).get().payment
        #expect(try why(id).state(in: .en).contains("It was reserved."))
        #expect(try why(id).state(in: .en).contains("has ended since, by what a person read (\(said))"))
        #expect(try why(id).state(in: .de).contains("inzwischen beendet"))
        #expect(try why(id).resolution(in: .en) == nil)
        #expect(try why(said).state(in: .en).hasPrefix("The reservation has ended by what a person read"))
        let facts = try why(said).facts.map { $0.text(in: .en) }
        #expect(facts.first == "\(id), 11.50 EUR, is said to have ended. No terminal was asked.")
        #expect(facts.last?.contains("does not hold the reservation any more (journal, 18:20)") == true)
    }

    @Test func whatWasSaidIsWithdrawnAndTheReservationStandsAgain() throws {
        for names in [{ (id: PaymentID, _: PaymentID) in id }, { _, said in said }] {
            let id = try #require(till.take(.reserve(.amount(.euros(5000))))).get().payment
            let said = try say(of: id).get().payment
            let back = try withdraw(names(id, said)).get()
            #expect(back.outcome.word == "not_charged")
            #expect(try standing().map(\.reservation.id) == [id] && standing().map(\.state) == [.reserved])
            #expect(try withdraw(id).failure?.code == "settlement.notOperators")
            #expect(try say(of: id).get().outcome.word == "approved", "it is said again")
            _ = try withdraw(id).get()
            #expect(try #require(till.take(.release(id))).get().outcome.word == "approved")
            #expect(try say(of: id).failure?.code == "reservation.ended")
        }
        #expect(try isIntact())
    }

    /// A person who finds the reservation at the terminal after all books nothing of it twice.
    @Test func anOrderThatWasPaidMeanwhileStaysPaid() throws {
        let id = try reserved()
        _ = try say(of: id).get()
        _ = try #require(till.pay(order: 1042)).get()
        _ = try withdraw(id).get()
        #expect(try kiosk.orderIsPaid(1042))
        #expect(till.take(.book(id, .all))?.failure?.code == "order.alreadyPaid")
        #expect(try #require(till.take(.release(id))).get().outcome.word == "approved")
        #expect(try isIntact())
    }

    @Test func onlyAReservationThatStandsHasEnded() throws {
        let paid = try #require(till.pay(order: 1043)).get().payment
        #expect(try say(of: paid).failure?.code == "reservation.notReserved")
        #expect(try say(of: PaymentID(rawValue: "res-none")).failure?.code == "payment.notFound")
        let id = try reserved()
        #expect(try say(of: id, nil).failure?.code == "settlement.noEvidence")
        #expect(try say(of: id, " ").failure?.code == "settlement.noEvidence")
        _ = try #require(till.take(.release(id))).get()
        #expect(try say(of: id).failure?.code == "reservation.ended")
    }

    @Test func whatIsInDoubtIsSettledFirst() throws {
        let id = try reserved()
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.take(.book(id, .all), giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        let refused = try say(of: id)
        #expect(
            refused.failure?.code == "payment.inDoubt"
                && refused.failure?.sentence.contains(doubt.payment.rawValue) == true)
    }

    /// The terminal's next transaction is not mistaken for the ended reservation.
    @Test func whatWasSaidStandsForNoTransactionOfTheTerminal() throws {
        let id = try reserved()
        _ = try say(of: id).get()
        let paid = try #require(till.pay(order: 1042)).get().payment
        #expect(try #require(till.giveBack(.reversal(of: paid))).get().outcome.word == "approved")
        #expect(try #require(till.compareTotals()).get().reconciliation.verdict == .agrees)
    }

    // MARK: Stated by mistake

    private func openAtTheTerminal(_ report: EndOfDayReport) -> [ExpectedTotals.OpenReservation] {
        report.reconciliation.remarks.compactMap {
            if case .reservationOpen(let reservation) = $0 { reservation } else { nil }
        }
    }

    @Test func whatTheTerminalStillHoldsIsToldAsThatReservation() throws {
        let strange = kiosk.storage
        kiosk.storage = MemoryStorage { [world = kiosk.world] in world.now }
        _ = try #require(try kiosk.startTill().take(.reserve(.amount(.euros(2000))))).get()
        kiosk.storage = strange
        let id = try reserved()
        let said = try say(of: id).get().payment
        let open = openAtTheTerminal(try #require(till.compareTotals()).get())
        #expect(open.map(\.payment) == [nil, id], "another till's is not known")
        #expect(open.last?.end?.payment == said && open.last?.end?.isStated == true)
        #expect(open.last?.end?.reserved == .euros(1150) && open.last?.end?.orderNumber == "1042")
        _ = try withdraw(id).get()
        let again = openAtTheTerminal(try #require(till.compareTotals()).get())
        #expect(again.map(\.payment) == [nil, id] && again.allSatisfy { $0.end == nil })
    }

    /// The booking was called not booked, and then the reservation ended: it ends once.
    @Test func anEarlierStatementIsWithdrawnAfterTheEndOfItsReservation() throws {
        let id = try reserved()
        kiosk.changeTerminal { $0.silence = .afterCommand }
        let booking = try #require(till.take(.book(id, .all), giveUpAfter: .seconds(5))).get().payment
        kiosk.world.advance(by: .seconds(300))
        _ = try say(.notBooked(newestReceipt: 8), of: booking).get()
        let said = try say(of: id).get().payment
        let refused = try withdraw(booking).failure
        #expect(refused?.code == "settlement.givenBack")
        #expect(refused?.sentence.contains("has ended (\(said))") == true)
        #expect(refused?.remedy?.contains("till settle \(id) --withdraw") == true)
        _ = try withdraw(id).get()
        #expect(try withdraw(booking).get().outcome.word == "in_doubt")
    }

    // MARK: Keys

    @Test func aKeySaysWhatBecameOfItsReservation() throws {
        let id = try #require(till.take(.reserve(.order(OrderID(rawValue: 1042))), key: "r")).get().payment
        func again() -> Failure? { till.take(.reserve(.order(OrderID(rawValue: 1042))), key: "r")?.failure }
        #expect(again() == nil)
        _ = try say(of: id).get()
        #expect(again()?.code == "reservation.ended" && again()?.sentence.contains("as a person read") == true)
        _ = try withdraw(id).get()
        #expect(again() == nil, "it stands again")
        _ = try #require(till.take(.book(id, .all))).get()
        #expect(again()?.code == "reservation.ended" && again()?.sentence.contains("is booked by") == true)
        #expect(try why(id).state(in: .en).contains("It was booked since, by"))
    }
}
