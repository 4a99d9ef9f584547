import Flow
import Foundation
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

/// One terminal that a till reaches by two names and that told no id at its registration: a payment left in doubt under
/// one name is not mistaken for one that was told under the other.
@Suite struct TwoNamesTests {
    private static let left = PaymentID(rawValue: "pay-LEFT")
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
    }

    /// Leaves a payment with an unknown outcome, which was begun under another name before the payment that was
    /// charged.
    private func leave(watermark: Int) throws -> PaymentID {
        let amount = Money.euros(1150)
        let paid = try #require(till.take(.amount(amount))).get().payment
        let address = DeviceAddress(scheme: "memory", path: "by-id")
        let intent = PaymentIntent(
            payment: Self.left, key: nil, fingerprint: "order 1042", site: .embedded, order: OrderID(rawValue: 1042),
            orderNumber: "1042", amount: amount, tip: nil, terminal: address, printer: .paper, terminalID: nil,
            watermark: .receipt(watermark), habits: TerminalHabits(cardPhaseSeconds: 0), language: "en",
            startedAt: kiosk.world.now - 600, utcOffset: 0)
        try kiosk.storage.write { transaction in
            for event in [PaymentEvent.intended(intent), .sending] {
                try transaction.append(kind: event.kind, payment: Self.left, encoding: event)
            }
            try transaction.insert(
                PaymentRecord(
                    id: Self.left, fingerprint: intent.fingerprint, site: .embedded, order: intent.order,
                    amount: amount, terminalAddress: address.description, watermark: watermark, stage: .sending,
                    language: "en", createdAt: intent.startedAt, updatedAt: intent.startedAt))
        }
        return paid
    }

    private func recover() throws -> PaymentExplanation {
        let next = try kiosk.startTill()
        #expect(next.ask { RecoveryAction.recoverAll($0) }?.failure == nil)
        kiosk.world.advance(by: .seconds(120))
        return try #require(next.ask { JournalAction.explainPayment(reference: "pay-LEFT", $0) }).get()
    }

    /// The receipt under the other name is the very next after the watermark, so no number is left for the payment in doubt.
    @Test func whatCameNextUnderTheOtherNameProvesThatItWasNotBooked() throws {
        let paid = try leave(watermark: 7)
        let why = try recover()
        #expect(why.outcome?.word == "not_charged")
        #expect(try kiosk.storage.read { try $0.payment(id: paid)?.isApproved } == true)
        #expect(try !kiosk.orderIsPaid(1042))
    }

    @Test func whereOneIsBetweenItStaysInDoubtAndNobodyClaimsTheOthers() throws {
        let paid = try leave(watermark: 6)
        let why = try recover()
        #expect(!why.isFinal)
        let told = why.facts.map { $0.text(in: .en) }.joined(separator: "\n")
        #expect(told.contains("belongs to payment \(paid)"), "\(told)")
        #expect(!told.contains("That is this payment"), "\(told)")
        #expect(why.state(in: .de).contains("gehört zu Zahlung \(paid)"), "\(why.state(in: .de))")
        let booked = OperatorEvidence.Statement.booked(
            receipt: 8, trace: 8, amount: .euros(1150))
        let other = till.ask { CardPresentPaymentsAction.settleDoubt(Self.left, booked, words: nil, $0) }
        #expect(other?.failure?.code == "payment.transactionClaimed")
        let none = till.ask {
            CardPresentPaymentsAction.settleDoubt(Self.left, .notBooked(newestReceipt: 8), words: "its journal", $0)
        }
        #expect(try #require(none).get().outcome.word == "not_charged")
    }
}
