import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A receipt number that belongs to another transaction by now is not used for a reversal or a booking.
@Suite struct ReceiptNumberReuseTests {
    private let storage: StorageManager
    private let ledger: StoredLedger
    private static let terminal = DeviceAddress(scheme: "serial", path: "/dev/ttyS9")

    init() throws {
        storage = try StorageManager.inMemory()
        ledger = StoredLedger.sample(storage)
    }

    private func id(_ name: String) -> PaymentID { PaymentID(rawValue: name) }

    private func settle(
        _ name: String, _ outcome: PaymentOutcome, purpose: TransactionPurpose = .payment,
        at address: DeviceAddress = terminal,
        terminalID: String? = "29001234", telling events: [PaymentEvent] = []
    ) throws {
        let intent = PaymentIntent(
            payment: id(name), purpose: purpose, key: nil, fingerprint: name, site: .embedded, order: nil,
            orderNumber: nil, amount: .sample, tip: nil, terminal: address,
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"), terminalID: terminalID, watermark: .unknown,
            language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 3600)
        var history = PaymentHistory(intent)
        try ledger.write(.intended(intent), of: history)
        for event in events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
        history.apply(.settled(outcome))
        try ledger.write(.settled(outcome), of: history)
    }

    private func book(_ name: String, _ receipt: Int, trace: Int, purpose: TransactionPurpose = .payment) throws {
        var result = TransactionResult.approved(receipt: receipt)
        result.trace = trace
        try settle(name, .approved(result), purpose: purpose)
    }

    private func failure(reversing name: String) -> Failure? {
        do throws(Failure) {
            _ = try RefundPreflight(storage: storage, rights: OperatorRights()).subject(.reversal(of: id(name)))
            return nil
        } catch { return error }
    }

    @Test func numbersThatGoOnAreNoneThatBeganAnew() throws {
        try book("pay-1", 41, trace: 122)
        try book("pay-2", 42, trace: 123)
        try settle("pay-3", .declined(code: 5, text: nil))
        #expect(failure(reversing: "pay-1") == nil)
    }

    /// Its facts are in an archive.
    @Test func ofATransactionThatTheJournalDoesNotHaveNobodySaysThatItsDayEnded() throws {
        let archived = PaymentRecord(PaymentHistory(.sample()), at: PaymentIntent.sampleStart)
        let isEnded = try storage.read {
            try ReceiptNumberReuse(reader: $0, transaction: archived, receipt: 41).isDayEnded()
        }
        #expect(!isEnded)
    }

    @Test(arguments: [41, 3])
    func aNewerPaymentWhoseNumberIsNotAheadRefusesTheReversal(receipt: Int) throws {
        try book("pay-1", 41, trace: 122)
        try book("pay-2", receipt, trace: 7)
        let refusal = try #require(failure(reversing: "pay-1"))
        #expect(refusal.code == "reversal.numberReused")
        #expect(refusal.sentence.contains("pay-2 has receipt \(receipt)"))
        #expect(refusal.remedy?.contains("till refund pay-1") == true)
        #expect(failure(reversing: "pay-2") == nil, "the newer one is meant by its number")
    }

    @Test func aPaymentOfAnotherTerminalSaysNothingOfTheNumbers() throws {
        try book("pay-1", 41, trace: 122)
        let other = DeviceAddress(scheme: "serial", path: "/dev/ttyS8")
        var result = TransactionResult.approved(receipt: 3, terminalID: "29009999")
        result.trace = 7
        try settle("pay-2", .approved(result), at: other, terminalID: "29009999")
        #expect(failure(reversing: "pay-1") == nil)
    }

    @Test func aReversalThatBearsTheNumberOfWhatItReversedIsNoRestart() throws {
        try book("pay-1", 41, trace: 122)
        try book("pay-2", 42, trace: 123)
        let reversed = BookedPayment(payment: id("pay-2"), receiptNumber: 42, trace: 123)
        try book("rev-2", 42, trace: 124, purpose: .reversal(of: reversed))
        #expect(failure(reversing: "pay-1") == nil)
        try book("pay-3", 43, trace: 125)
        #expect(failure(reversing: "pay-3") == nil)
    }

    @Test func aTerminalThatDemandedItsEndOfDaySinceHasClosedTheDay() throws {
        try book("pay-1", 41, trace: 122)
        try settle("pay-2", .endOfDayDemanded)
        #expect(failure(reversing: "pay-1")?.code == "reversal.dayEnded")
    }

    /// It told totals (`04 0F` with BMP 60) before it declined the card.
    @Test func aTerminalThatToldOfItsEndOfDayInALaterPaymentHasClosedTheDay() throws {
        try book("pay-1", 41, trace: 122)
        try settle("pay-2", .declined(code: 5, text: nil), telling: [.dayEnded])
        #expect(failure(reversing: "pay-1")?.code == "reversal.dayEnded")
        try book("pay-3", 1, trace: 3)
        #expect(failure(reversing: "pay-3") == nil, "it is of the new day")
    }

    @Test func aReservationWhoseNumberANewerOneHasIsNotEnded() throws {
        try book("rsv-1", 41, trace: 122, purpose: .reservation)
        try book("pay-2", 41, trace: 8)
        let reservations = PreauthorisationPreflight(storage: storage)
        #expect(throws: Never.self) { try reservations.checkStands(id("rsv-1")) }
        try book("rsv-3", 41, trace: 9, purpose: .reservation)
        do throws(Failure) {
            try reservations.checkStands(id("rsv-1"))
            Issue.record("its number is another reservation's")
        } catch { #expect(error.code == "reservation.numberReused") }
        #expect(throws: Never.self) { try reservations.checkStands(id("rsv-3")) }
    }

    // MARK: The connected terminal's last transaction

    @Test(
        arguments: [
            (41, 122, true), (42, 123, true), (41, 7, false), (3, 7, false), (nil, nil, true), (41, nil, true),
        ] as [(Int?, Int?, Bool)])
    func theTerminalsLastTransactionIsThePaymentOrNewer(receipt: Int?, trace: Int?, isSound: Bool) {
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: 122)
        var last = TransactionResult.approved(receipt: receipt)
        last.trace = trace
        #expect((ReceiptNumberReuse.reason(booked, told: nil, last: last) == nil) == isSound)
        #expect(ReceiptNumberReuse.reason(booked, told: nil, last: nil) == nil)
    }

    /// A terminal that was set up again also counts its trace numbers from the start.
    @Test func theSameNumbersWithAnotherCardOrAnotherTimeAreAnotherPayment() {
        let told = TransactionResult.approved(receipt: 41)
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: told.trace, cardDigits: "4711")
        var (card, time) = (told, told)
        #expect(ReceiptNumberReuse.reason(booked, told: told, last: told) == nil)
        card.panLastDigits = "9999"
        #expect(ReceiptNumberReuse.reason(booked, told: told, last: card) == .lastTransaction(receipt: 41))
        time.hour = 15
        #expect(ReceiptNumberReuse.reason(booked, told: told, last: time) == .lastTransaction(receipt: 41))
        time.resultCode = 5
        #expect(ReceiptNumberReuse.reason(booked, told: told, last: time) == nil)
    }

    /// A host that ends the day unheard lets the numbers begin again, and another till pays under those of the payment.
    @Test func theSameNumbersWithAnotherApprovalOrTurnoverAreAnotherPayment() {
        var told = TransactionResult.approved(receipt: 41)
        (told.approvalCode, told.turnoverNumber) = ("123456", 7)
        (told.hour, told.minute, told.second) = (nil, nil, nil)
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: told.trace)
        #expect(ReceiptNumberReuse.reason(booked, told: told, last: told) == nil)
        let changes: [(inout TransactionResult) -> Void] = [{ $0.approvalCode = "654321" }, { $0.turnoverNumber = 8 }]
        for change in changes {
            var (other, silent) = (told, told)
            change(&other)
            (silent.approvalCode, silent.turnoverNumber) = (nil, nil)
            #expect(ReceiptNumberReuse.reason(booked, told: told, last: other) == .lastTransaction(receipt: 41))
            #expect(ReceiptNumberReuse.reason(booked, told: silent, last: other) == nil, "nothing to compare with")
        }
    }

    // MARK: Answers

    private func isRefused(_ booked: BookedPayment, _ change: (inout TransactionResult) -> Void) -> Bool {
        var machine = PaymentMachine(PaymentHistory(.sample(purpose: .reversal(of: booked))))
        _ = machine.handle(.begin)
        _ = machine.hear(.accepted)
        var result = TransactionResult.reversal(of: 122, receipt: 42)
        change(&result)
        let steps = machine.hear(.result(TerminalRecordID(1), result))
        return steps.contains(.answer(TerminalRecordID(1), .refuse))
    }

    @Test func aReversalThatNamesNothingOfItsPaymentIsRefusedBeforeItIsAcknowledged() {
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: 122, cardDigits: "1234")
        #expect(!isRefused(booked) { $0.panLastDigits = "1234" })
        #expect(isRefused(booked) { $0.originalTrace = nil })
        #expect(isRefused(booked) { ($0.originalTrace, $0.panLastDigits) = (nil, "9999") })
        #expect(isRefused(booked) { $0.panLastDigits = "9999" }, "another card's, whatever trace it names")
        #expect(!isRefused(booked) { ($0.originalTrace, $0.panLastDigits) = (nil, "1234") })
        #expect(isRefused(booked) { ($0.originalTrace, $0.receiptNumber) = (nil, 41) }, "41 may be another's by now")
    }

    @Test func aReversalAtAnotherTerminalIsRefused() {
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: 122, terminalID: "29005678")
        #expect(isRefused(booked) { _ in })
        #expect(!isRefused(booked) { $0.terminalID = nil })
    }

    @Test func ofAPaymentWithoutATraceItsCardMustShow() {
        let booked = BookedPayment(payment: id("pay-1"), receiptNumber: 41, trace: nil, cardDigits: "1234")
        #expect(isRefused(booked) { _ in })
        #expect(!isRefused(booked) { $0.panLastDigits = "1234" })
        #expect(isRefused(booked) { $0.receiptNumber = 41 })
    }

    @Test func aBookedPaymentOfAnOlderJournalIsRead() throws {
        let stored = #"{"payment":"pay-1","receiptNumber":41,"trace":122}"#
        let booked = try JSONDecoder().decode(BookedPayment.self, from: Data(stored.utf8))
        #expect(booked.cardDigits == nil && booked.receiptNumber == 41)
    }
}
