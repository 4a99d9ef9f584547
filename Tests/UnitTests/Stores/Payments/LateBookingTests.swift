import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Before a payment, the terminal's last transaction is compared with the payments that were called not charged.
@Suite struct LateBookingTests {
    private let counter: Counter

    init() throws { counter = try Counter() }

    private func check(_ last: TransactionResult?, of id: String? = "29001234") throws(Failure) {
        try LateBookingCheck(
            storage: counter.storage, ledger: StoredLedger.sample(counter.storage, counter.world)
        ).check(last, of: id, at: Counter.terminal)
    }

    private static let notCharged = PaymentEvent.settled(.notCharged(reason: "The terminal has no such transaction."))

    private func uncharged(_ order: Int64) throws {
        try counter.write([.sending, Self.notCharged], order, terminalID: "29001234")
    }

    /// A booking on the terminal's clock, in the minute in which the counter's payments begin.
    private static func booking(receipt: Int = 42, amount: Int64 = 1250, terminal: String = "29001234")
        -> TransactionResult
    {
        var result = TransactionResult.approved(amount: amount, receipt: receipt, terminalID: terminal)
        (result.month, result.day, result.hour, result.minute, result.second) = (1, 1, 0, 0, 0)
        return result
    }

    @Test func aBookingThatFitsPutsThePaymentInDoubtOnce() throws {
        try uncharged(1042)
        let failure = #expect(throws: Failure.self) { try check(Self.booking()) }
        #expect(failure?.code == "payment.seemsBooked" && failure?.sentence.contains("pay-1042") == true)
        #expect(try counter.open == ["pay-1042"])
    }

    /// The till was told that the terminal is busy, with another till's payment of the same price. On a serial line it may be busy with
    /// this very command, if its block was repeated.
    @Test(
        arguments: [
            ("tcp:10.0.0.7:20007", 0x83, false), ("tcp:10.0.0.7:20007", 0x9C, false),
            ("serial:/dev/ttyS0", 0x83, false), ("serial:/dev/ttyS0", 0x9C, true),
        ] as [(String, DeviceCode, Bool)])
    func aCommandThatWasRefusedIsNotAnothersBooking(_ reader: String, _ code: DeviceCode, _ isOurs: Bool) throws {
        let reader = try #require(DeviceAddress(reader))
        try counter.write(
            [.sending, .refused(code: code), Self.notCharged], 1042, terminal: reader,
            terminalID: "29001234")
        let check = LateBookingCheck(
            storage: counter.storage, ledger: StoredLedger.sample(counter.storage, counter.world))
        do throws(Failure) {
            try check.check(Self.booking(), of: "29001234", at: reader)
            #expect(!isOurs)
        } catch { #expect(isOurs && error.code == "payment.seemsBooked", "\(error)") }
    }

    @Test func aBookingThatAnotherPaymentStandsForIsThatPayments() throws {
        try uncharged(1042)
        try counter.write([.sending, .settled(.approved(Self.booking()))], 1043, terminalID: "29001234")
        try check(Self.booking())
        #expect(try counter.open.isEmpty)
        // A booking with another number or another amount is another transaction.
        #expect(throws: Failure.self) { try check(Self.booking(receipt: 43)) }
    }

    @Test func whatDoesNotFitIsNobodys() throws {
        try uncharged(1042)
        try check(nil)
        try check(Self.booking(amount: 990))
        try check(Self.booking(receipt: 41))
        try check(Self.booking(terminal: "29009999"), of: "29009999")
        var failed = Self.booking()
        failed.resultCode = 5
        try check(failed)
        var reversal = Self.booking()
        reversal.originalTrace = 7
        try check(reversal)
        #expect(try counter.open.isEmpty)
    }

    /// The booking at a clock that is some minutes ahead of the till's.
    private static func booking(receipt: Int = 42, ahead minutes: Int) -> TransactionResult {
        var result = booking(receipt: receipt)
        let day = minutes < 0 ? (12, 31) : (1, 1)
        let minutes = (minutes + 1440) % 1440
        (result.month, result.day, result.hour, result.minute) = (day.0, day.1, minutes / 60, minutes % 60)
        return result
    }

    /// No payment has told what the terminal's clock shows, so it may be wrong by any number of hours.
    @Test(arguments: [-300, -16, 16, 60, 300]) func theTimeByAnUnknownClockExcludesNoBooking(minutes: Int) throws {
        try uncharged(1042)
        let failure = #expect(throws: Failure.self) { try check(Self.booking(ahead: minutes)) }
        #expect(failure?.code == "payment.seemsBooked")
    }

    /// A payment of the same day shows by how much the clock is wrong. It may have been put forward or back by an hour since.
    @Test(
        arguments: [
            (0, 60, true), (0, 80, false), (0, 300, false), (0, -60, true), (0, -80, false), (120, 120, true),
            (120, 180, true), (120, 300, false), (120, -80, false), (-120, -120, true), (-120, -180, true),
            (-120, -300, false), (-120, 80, false),
        ] as [(Int, Int, Bool)])
    func aKnownClockExcludesABookingOfAnotherHour(deviation: Int, minutes: Int, isAsked: Bool) throws {
        let shown = PaymentEvent.settled(.approved(Self.booking(receipt: 41, ahead: deviation)))
        try counter.write([.sending, shown], 1041, terminalID: "29001234", watermark: .receipt(40))
        try uncharged(1042)
        do throws(Failure) {
            try check(Self.booking(ahead: minutes))
            #expect(!isAsked)
        } catch { #expect(isAsked && error.code == "payment.seemsBooked", "\(error)") }
    }

    /// By its time it would belong to something later. The trace that it names tells what it undoes.
    @Test(arguments: [(123, true), (99, false), (nil, false)] as [(Int?, Bool)])
    func aReversalThatNamesItsPaymentIsAskedAboutHoweverLateItCame(named: Int?, isAsked: Bool) throws {
        let shown = PaymentEvent.settled(.approved(Self.booking(receipt: 41, ahead: 0)))
        try counter.write([.sending, shown], 1041, terminalID: "29001234", watermark: .receipt(40))
        let booked = BookedPayment(payment: PaymentID(rawValue: "pay-1041"), receiptNumber: 41, trace: 123)
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "rev-1041"), purpose: .reversal(of: booked), key: nil, fingerprint: "",
            site: .embedded, order: nil, orderNumber: nil, amount: .sample, tip: nil, terminal: Counter.terminal,
            printer: Counter.printer, terminalID: "29001234", watermark: .receipt(41),
            habits: TerminalHabits(cardPhaseSeconds: 0), language: "en", startedAt: counter.world.now, utcOffset: 0)
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = PaymentHistory(intent)
        for event in [.intended(intent), .sending, Self.notCharged] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
        var last = Self.booking(ahead: 300)
        (last.trace, last.originalTrace) = (124, named)
        do throws(Failure) {
            try check(last)
            #expect(!isAsked)
        } catch { #expect(isAsked && error.code == "payment.seemsBooked", "\(error)") }
    }

    /// A person was asked about it, and has said what became of the payment.
    @Test func aBookingIsAskedAboutOnce() throws {
        let evidence = OperatorEvidence(
            .takenBack(newestReceipt: 1), words: "read", operatorName: "Anna", numbersRestarted: true)
        let settled = PaymentEvent.operatorSettled(evidence, .notCharged(reason: "read"))
        try counter.write(
            [.sending, Self.notCharged, .seemsBooked(Self.booking()), settled], 1042, terminalID: "29001234")
        try check(Self.booking())
        #expect(try counter.open.isEmpty)
        #expect(throws: Failure.self, "another one") { try check(Self.booking(receipt: 43)) }
    }

    /// The terminal said that it reversed the payment, so the booking from before the reversal is no late charge.
    @Test func whatTheTerminalSaidItReversedIsNotAsked() throws {
        try counter.write([.sending, .settled(.reversed(.reversal()))], 1042, terminalID: "29001234")
        try check(Self.booking())
        #expect(try counter.open.isEmpty)
    }

    /// A person read the terminal's journal up to that number and did not find the booking.
    @Test(arguments: [(41, false), (42, false), (43, true)]) func onlyABookingBeyondWhatAPersonReadIsAskedAbout(
        receipt: Int, isAsked: Bool
    ) throws {
        let evidence = OperatorEvidence(.notBooked(newestReceipt: 42), words: "read", operatorName: "Anna")
        let settled = PaymentEvent.operatorSettled(evidence, .notCharged(reason: "read"))
        try counter.write([.sending, settled], 1042, terminalID: "29001234")
        if isAsked {
            #expect(throws: Failure.self) { try check(Self.booking(receipt: receipt)) }
        } else {
            try check(Self.booking(receipt: receipt))
        }
    }

    /// Receipt 0 stands for an empty journal: no number was read.
    @Test(arguments: [1, 42, 7000]) func whereAPersonFoundAnEmptyJournalEveryBookingIsAskedAbout(receipt: Int) throws {
        let evidence = OperatorEvidence(.notBooked(newestReceipt: 0), words: "read", operatorName: "Anna")
        let settled = PaymentEvent.operatorSettled(evidence, .notCharged(reason: "read"))
        try counter.write([.sending, settled], 1042, terminalID: "29001234", watermark: .nothingStored(code: 0x83))
        #expect(throws: Failure.self) { try check(Self.booking(receipt: receipt)) }
    }

    /// Two terminals were set up with one id, and are configured as two.
    @Test func aTerminalWhoseIdNamesAnotherTooIsNotAskedAboutTheOthersPayment() throws {
        let other = DeviceAddress(scheme: "test", path: "other reader")
        try counter.write([.sending, Self.notCharged], 1042, terminal: other, terminalID: "29001234")
        let line = PreparedTerminal(
            terminal: try counter.readers.connect(Counter.terminal), terminalID: "29001234", watermark: .receipt(42),
            last: Self.booking(), habits: TerminalHabits(cardPhaseSeconds: 0))
        try check(line.unnamed.last, of: line.unnamed.terminalID)
        #expect(try counter.open.isEmpty)
        #expect(throws: Failure.self, "by its id it would be") { try check(line.last, of: line.terminalID) }
    }

    /// A terminal that tells no id is recognised by its address.
    @Test func withoutAnIdTheAddressNamesTheTerminal() throws {
        try counter.write([.sending, Self.notCharged], 1042)
        var booking = Self.booking()
        booking.terminalID = nil
        #expect(throws: Failure.self) { try check(booking, of: nil) }
    }
}
