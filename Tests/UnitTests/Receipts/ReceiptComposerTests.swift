import Foundation
import Model
import Receipts
import Testing

@Suite struct ReceiptComposerTests {
    private func compose(
        _ outcome: PaymentOutcome, texts: [ReceiptCopy: [PrintedLine]] = [:],
        ids: [ReceiptCopy: ReceiptID] = Sample.ids
    ) -> [Receipt] {
        Sample.composer("en").compose(
            payment: Sample.payment, order: Sample.order, total: Sample.euro(1545), tip: Sample.euro(100),
            outcome: outcome, texts: texts, issuedAt: Sample.afternoon, ids: ids)
    }

    @Test func anApprovedPaymentHasACopyForEachSide() {
        let receipts = compose(.approved(Sample.approval))
        #expect(receipts.map(\.copy) == [.customer, .merchant])
        #expect(receipts.map(\.id) == [Sample.ids[.customer], Sample.ids[.merchant]])
        #expect(receipts.allSatisfy { $0.card == .composed(status: Sample.approval, result: .approved) })
    }

    @Test func theTerminalsTextIsTheCardBlockOfItsCopyOnly() {
        let text = [PrintedLine("Zahlung erfolgt", centred: true)]
        let receipts = compose(.approved(Sample.approval), texts: [.customer: text])
        #expect(receipts[0].card == .terminalText(lines: text, result: .approved))
        #expect(receipts[1].card == .composed(status: Sample.approval, result: .approved))
    }

    @Test func aTextOfNothingButSpacesIsNoText() {
        let blank = [PrintedLine("  "), PrintedLine("\u{1B}\u{200B}")]
        let receipts = compose(.approved(Sample.approval), texts: [.customer: blank])
        #expect(receipts[0].card == .composed(status: Sample.approval, result: .approved))
    }

    @Test func aDeclinedPaymentKeepsItsCodeAndItsReason() {
        let card = compose(.declined(code: 5, text: "Karte gesperrt"))[0].card
        var status = TransactionResult(resultCode: 5)
        status.additionalText = "Karte gesperrt"
        #expect(card == .composed(status: status, result: .declined))
    }

    @Test func aPaymentTakenBackIsShownAsNotCharged() {
        #expect(compose(.reversed(Sample.approval)).map(\.card.result) == [.cancelled, .cancelled])
        #expect(compose(.reversed(nil)).isEmpty)
    }

    @Test func aPaymentInDoubtHasNoReceipt() {
        #expect(compose(.inDoubt(reason: "line lost")).isEmpty)
        #expect(compose(.notCharged(reason: "never started")).isEmpty)
    }

    @Test func aCopyWithoutAnIdIsNotMade() {
        #expect(compose(.approved(Sample.approval), ids: [:]).isEmpty)
    }

    @Test func anAmountWithoutAnOrderHasNoGoods() {
        let receipt = Sample.receipt(.customer, order: nil, tip: nil)
        #expect(receipt.orderNumber == nil)
        #expect(receipt.lines.isEmpty)
    }

    @Test func theMerchantsClosingLinesAreForTheCustomer() {
        let receipts = compose(.approved(Sample.approval))
        #expect(receipts.map(\.footer) == [["Thank you for your visit!"], []])
    }

    @Test func anEndlessTerminalTextIsCut() {
        let endless = [PrintedLine](repeating: PrintedLine("x"), count: 10_000)
        guard case .terminalText(let lines, _) = Sample.receipt(.customer, text: endless).card else {
            Issue.record("no terminal text")
            return
        }
        #expect(lines.count == ReceiptComposer.mostTerminalLines)
    }

    @Test func noCardNumberAndNoExpiryOfATerminalsTextIsKept() {
        let text = [PrintedLine("PAN 4111 1111 1111 1111"), PrintedLine("gültig bis 12/27")]
        guard case .terminalText(let lines, _) = Sample.receipt(.customer, text: text).card else {
            Issue.record("no terminal text")
            return
        }
        #expect(lines.map(\.text) == ["PAN **** **** **** 1111", "gültig bis **/**"])
    }
}
