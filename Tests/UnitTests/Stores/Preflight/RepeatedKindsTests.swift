import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Which kinds of transactions a terminal is known to tell as its last one, and what of that the journal shows.
@Suite struct RepeatedKindsTests {
    private static let id = "29001234"
    private let counter: Counter
    private var kinds: RepeatedKinds { RepeatedKinds(storage: counter.storage) }

    init() throws { counter = try Counter() }

    private static func result(_ receipt: Int, trace: Int? = nil) -> TransactionResult {
        var result = TransactionResult.approved(receipt: receipt)
        result.trace = trace ?? receipt
        return result
    }

    /// Writes a transaction that is booked under this number. Before it the terminal told the other number as its last.
    private func book(
        _ name: String, _ purpose: TransactionPurpose, _ receipt: Int, after last: Int, trace: Int? = nil
    ) throws {
        counter.world.advance(by: .seconds(60))
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: name), purpose: purpose, key: nil, fingerprint: name, site: .embedded,
            order: nil, orderNumber: nil, amount: .sample, tip: nil, terminal: Counter.terminal,
            printer: Counter.printer, terminalID: Self.id, watermark: .receipt(last), watermarkTrace: last,
            language: "en", startedAt: counter.world.now, utcOffset: 0)
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = PaymentHistory(intent)
        for event in [.intended(intent), .sending, .settled(.approved(Self.result(receipt, trace: trace)))]
            as [PaymentEvent]
        {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private func known(telling last: TransactionResult? = nil, of id: String? = id) throws -> [TransactionKind]? {
        try kinds.known(of: id, telling: last)
    }

    private static let refund = TransactionPurpose.refund(of: nil)

    // MARK: Told now

    @Test func aTerminalThatTellsOurNewestRefundRepeatsRefunds() throws {
        try book("pay-1", .payment, 42, after: 41)
        #expect(try known(telling: Self.result(42)) == nil, "every terminal repeats payments")
        try book("ref-1", Self.refund, 43, after: 42)
        #expect(try known(telling: Self.result(43)) == [.refund])
        #expect(try known() == nil && known(telling: Self.result(42)) == nil)
        #expect(try known(telling: Self.result(43, trace: 44)) == nil)
        #expect(try known(telling: Self.result(43), of: nil) == nil && known(telling: Self.result(43), of: "1") == nil)
        var failed = Self.result(43)
        failed.resultCode = 5
        #expect(try known(telling: failed) == nil)
        try book("pay-2", .payment, 44, after: 43)
        #expect(try known(telling: Self.result(43)) == nil, "it is no longer the newest")
    }

    /// The number may then be that of the payment, repeated.
    @Test func aRefundUnderTheNumberOfItsPaymentShowsNothing() throws {
        try book("pay-1", .payment, 42, after: 41)
        try book("ref-1", .refund(of: PaymentID(rawValue: "pay-1")), 42, after: 42, trace: 43)
        #expect(try known(telling: Self.result(42, trace: 43)) == nil)
    }

    // MARK: Noted

    @Test func whatIsNotedCountsOnceTheNextTransactionBeganWithIt() throws {
        try book("ref-1", Self.refund, 43, after: 42)
        kinds.note(Self.result(43), of: Self.id)
        #expect(try known() == nil)
        try book("res-1", .reservation, 44, after: 43)
        #expect(try known() == [.refund])
        kinds.note(Self.result(44), of: Self.id)
        try book("pay-1", .payment, 45, after: 44)
        #expect(try known() == [.refund, .reservation])
        #expect(try known(of: "29009999") == nil && known(of: nil) == nil)
    }

    @Test func whatIsNotedDoesNotCountIfTheNextTransactionBeganWithAnother() throws {
        try book("ref-1", Self.refund, 43, after: 42)
        kinds.note(Self.result(43), of: Self.id)
        try book("pay-1", .payment, 44, after: 42)
        #expect(try known() == nil)
        try book("ref-2", Self.refund, 45, after: 44)
        kinds.note(Self.result(45), of: Self.id)
        try book("pay-2", .payment, 46, after: 45)
        #expect(try known() == [.refund], "a later one takes its place")
    }

    @Test func whatTheJournalShowsGivesWayToNoneOfWhichThatIsNotKnown() throws {
        try book("ref-1", Self.refund, 43, after: 42)
        kinds.note(Self.result(43), of: Self.id)
        try book("ref-2", Self.refund, 44, after: 43)
        kinds.note(Self.result(44), of: Self.id)
        #expect(try known() == [.refund])
    }

    // MARK: Contradicted

    private func note(_ kind: TransactionKind, _ payment: String, of terminalID: String) throws {
        try counter.storage.write {
            let noted = [RepeatedKinds.Example(kind: kind, payment: PaymentID(rawValue: payment))]
            try $0.setSetting("terminal.repeats \(terminalID)", to: noted)
        }
    }

    private func contradicted() throws -> [String] {
        try counter.storage.read { try RepeatedKinds.contradicted(in: $0) }.map { "\($0.0) \($0.1)" }
    }

    @Test func aNoteThatTheJournalDoesNotBearOutIsNamed() throws {
        try book("ref-1", Self.refund, 43, after: 42)
        kinds.note(Self.result(43), of: Self.id)
        #expect(try contradicted() == [])
        for (kind, payment) in [(.refund, "ref-9"), (.reservation, "ref-1")] as [(TransactionKind, String)] {
            try note(kind, payment, of: Self.id)
            #expect(try contradicted() == ["\(Self.id) \(payment)"])
        }
        try note(.refund, "ref-1", of: Self.id)
        try note(.refund, "ref-1", of: "29009999")
        // Another setting whose name ends alike is no note.
        try counter.storage.write { try $0.setSetting("another.setting: 29009999", to: ["x"]) }
        #expect(try contradicted() == ["29009999 ref-1"])
    }

    // MARK: Asked for

    @Test func onlyForWhatNotEveryTerminalRepeatsItMatters() throws {
        try book("ref-1", Self.refund, 43, after: 42)
        func repeated(_ kind: TransactionKind, cardPhase seconds: Int = 240) throws -> [TransactionKind]? {
            let line = PreparedTerminal(
                terminal: try counter.readers.connect(Counter.terminal), terminalID: Self.id, watermark: .receipt(43),
                last: Self.result(43), habits: TerminalHabits(cardPhaseSeconds: seconds))
            return try line.habits(for: kind, in: counter.storage).repeatedKinds
        }
        for kind in [TransactionKind.refund, .reversal, .reservation] { #expect(try repeated(kind) == [.refund]) }
        for kind in [TransactionKind.payment, .booking, .release] { #expect(try repeated(kind) == nil) }
        #expect(try repeated(.refund, cardPhase: 0) == nil, "it answers for good")
    }
}
