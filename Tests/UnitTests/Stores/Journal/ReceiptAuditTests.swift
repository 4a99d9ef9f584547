import Flow
import Foundation
import Model
import Testing

@testable import Payments
@testable import Storage
@testable import Stores

/// Stored receipts beside the journal: each part that the journal tells is compared.
@Suite struct ReceiptAuditTests {
    private let counter: Counter
    private static let payment = PaymentID(rawValue: "pay-SAMPLE")

    init() throws { counter = try Counter() }

    /// A settled transaction.
    private static func history(
        _ outcome: PaymentOutcome = .approved(.approved()), purpose: TransactionPurpose = .payment,
        amount: Money = .sample, tip: Money? = nil, language: String = "en"
    ) -> PaymentHistory {
        let terminal = DeviceAddress(scheme: "test", path: "terminal")
        let intent = PaymentIntent(
            payment: payment, purpose: purpose, key: nil, fingerprint: "sample", site: .embedded, order: nil,
            orderNumber: nil, amount: amount, tip: tip, terminal: terminal, printer: Counter.printer,
            terminalID: "29001234", watermark: .receipt(41), habits: TerminalHabits(cardPhaseSeconds: 0),
            language: language, startedAt: PaymentIntent.sampleStart, utcOffset: 0)
        return .sent([.settled(outcome)], intent)
    }

    /// Writes the transaction as the journal tells it, with the receipts of another one.
    private func write(_ told: PaymentHistory, receiptsOf shown: PaymentHistory) throws {
        let now = counter.world.now
        let finalizer = PaymentFinalizer(
            history: shown, outcome: try #require(shown.storedOutcome), merchantProfile: .test, now: now)
        let outcome = try #require(told.storedOutcome)
        try counter.storage.write { transaction in
            for event in [.intended(told.intent), .sending, .settled(outcome)] as [PaymentEvent] {
                try transaction.append(kind: event.kind, payment: Self.payment, encoding: event)
            }
            try transaction.insert(PaymentRecord(told, at: now))
            var number = 0
            let receipts = try finalizer.receipts(in: transaction) { prefix in
                number += 1
                return "\(prefix)-\(number)"
            }
            for receipt in receipts { try transaction.insert(receipt, createdAt: now) }
        }
    }

    private func differences() throws -> [JournalDifference] {
        try counter.storage.read { JournalVerification.differences(in: $0) }.filter { $0.table == "receipts" }
    }

    /// What is said of each receipt in which nothing else differs.
    private func differing(_ part: String) throws -> [Sentence] {
        let receipts = try counter.storage.read { try $0.receipts(payment: Self.payment) }
        return receipts.map { receipt in
            Sentence(
                "difference.receipt.differs",
                ["receipt": receipt.id, "payment": Self.payment, "parts": Sentence(code: part, arguments: [:])])
        }
    }

    @Test func receiptsOfWhatTheJournalTellsHaveNoDifference() throws {
        try write(Self.history(), receiptsOf: Self.history())
        #expect(try differences() == [])
        #expect(try counter.storage.read { try $0.receipts(payment: Self.payment) }.count == 2)
    }

    private static let others: [(part: String, shown: PaymentHistory)] = [
        ("difference.part.kind", history(purpose: .refund(of: nil))),
        ("difference.part.total", history(amount: Money(minorUnits: 1150, currency: .eur))),
        ("difference.part.tip", history(tip: Money(minorUnits: 100, currency: .eur))),
        ("difference.part.language", history(language: "de")),
        ("difference.part.card", history(.approved(.approved(receipt: 43)))),
        ("difference.part.card", history(.approved(.approved(amount: 1150)))),
    ]

    @Test(arguments: 0..<others.count) func aPartThatTheJournalTellsOtherwiseIsNamed(_ number: Int) throws {
        let (part, shown) = Self.others[number]
        try write(Self.history(), receiptsOf: shown)
        #expect(try differences().map(\.said) == differing(part), "\(part)")
    }

    /// A decline has the customer's receipt only.
    @Test func aPaymentThatItsReceiptsCallDeclinedIsNamed() throws {
        try write(Self.history(), receiptsOf: Self.history(.declined(code: 0x6C, text: nil)))
        let found = try differences()
        let missing = Sentence(
            "difference.receipt.missing", ["copy": ReceiptCopy.merchant.name, "payment": Self.payment])
        #expect(found.contains { $0.said == missing } && found.count == 2, "\(found)")
        #expect(found.contains { "\($0.said)".contains("\(Sentence("difference.part.outcome", [:]))") }, "\(found)")
    }

    @Test func aDeclineThatItsReceiptsCallPaidIsNamed() throws {
        try write(Self.history(.declined(code: 0x6C, text: nil)), receiptsOf: Self.history())
        let found = try differences()
        #expect(try found.map(\.said) == differing("difference.part.outcome") && found.count == 2, "\(found)")
    }
}
