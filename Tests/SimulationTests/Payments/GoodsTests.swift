import Flow
import Foundation
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

/// Goods between the approval and the booking, on the real protocol, a simulated terminal and a whole till.
@Suite struct GoodsTests {
    private static let part = DispenseResult.givenInPart(.euros(500))

    private func kiosk(_ change: (inout TerminalScenario) -> Void = { _ in }) throws -> VirtualKiosk {
        var scenario = TerminalScenario()
        change(&scenario)
        return try VirtualKiosk(scenario)
    }

    /// Portalum.Zvt#19: an unattended kiosk must say whether the goods were issued.
    @Test func portalum19_theTerminalBooksOnceTheGoodsAreGiven() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, goods: .given)).get()
        #expect(report.outcome.word == "approved")
        #expect(report.goods == .given)
        #expect(try kiosk.orderIsPaid(1042))
        try kiosk.expectTheTruth()
    }

    /// Portalum.Zvt#19.
    @Test func portalum19_whatWasNotGivenIsNotCharged() throws {
        let kiosk = try kiosk()
        let report = try #require(try kiosk.startTill().pay(order: 1042, goods: .notGiven)).get()
        #expect(report.outcome == .goodsNotGiven)
        #expect(kiosk.truth.standing.isEmpty)
        #expect(try !kiosk.orderIsPaid(1042))
        try kiosk.expectTheTruth()
    }

    @Test func onlyThePartThatWasGivenIsChargedAndTold() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, goods: Self.part)).get()
        #expect(report.amount.minorUnits == 500)
        #expect(kiosk.truth.standing.map(\.entry.amountMinor) == [500])
        let receipts = try kiosk.storage.read { try $0.receipts(payment: report.payment) }
        #expect(receipts.map(\.document.total.minorUnits) == [500, 500])
        #expect(receipts.allSatisfy { $0.document.lines.isEmpty })
        let told = try kiosk.outboxKinds()
        #expect(told == ["order.paid", "order.refunded"])
        #expect(till.giveBack(.refund(of: report.payment, .euros(501)))?.failure != nil)
        try kiosk.expectTheTruth()
    }

    /// The terminal was told to book a part, and ends without saying what it booked: it is asked, and its answer is
    /// kept.
    @Test func whatWasBookedOfAPartIsAskedOfTheTerminal() throws {
        let kiosk = try kiosk()
        let report = try #require(try kiosk.startTill().pay(order: 1042, goods: Self.part)).get()
        let kinds = try kiosk.storage.read { try $0.journalEntries(payment: report.payment) }.map(\.kind)
        #expect(kinds.contains("payment.evidence"), "\(kinds)")
        #expect(report.outcome.word == "approved" && report.amount.minorUnits == 500)
        try kiosk.expectTheTruth()
    }

    @Test(arguments: [Int64(500), 1150])
    func aPartThatTheTerminalCannotTellOfIsInDoubtUntilSomebodyReadsIt(read: Int64) throws {
        let kiosk = try kiosk { $0.repeatReceipt.ability = .refuses }
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, goods: Self.part)).get()
        #expect(report.outcome.word == "in_doubt")
        #expect(try !kiosk.orderIsPaid(1042))
        let why = try #require(till.ask { JournalAction.explainPayment(reference: "last", $0) }).get()
        #expect(why.resolution(in: .en)?.contains("5.00 EUR or 11.50 EUR") == true)
        #expect(why.resolution(in: .de)?.contains("5,00 EUR oder 11,50 EUR") == true)
        let charge = try #require(kiosk.truth.standing.last?.entry)
        let booked = OperatorEvidence.Statement.booked(
            receipt: charge.receipt, trace: try #require(charge.trace),
            amount: Money(minorUnits: read, currency: .eur))
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(report.payment, booked, words: nil, $0) }
        #expect(try #require(settled).get().amount.minorUnits == read)
        #expect(try #require(settled).get().advice == (read == 500 ? nil : .refundRest))
        #expect(try kiosk.orderIsPaid(1042))
    }

    @Test func noMoreThanWasApprovedAndNoOtherCurrencyIsBooked() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let dollars = try #require(Currency(code: "USD"))
        let wrong = [(1151, Currency.eur), (0, .eur), (-1, .eur), (500, dollars)].map {
            DispenseResult.givenInPart(Money(minorUnits: Int64($0.0), currency: $0.1))
        }
        let report = try #require(
            till.payForGoods(order: 1042) { payment in
                for issue in wrong + [.pending] {
                    #expect(till.tell(issue, of: payment)?.failure?.code == "goods.badAnswer")
                }
                till.tell(.given, of: payment)
            }
        ).get()
        #expect(report.amount.minorUnits == 1150)
        try kiosk.expectTheTruth()
    }

    @Test func whatWasSaidOfTheGoodsStands() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, goods: .given)).get()
        #expect(till.tell(.given, of: report.payment)?.failure == nil)
        #expect(till.tell(.notGiven, of: report.payment)?.failure?.code == "goods.toldOtherwise")
        let other = try #require(till.pay(order: 1043)).get()
        #expect(till.tell(.given, of: other.payment)?.failure?.code == "goods.notAsked")
    }

    /// Portalum.Zvt#44: a terminal that is answered at once asks again every few milliseconds until it gives up.
    @Test func portalum44_theTerminalIsKeptWaitingAndNotPolled() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let report = try #require(
            till.payForGoods(order: 1042) { payment in
                kiosk.world.advance(by: .seconds(100))
                till.tell(.given, of: payment)
            }
        ).get()
        #expect(report.outcome.word == "approved")
        let asked = try kiosk.storage.read { try $0.journalEntries(payment: report.payment) }
            .count { $0.kind == "payment.result" }
        #expect((2...6).contains(asked), "\(asked) in 100 s")
        try kiosk.expectTheTruth()
    }

    @Test func goodsThatComeAfterTheTerminalGaveUpAreToldToBeUnpaid() throws {
        let kiosk = try kiosk { $0.timing.responseTimeout = 3 }
        let till = try kiosk.startTill()
        let report = try #require(till.payForGoods(order: 1042) { _ in }).get()
        #expect(["cancelled", "reversed"].contains(report.outcome.word))
        #expect(till.tell(.given, of: report.payment)?.failure?.code == "goods.unpaid")
        #expect(till.tell(.given, of: report.payment)?.failure?.code == "goods.unpaid", "and stays so")
        let facts = try kiosk.storage.read { try $0.journalEntries(payment: report.payment) }
        #expect(facts.count { $0.kind == "payment.goodsTooLate" } == 1)
        try kiosk.expectTheTruth()
    }

    /// Loses the line while the goods are dispensed; the result is recorded, and the terminal is never told.
    private func lostWhenTold(
        _ issue: DispenseResult, _ kiosk: VirtualKiosk, _ till: VirtualTill
    ) throws -> PaymentReport {
        let report = till.payForGoods(order: 1042) { payment in
            kiosk.terminal.pullCable(backAfter: .seconds(5))
            till.tell(issue, of: payment)
        }
        return try #require(report).get()
    }

    @Test(arguments: [DispenseResult.given, part, .notGiven])
    func aTerminalThatTookItBackAllTheSameIsToldSo(issue: DispenseResult) throws {
        let kiosk = try kiosk()
        let report = try lostWhenTold(issue, kiosk, kiosk.startTill())
        #expect(report.outcome == (issue == .notGiven ? .goodsNotGiven : .goodsUnpaid))
        #expect(try !kiosk.orderIsPaid(1042))
        try kiosk.expectTheTruth()
    }

    @Test(arguments: [DispenseResult.given, part, .notGiven])
    func aTerminalThatKeptItAllTheSameLeavesSomethingToDo(issue: DispenseResult) throws {
        let kiosk = try kiosk { $0.onMissingResponse = .keeps }
        let till = try kiosk.startTill()
        let report = try lostWhenTold(issue, kiosk, till)
        #expect(report.outcome.word == "approved")
        #expect(report.amount.minorUnits == 1150)
        #expect(report.advice == (issue == .given ? nil : issue == .notGiven ? .reverse : .refundRest))
        let why = try #require(till.ask { JournalAction.explainPayment(reference: "last", $0) }).get()
        #expect((why.resolution(in: .en) == nil) == (issue == .given))
        #expect(why.resolution(in: .de)?.contains("till re") ?? (issue == .given))
        try kiosk.expectTheTruth()
    }

    @Test(arguments: [(DispenseResult.notGiven, "till reverse ", Int64(1150)), (part, "till refund ", 650)])
    func whatIsChargedWithoutGoodsIsNamedUntilItIsGivenBack(
        issue: DispenseResult, command: String, amount: Int64
    ) throws {
        let kiosk = try kiosk { $0.onMissingResponse = .keeps }
        let till = try kiosk.startTill()
        let payment = try lostWhenTold(issue, kiosk, till).payment
        let owed = try #require(try kiosk.storage.read { try UndeliveredCharge.all(in: $0) }.first)
        #expect(owed.payment == payment && owed.amount.minorUnits == amount)
        #expect(owed.command.hasPrefix(command + payment.rawValue))
        let back = till.giveBack(issue == .notGiven ? .reversal(of: payment) : .refund(of: payment, owed.amount))
        #expect(try #require(back).get().outcome.word == "approved")
        #expect(try kiosk.storage.read { try UndeliveredCharge.all(in: $0) }.isEmpty)
        let why = try #require(till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }).get()
        #expect(why.resolution(in: .en) == nil)
        try kiosk.expectTheTruth()
    }

    @Test(arguments: TerminalScenario.Undoing.allCases)
    func aPaymentThatIsCancelledOverItsGoodsIsNotCharged(_ temper: TerminalScenario.Undoing) throws {
        let kiosk = try kiosk { $0.onMissingResponse = temper }
        let till = try kiosk.startTill()
        let report = try #require(
            till.payForGoods(order: 1042) { _ in
                _ = till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.terminal.address, $0) }
            }
        ).get()
        #expect(report.outcome.word == "cancelled" && report.goods == nil)
        #expect(kiosk.truth.standing.isEmpty)
        #expect(
            till.tell(.given, of: report.payment)?.failure?.code == "goods.unpaid", "somebody gave them all the same")
        try kiosk.expectTheTruth()
    }

    @Test func aTillThatDiesWhileGoodsArePendingNeverSaysThatTheyWereGiven() throws {
        let kiosk = try kiosk()
        let life = TillLife()
        let till = try kiosk.startTill(life)
        #expect(till.payForGoods(order: 1042, key: "k") { _ in life.end() } == nil)
        let next = try kiosk.startTill()
        let report = try #require(next.pay(order: 1042, key: "k", goods: .given)).get()
        #expect(["approved", "reversed"].contains(report.outcome.word))
        try kiosk.expectTheTruth()
    }
}
