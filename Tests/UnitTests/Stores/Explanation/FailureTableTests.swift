import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Who can do something about a failure decides what a program does with it, and how `till` exits.
@Suite struct FailureTableTests {
    private static let payment = PaymentID(rawValue: "pay-SAMPLE")
    private static let other = PaymentID(rawValue: "pay-OTHER")
    private static let due = Money.sample
    private static let nothing = Money.zero(.eur)
    private static let address = DeviceAddress(scheme: "tcp", path: "a:20007")

    /// Failures after which an unchanged repetition may succeed.
    private static let later: [(Failure, String)] = [
        (Failure.inDoubt(payment), "payment.inDoubt"), (.goodsNotAwaited(payment), "goods.notApproved"),
        (.conversationAbandoned, "reader.abandoned"), (.foreignTransaction, "reader.foreignTransaction"),
        (.terminalBusy, "reader.busy"), (.notReady(.completed(TerminalState())), "reader.notReady"),
        (.notReady(.refused(code: 0x9C)), "reader.busy"), (.notReady(.aborted(code: 0x9C)), "reader.busy"),
        (.orphan, "payment.orphan"), (.completedWithoutResult, "payment.noResult"),
        (.completedUntold, "payment.noResult"),
        (.toldOldTransaction, "payment.oldTransaction"), (.completedWithoutAmount, "payment.noAmount"),
        (.partNotTold, "payment.partNotTold"), (.abortedAfterSuccess, "payment.abortedAfterSuccess"),
        (.terminalEndsItsDay, "payment.terminalBusy"), (.endOfDayNotDone, "endOfDay.notDone"),
        (.endOfDayOfNothing, "endOfDay.notDone"), (.noTotals(.refused(code: 0x9C)), "reader.busy"),
        (.noTotals(.aborted(code: 0x9C)), "reader.busy"),
        (.printedElsewhere, "printer.printedElsewhere"), (.outboxInUse, "outbox.inUse"),
        (.unresolved(payment, "Why."), "payment.unresolved"), (.terminalInUse, "payment.terminalBusy"),
        (.printerInUse, "printer.inUse"),
    ]

    @Test(arguments: later)
    func theSameMaySucceedLater(_ failure: Failure, _ code: String) {
        #expect(failure.code == code)
        #expect(failure.recovery == .retry)
    }

    /// Failures that require someone who maintains the machine.
    private static let keeper: [(Failure, String)] = [
        (Failure.goodsUnpaid(payment), "goods.unpaid"), (.chargedWithoutGoods(payment, .reverse), "goods.charged"),
        (.otherTerminal(payment, "1", "2"), "reversal.otherTerminal"),
        (.unlinkedRefundForbidden, "refund.forbidden"), (.overLimit(due, due), "refund.overLimit"),
        (.reservationWithoutReceipt(payment), "reservation.noReceipt"),
        (.heldElsewhere(payment, "1", "2"), "reservation.otherTerminal"),
        (.reservationNumberReused(payment, by: other), "reservation.numberReused"),
        (.otherAmount(asked: due, nothing), "settlement.otherAmount"),
        (.seemsBooked(.sample(), .approved()), "payment.seemsBooked"),
        (.contradicts("so"), "settlement.contradiction"), (.evidenceMissing, "settlement.noEvidence"),
        (.transactionClaimed(by: other), "payment.transactionClaimed"),
        (.notReady(.refused(code: 0x83)), "reader.notReady"), (.notReady(.aborted(code: 0x6C)), "reader.notReady"),
        (.notReady(.refused(code: 0xF0)), "reader.endOfDayDemanded"),
        (.notReady(.aborted(code: 0xF0)), "reader.endOfDayDemanded"),
        (.endOfDayLost, "endOfDay.lost"), (.endOfDayOpen(EndOfDayID(rawValue: "eod-1")), "endOfDay.open"),
        (.contradictsEndOfDay("so"), "settlement.contradiction"),
        (.interrupted, "printer.interrupted"),
        (.notReady(.disturbed(.sample)), "storage.diskFull"), (.noTotals(.disturbed(.sample)), "storage.diskFull"),
    ]

    @Test(arguments: keeper)
    func someoneWhoKeepsTheMachineMustAct(_ failure: Failure, _ code: String) {
        #expect(failure.code == code)
        #expect(failure.recovery == .askOperator)
    }

    /// Failures that no repetition can overcome.
    private static let never: [(Failure, String)] = [
        (Failure.cancelledInTime, "payment.cancelled"), (.keyConflict("k", payment), "payment.keyConflict"),
        (.orderPaid("1042", by: payment), "order.alreadyPaid"), (.orderRefunded("1042", by: payment), "order.refunded"),
        (.badAmount(nothing), "payment.badAmount"), (.totalTooLarge(due), "settlement.badTotal"),
        (.noGoodsToGive, "goods.notForThis"),
        (.badGoods(due), "goods.badAnswer"), (.noGoodsAsked(payment), "goods.notAsked"),
        (.goodsToldOtherwise(payment), "goods.toldOtherwise"), (.nothingToGiveBack(payment), "refund.notPaid"),
        (.exceedsPayment(payment, left: due), "refund.exceedsPayment"),
        (.partlyGivenBack(payment, left: due), "reversal.partlyGivenBack"),
        (.noReceiptToReverse(payment), "reversal.noReceipt"), (.noReservation(payment), "reservation.notReserved"),
        (.exceedsReservation(due, reserved: due), "reservation.exceeded"),
        (.exceedsOrder(due: due), "reservation.exceedsOrder"), (.orderReserved("1042", by: payment), "order.reserved"),
        (.receiptNumberReused(payment, 7, .dayEnded), "reversal.dayEnded"),
        (.receiptNumberReused(payment, 7, .newerTransaction(other, receipt: 7)), "reversal.numberReused"),
        (.receiptNumberReused(payment, 7, .lastTransaction(receipt: 7)), "reversal.numberReused"),
        (.evidenceUnfit, "settlement.badEvidence"), (.nothingToSettle(payment, .goodsUnpaid), "settlement.notInDoubt"),
        (.givenBackSince(payment), "settlement.givenBack"), (.shopWasToldOfRefund(other), "settlement.shopWasTold"),
        (.notSettledByOperator(payment), "settlement.notOperators"), (.cardDataInRequest, "payment.cardDataInRequest"),
        (.endOfDayUnclear("So."), "endOfDay.unclear"), (.noEndOfDay, "endOfDay.notFound"),
        (.otherTerminalAtEndOfDay(TerminalName(address: address, id: "1")), "endOfDay.otherTerminal"),
        (.noTotals(.completed(TerminalState())), "reader.noTotals"),
        (.noTotals(.refused(code: 0x83)), "reader.noTotals"),
        (.endOfDayNotOpen(EndOfDayID(rawValue: "eod-1")), "settlement.notInDoubt"),
        (.printedBefore, "receipt.printedBefore"), (.noReceipt("last"), "receipt.notFound"),
        (.receiptHoldsCardData("footer"), "receipt.cardData"), (.noPayment("last"), "payment.notFound"),
    ]

    @Test(arguments: never)
    func noRepetitionWillHelp(_ failure: Failure, _ code: String) {
        #expect(failure.code == code)
        #expect(failure.recovery == .giveUp)
    }

    @Test func whatIsGivenBackAsAWholeIsToldApartFromAPart() {
        let all = Failure.exceedsPayment(Self.payment, left: Self.nothing)
        #expect(all.sentence == "Payment pay-SAMPLE is given back as a whole, or just being given back.")
        #expect(all.remedy == "see how: till why pay-SAMPLE")
        let part = Failure.exceedsPayment(Self.payment, left: Self.due)
        #expect(part.sentence == "Of payment pay-SAMPLE no more than 12.50 EUR can be given back.")
        #expect(part.remedy == "name an amount up to 12.50 EUR")
    }

    @Test func aRefusedRegistrationIsToldWithItsCodeAndWhatToDo() {
        #expect(
            Failure.notReady(.refused(code: 0x83)).sentence.hasPrefix(
                "The terminal refused the registration with code 83"))
        #expect(Failure.notReady(.refused(code: 0x83)).remedy?.hasPrefix("check the terminal's password") == true)
        #expect(
            Failure.notReady(.aborted(code: 0x6C)).sentence.hasPrefix(
                "The terminal ended the registration with code 6C"))
        #expect(Failure.notReady(.aborted(code: 0x6C)).remedy?.contains("password") == false)
    }

    @Test func howGoodsThatWereNotGivenArePaidBackDependsOnHowMuchOfThem() {
        #expect(Failure.chargedWithoutGoods(Self.payment, .reverse).remedy == "give it back: till reverse pay-SAMPLE")
        #expect(
            Failure.chargedWithoutGoods(Self.payment, .refundRest).remedy
                == "give it back: till refund pay-SAMPLE --amount REST")
    }
}
