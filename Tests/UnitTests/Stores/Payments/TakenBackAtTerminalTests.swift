import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// The terminal's last transaction, told before anything is sent, reverses a payment of this till: by hand, for another
/// till, or as a reversal of ours that was called not done.
@Suite struct TakenBackAtTerminalTests {
    private let counter: Counter
    private let payment = PaymentID(rawValue: "pay-1042")

    init() throws {
        counter = try Counter()
        var result = TransactionResult.approved()
        result.panLastDigits = "9999"
        try counter.write([.sending, .settled(.approved(result))], 1042, terminalID: "29001234")
    }

    /// The reversal of a payment with this trace number, made some minutes later.
    private func reversal(of trace: Int?, receipt: Int = 43, card: String? = "9999") -> TransactionResult {
        var result = TransactionResult.approved(receipt: receipt)
        (result.trace, result.originalTrace, result.panLastDigits) = (124, trace, card)
        (result.hour, result.minute) = (14, 50)
        return result
    }

    private func refusal(_ purpose: TransactionPurpose, _ last: TransactionResult?) -> String? {
        let giving = RefundPreflight(storage: counter.storage, rights: OperatorRights())
        do throws(Failure) {
            try giving.checkStands(purpose, told: last)
            return nil
        } catch { return error.code }
    }

    @Test func whatIsTakenBackIsNotGivenBackAgain() {
        let booked = BookedPayment(payment: payment, receiptNumber: 42, trace: 123)
        for purpose in [TransactionPurpose.refund(of: payment), .reversal(of: booked)] {
            #expect(refusal(purpose, reversal(of: 123)) == "refund.takenBackAtTerminal")
            for last in [nil, reversal(of: 122), reversal(of: nil), reversal(of: 123, card: "4711")] {
                #expect(refusal(purpose, last) == nil)
            }
        }
        #expect(refusal(.payment, reversal(of: 123)) == nil && refusal(.refund(of: nil), reversal(of: 123)) == nil)
    }

    /// Each terminal counts its own trace numbers.
    @Test func whatAnotherTerminalTookBackIsAnothersPayment() {
        var last = reversal(of: 123)
        last.terminalID = "29009999"
        #expect(refusal(.refund(of: payment), last) == nil)
    }

    /// A reversal was cut off, and the terminal showed nothing new for the length of a card phase.
    private func reverse(_ id: String = "rev-1", _ outcome: PaymentOutcome = .notCharged(reason: "nothing newer"))
        throws
    {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: id),
            purpose: .reversal(of: BookedPayment(payment: payment, receiptNumber: 42, trace: 123)), key: nil,
            fingerprint: "reverse \(id)", site: .embedded, order: OrderID(rawValue: 1042), orderNumber: "1042",
            amount: .sample, tip: nil, terminal: Counter.terminal, printer: Counter.printer, terminalID: "29001234",
            watermark: .receipt(42), watermarkTrace: 123, habits: TerminalHabits(cardPhaseSeconds: 0), language: "en",
            startedAt: PaymentIntent.sampleStart, utcOffset: 3600)
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = PaymentHistory(intent)
        for event in [PaymentEvent.intended(intent), .sending, .settled(outcome)] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private func look(_ last: TransactionResult) -> String? {
        let check = LateBookingCheck(
            storage: counter.storage, ledger: StoredLedger.sample(counter.storage, counter.world))
        do throws(Failure) {
            try check.check(last, of: "29001234", at: Counter.terminal)
            return nil
        } catch { return error.code }
    }

    @Test func aReversalThatCameAfterAllPutsItInDoubtAgain() throws {
        try reverse()
        #expect(look(reversal(of: 122)) == nil, "of another payment")
        #expect(look(reversal(of: 123)) == "payment.seemsBooked")
        #expect(try counter.open == ["rev-1"])
        #expect(look(reversal(of: 123)) == nil, "it is told once")
    }

    /// What the terminal has reversed before would be given back twice by a refund.
    @Test func afterATerminalSaidThatItWasReversedBeforeAPersonLooksFirst() throws {
        let refund = PaymentRequest.GiveBack.refund(of: payment, nil)
        let giving = RefundPreflight(storage: counter.storage, rights: OperatorRights())
        try reverse("rev-1", .declined(code: 0x83, text: nil))
        _ = try giving.subject(refund)
        try reverse("rev-2", .declined(code: 0xB4, text: nil))
        let refusal = #expect(throws: Failure.self) { try giving.subject(refund) }
        #expect(refusal?.code == "refund.takenBackAtTerminal" && refusal?.sentence.contains("(rev-2)") == true)
        #expect(refusal?.remedy?.contains("till refund pay-1042 --stands") == true)
        let part = PaymentRequest.GiveBack.refund(of: payment, Money(minorUnits: 1, currency: .eur))
        #expect(throws: Failure.self) { try giving.subject(part) }
        let looked = RefundPreflight(
            storage: counter.storage, rights: OperatorRights(), isOriginalSaidToStand: true)
        #expect(try looked.subject(refund).amount == .sample)
    }

    @Test func theIntentTellsThatAPersonHasLooked() throws {
        func intent(_ said: Bool) -> PaymentIntent {
            PaymentIntent(
                payment: PaymentID(rawValue: "ref-1"), purpose: .refund(of: payment), key: nil, fingerprint: "refund",
                site: .embedded,
                order: nil, orderNumber: nil, amount: .sample, tip: nil, terminal: Counter.terminal,
                printer: Counter.printer, terminalID: nil, watermark: .receipt(42), isOriginalSaidToStand: said,
                language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 0)
        }
        let stored = try JSONDecoder().decode(PaymentIntent.self, from: JSONEncoder().encode(intent(true)))
        #expect(stored.isOriginalSaidToStand && !intent(false).isOriginalSaidToStand)
        func fact(_ said: Bool) -> String {
            PaymentEvent.intended(intent(said)).sentence(of: .refund, in: .en)
        }
        #expect(fact(true).contains("as standing; ") && !fact(false).contains("standing"))
    }

    @Test func theReversalThatIsKnownIsNoNews() throws {
        try reverse()
        try reverse("rev-2", .approved(reversal(of: 123)))
        #expect(look(reversal(of: 123)) == nil)
    }
}
