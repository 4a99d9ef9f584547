import Hardware
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Text of a terminal that is on no receipt, or only in part.
@Suite struct UnprintedTextTests {
    private let storage = MemoryStorage { PaymentIntent.sampleStart }
    private let payment = PaymentID(rawValue: "pay-1")

    private func tell(_ lines: String..., again: Bool = false) throws {
        let text = TerminalText(copy: .customer, lines: lines.map { PrintedLine($0) }, endsReceipt: true)
        let event = again ? PaymentEvent.repeatedText([text, text]) : .text(text)
        try storage.write { _ = try $0.append(kind: event.kind, payment: payment, encoding: event) }
    }

    private func archive(_ id: String, _ copy: ReceiptCopy, _ card: Receipt.CardBlock) throws {
        let receipt = Receipt(
            id: ReceiptID(rawValue: id), copy: copy, merchant: MerchantProfile.test.merchant, payment: payment,
            orderNumber: nil, issuedAt: PaymentIntent.sampleStart, utcOffset: 0, lines: [], taxes: [], total: .sample,
            tip: nil, card: card, footer: [], language: "en")
        try storage.write { try $0.insert(receipt, createdAt: PaymentIntent.sampleStart) }
    }

    private func found() throws -> UnprintedText? { try storage.read { try UnprintedText(payment, in: $0) } }

    private static let composed = Receipt.CardBlock.composed(status: .approved(), result: .approved)

    @Test func whereTheTerminalSentNoTextNoneIsMissing() throws {
        try archive("rcp-1", .customer, Self.composed)
        #expect(try found() == nil)
    }

    @Test func whereThereIsNoReceiptNoneIsMissing() throws {
        try tell("Paid")
        #expect(try found() == nil)
    }

    @Test func textOfWhichNoReceiptHasALineIsMissing() throws {
        try tell("Card", "Paid")
        try tell("Once more", again: true)
        try archive("rcp-1", .customer, Self.composed)
        #expect(try found() == .all(lines: 4))
    }

    @Test func textThatIsOnAReceiptIsNotMissing() throws {
        try tell("Card", "Paid")
        try archive(
            "rcp-1", .customer, .terminalText(lines: [PrintedLine("Card"), PrintedLine("Paid")], result: .approved))
        try archive("rcp-2", .merchant, Self.composed)
        #expect(try found() == nil)
    }

    /// The longest receipt counts, without the mark that says that the text continues.
    @Test func theEndOfATextThatWasCutOffIsMissing() throws {
        try tell("Card", "Paid", "Thanks")
        let mark = PrintedLine(Receipt.CardBlock.cutOffMark)
        try archive(
            "rcp-1", .customer,
            .terminalText(lines: [PrintedLine("Card"), PrintedLine("Paid"), mark], result: .approved))
        try archive("rcp-2", .merchant, .terminalText(lines: [PrintedLine("Card")], result: .approved))
        #expect(try found() == .end(lines: 3, printed: 2))
    }
}
