import Foundation
import Model
import Testing
import ZVTCodes

@testable import Receipts

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

    /// A terminal may book more than the requested amount. The sum of the lines is then less than the total.
    @Test func whatWasChargedBeyondTheOrderIsALineOfItsOwn() throws {
        func compose(_ total: Int64, _ kind: TransactionKind = .payment) throws -> Receipt {
            try #require(
                Sample.composer("en").compose(
                    payment: Sample.payment, kind: kind, order: Sample.order, total: Sample.euro(total),
                    tip: Sample.euro(100), result: Sample.approval, verdict: .approved, texts: [:],
                    issuedAt: Sample.afternoon, ids: Sample.ids
                ).first)
        }
        let due = Sample.order.total.minorUnits + 100
        let before = try compose(due).adjustments
        #expect(!before.contains { $0.kind == .difference })
        let more = try compose(due + 200)
        #expect(more.adjustments == before + [Adjustment(kind: .difference, label: "", amount: Sample.euro(200))])
        #expect(try compose(due + 200, .refund).adjustments.isEmpty)
        let text = TextRenderer().render(ReceiptLayout(columns: 42).lay(more, mark: .original))
        #expect(text.contains("Difference charged") && text.contains("2.00"))
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

    @Test func anEndlessTerminalTextIsCutAndSaysSo() {
        let endless = [PrintedLine](repeating: PrintedLine("x"), count: 10_000)
        guard case .terminalText(let lines, _) = Sample.receipt(.customer, text: endless).card else {
            Issue.record("no terminal text")
            return
        }
        #expect(lines.count == ReceiptComposer.mostTerminalLines + 1)
        #expect(lines.last == PrintedLine("[...]"))
    }

    // MARK: Orders that are too long for paper

    private func compose(_ lines: [OrderLine], _ adjustments: [Adjustment] = []) throws -> Receipt {
        let total = Sample.euro(lines.reduce(0) { $0 + $1.total.minorUnits })
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1), number: "1", status: .pending, currency: .eur, lines: lines,
            adjustments: adjustments, taxes: [], total: total)
        let receipts = Sample.composer("en").compose(
            payment: Sample.payment, order: order, total: total, tip: nil, outcome: .approved(Sample.approval),
            texts: [:], issuedAt: Sample.afternoon, ids: Sample.ids)
        return try #require(receipts.first)
    }

    @Test func anEndlessTextOfAnOrderIsCutAndSaysSo() throws {
        let endless = String(repeating: "x\u{301}", count: 300_000)
        let line = OrderLine(name: endless, quantity: 1, total: Sample.euro(100), details: ["Engraving: " + endless])
        let receipt = try compose([line], [Adjustment(kind: .fee, label: endless, amount: Sample.euro(0))])
        for text in [receipt.lines[0].name, receipt.lines[0].details[0], receipt.adjustments[0].label] {
            #expect(text.unicodeScalars.count == PaperLimits.longestText && text.hasSuffix("…"))
        }
        #expect(TextRenderer().render(ReceiptLayout(columns: 48).lay(receipt, mark: .original)).count < 10_000)
    }

    @Test func aTextThatIsJustShortEnoughIsWhole() throws {
        let name = String(repeating: "é", count: PaperLimits.longestText)
        #expect(try compose([OrderLine(name: name, quantity: 1, total: Sample.euro(1))]).lines[0].name == name)
    }

    @Test func ofTooManyDetailsTheNumberLeftOutIsSaid() throws {
        func line(_ count: Int, _ detail: String = "a") -> OrderLine {
            OrderLine(
                name: "Tea", quantity: 1, total: Sample.euro(1), details: [String](repeating: detail, count: count))
        }
        let most = PaperLimits.mostDetails
        let many = try compose([line(most - 1), line(1_000), line(2)])
        #expect(many.lines.map(\.details.count) == [most - 1, 2, 1])
        #expect(many.lines.map(\.details.last) == ["a", "Details left out: 999", "Details left out: 2"])
        let long = try compose([line(most, String(repeating: "b", count: 400))])
        #expect(long.lines[0].details.count == PaperLimits.lettersOfDetails / 400 + 1)
        #expect(long.lines[0].details.last == "Details left out: \(most - PaperLimits.lettersOfDetails / 400)")
    }

    @Test func goodsBeyondTheMostLinesAreOneLineAndEveryAmountStays() throws {
        let goods = (1...2_000).map { OrderLine(name: "Goods \($0)", quantity: 1, total: Sample.euro(Int64($0))) }
        let lines = try compose(goods).lines
        #expect(lines.count == PaperLimits.mostLines)
        #expect(lines.last?.name == "Further goods: \(2_001 - PaperLimits.mostLines)")
        #expect(lines.reduce(0) { $0 + $1.total.minorUnits } == goods.reduce(0) { $0 + $1.total.minorUnits })
        #expect(try compose(Array(goods.prefix(PaperLimits.mostLines))).lines.count == PaperLimits.mostLines)
    }

    /// A longer number is none of a card, and what is left of it when it is cut off may look like one.
    @Test func whatIsLeftOfATextThatIsCutOffHasNoCardNumber() throws {
        let before = String(repeating: "x", count: PaperLimits.longestText - 18) + " "
        let text = before + "4111111111111111" + "0000000000"
        let receipt = try compose([OrderLine(name: text, quantity: 1, total: Sample.euro(1))])
        #expect(receipt.placeOfCardData == nil)
        #expect(receipt.lines[0].name.hasSuffix("…") && !receipt.lines[0].name.contains("4111111111"))
    }

    @Test func noCardNumberAndNoExpiryOfATerminalsTextIsKept() {
        let text = [PrintedLine("PAN 4111 1111 1111 1111"), PrintedLine("gültig bis 12/27")]
        guard case .terminalText(let lines, _) = Sample.receipt(.customer, text: text).card else {
            Issue.record("no terminal text")
            return
        }
        #expect(lines.map(\.text) == ["PAN **** **** **** 1111", "gültig bis **/**"])
    }

    /// A name that looks like a card number is masked. The receipt is made, and can be stored.
    @Test func noPaidOrderIsWithoutItsReceiptForANameLikeACardNumber() throws {
        let number = "4111 1111 1111 1111"
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1), number: "4111111111111111", status: .pending, currency: .eur,
            lines: [
                OrderLine(
                    name: "Model \(number)", quantity: 1, total: Sample.euro(100), details: ["4111 1111", "1111 1111"])
            ],
            adjustments: [Adjustment(kind: .discount, label: number, amount: Sample.euro(-1))],
            taxes: [TaxLine(label: number, amount: Sample.euro(1))], total: Sample.euro(99))
        let composer = ReceiptComposer(
            merchant: Receipt.Merchant(name: number, address: [number], taxID: number), language: "en", utcOffset: 0,
            footer: [number, "EXP 12/27"])
        let receipts = composer.compose(
            payment: Sample.payment, order: order, total: Sample.euro(99), tip: nil,
            outcome: .approved(Sample.approval), texts: [:], issuedAt: Sample.afternoon, ids: Sample.ids)
        let receipt = try #require(receipts.first)
        let masked = "**** **** **** 1111"
        #expect(receipt.lines.first?.name == "Model \(masked)")
        #expect(receipt.lines.first?.details == ["**** ****", "**** 1111"])
        #expect(receipt.adjustments.first?.label == masked && receipt.taxes.first?.label == masked)
        #expect(receipt.orderNumber == "************1111" && receipt.merchant.name == masked)
        #expect(receipt.merchant.address == [masked] && receipt.merchant.taxID == masked)
        #expect(receipt.footer == [masked, "EXP **/**"])
        #expect(receipts.map(\.placeOfCardData) == [nil, nil])
        #expect(try ReceiptDocument.decode(ReceiptDocument.encode(receipt)) == receipt)
    }
}
