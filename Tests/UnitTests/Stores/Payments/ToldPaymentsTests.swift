import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Payments as derived from their facts, each decoded once.
@Suite struct ToldPaymentsTests {
    private let storage: StorageManager
    private let ledger: StoredLedger
    private let id = PaymentIntent.sample().payment

    init() throws {
        storage = try StorageManager.inMemory()
        ledger = StoredLedger.sample(storage)
    }

    private func write(_ events: [PaymentEvent]) throws(Failure) {
        var history = PaymentHistory(.sample())
        try ledger.write(.intended(.sample()), of: history)
        for event in events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private func payment(_ told: ToldPayments) throws -> ToldPayment? {
        try storage.read { try told.payment(id, in: $0) }
    }

    @Test func aPaymentIsToldAsItsFactsHaveIt() throws {
        let result = TransactionResult.approved()
        try write([.sending, .result(result, answer: .stored), .completed, .settled(.approved(result))])
        let (told, stored) = (try #require(try payment(ToldPayments())), try storage.read { try $0.payment(id: id) })
        #expect(stored?.columns(differingFrom: told.record) == [])
        #expect(told.record.isApproved && told.suffices && told.results == [result])
        #expect(told.paysOrder(1042) && !told.paysOrder(1043) && !told.paysOrder(nil))
    }

    @Test func aFactThatIsNewIsTold() throws {
        let (told, result) = (ToldPayments(), TransactionResult.failed(5))
        try write([.sending])
        #expect(try payment(told)?.record.stage == .sending)
        #expect(try payment(told)?.record.stage == .sending)
        var history = PaymentHistory(.sample())
        history.apply(.result(result, answer: .stored))
        try ledger.write(.result(result, answer: .stored), of: history)
        #expect(try payment(told)?.record.stage == .resulted)
        #expect(try payment(told)?.results == [result])
    }

    /// The bytes differ as if someone had changed the file, so the values that were decoded before do not count.
    @Test func otherBytesUnderTheSameNumberAreDecodedAnew() throws {
        let told = ToldPayments()
        try write([.sending])
        #expect(try payment(told)?.record.amount == .sample)
        let other = StoredLedger.sample(try StorageManager.inMemory())
        let dearer = PaymentIntent.sample(amount: Money(minorUnits: 99_900, currency: .eur))
        try other.write(.intended(dearer), of: PaymentHistory(dearer))
        let found = try other.storage.read { try told.payment(id, in: $0) }
        #expect(found?.record.amount == dearer.amount && found?.record.stage == .intended)
        let entries = try other.storage.read { try $0.journalIntents(after: 0, limit: 9) }
        let begun = try storage.read { try $0.journalIntents(after: 0, limit: 9) }
        #expect(try begun.compactMap { try told.payment(begunBy: $0)?.amount } == [.sample])
        #expect(try entries.compactMap { try told.payment(begunBy: $0)?.amount } == [dearer.amount])
    }

    @Test func whatAPersonStatedIsToldAsThat() throws {
        let told = ToldPayments()
        try write([.sending])
        #expect(try payment(told)?.isStated == false)
        let read = OperatorEvidence(.notBooked(newestReceipt: 41), words: "read", operatorName: "Anna")
        var history = PaymentHistory.sent([])
        history.apply(.operatorSettled(read, .notCharged(reason: "read")))
        try ledger.write(.operatorSettled(read, .notCharged(reason: "read")), of: history)
        #expect(try payment(told)?.isStated == true)
    }

    /// The kind of a fact is no part of its bytes.
    @Test func theSameBytesUnderAnotherKindAreDecodedAnew() throws {
        let (told, other) = (ToldPayments(), try StorageManager.inMemory())
        try write([.sending, .result(.approved(), answer: .stored)])
        #expect(try payment(told)?.results == [.approved()])
        let entries = try storage.read { try $0.journalEntries(payment: id) }
        try other.write { transaction in
            for entry in entries {
                let kind = entry.kind == "payment.result" ? "payment.other" : entry.kind
                _ = try transaction.append(kind: kind, payment: id, payload: entry.payload)
            }
        }
        #expect(try other.read { try $0.journalEntries(payment: id) }.map(\.sequence) == entries.map(\.sequence))
        #expect(try other.read { try told.payment(id, in: $0) }?.results == [])
    }

    /// Printed texts decide nothing about a payment, so they are not decoded for that.
    @Test func textsAreNotRead() throws {
        try write([.sending])
        try storage.write { try $0.append(kind: "payment.text", payment: id, payload: Data("no JSON".utf8)) }
        #expect(try payment(ToldPayments())?.record.stage == .sending)
        try storage.write { try $0.append(kind: "payment.settled", payment: id, payload: Data("no JSON".utf8)) }
        #expect(throws: StorageError.self) { try payment(ToldPayments()) }
    }

    @Test func aPaymentThatTheJournalDoesNotKnowIsNone() throws {
        let told = ToldPayments()
        #expect(try payment(told) == nil)
        try write([])
        #expect(try payment(told)?.record.stage == .intended)
    }

    @Test func neverMoreAreKeptThanIsAllowed() {
        var kept = DecodedOnce<Int, String?>(most: 2)
        kept.keep("one", of: 1, mark: 11)
        kept.keep(nil, of: 2, mark: 22)
        #expect(kept.value(of: 1, mark: 11) == "one" && kept.value(of: 2, mark: 22) == .some(nil))
        #expect(kept.value(of: 1, mark: 22) == nil && kept.value(of: 3, mark: 11) == nil)
        kept.keep("three", of: 3, mark: 33)
        #expect(kept.value(of: 1, mark: 11) == nil && kept.value(of: 2, mark: 22) == nil)
        #expect(kept.value(of: 3, mark: 33) == "three")
    }

    @Test func onlySoManyAreKnownAtOnce() throws {
        let told = ToldPayments(most: 1)
        try write([.sending])
        for _ in 1...2 {
            #expect(try payment(told)?.record.stage == .sending)
            #expect(try storage.read { try told.payment(PaymentID(rawValue: "pay-0"), in: $0) } == nil)
        }
    }
}
