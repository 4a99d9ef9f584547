import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Receipt texts that come in several telegrams become whole receipts, one for each copy.
@Suite struct TerminalReceiptsTests {
    private func text(_ copy: ReceiptCopy?, _ lines: [String], ends: Bool = false) -> TerminalText {
        TerminalText(copy: copy, lines: lines.map { PrintedLine($0) }, endsReceipt: ends)
    }

    private func words(_ receipts: TerminalReceipts, _ copy: ReceiptCopy) -> [String]? {
        receipts.byCopy[copy]?.map(\.text)
    }

    @Test func aReceiptInOneTelegramIsWhole() {
        let receipts = TerminalReceipts([text(.customer, ["a", "b"], ends: true)])
        #expect(words(receipts, .customer) == ["a", "b"])
    }

    @Test func aReceiptInSeveralTelegramsIsPutTogether() {
        let receipts = TerminalReceipts([text(.merchant, ["a"]), text(nil, ["b"]), text(nil, [], ends: true)])
        #expect(words(receipts, .merchant) == ["a", "b"])
    }

    @Test func halfAReceiptIsNone() {
        #expect(TerminalReceipts([text(.customer, ["a"])]).byCopy.isEmpty)
    }

    @Test func aReceiptThatNobodyLabelledSaysItselfWhomItIsFor() {
        let receipts = TerminalReceipts([text(nil, ["* K U N D E N B E L E G *"], ends: true)])
        #expect(words(receipts, .customer) != nil)
    }

    @Test func withoutAnyLabelTheMerchantsComesFirst() {
        let receipts = TerminalReceipts([text(nil, ["1"], ends: true), text(nil, ["2"], ends: true)])
        #expect(words(receipts, .merchant) == ["1"])
        #expect(words(receipts, .customer) == ["2"])
    }

    @Test func twoThatClaimTheSameCopyAreOneOfEach() {
        let receipts = TerminalReceipts([
            text(nil, ["Kundenbeleg"], ends: true), text(nil, ["Kundenbeleg"], ends: true),
        ])
        #expect(receipts.byCopy.count == 2)
    }

    @Test func aTextSentAgainReplacesTheOneBefore() {
        let receipts = TerminalReceipts([text(.customer, ["old"], ends: true), text(.customer, ["new"], ends: true)])
        #expect(words(receipts, .customer) == ["new"])
    }
}
