import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A terminal's day as read from the journal and the ledger.
@Suite struct DayReadingTests {
    private let storage: StorageManager
    private let ledger: StoredLedger
    private static let here = TerminalName(address: DeviceAddress(scheme: "serial", path: "/dev/a"), id: "29001234")

    init() throws {
        storage = try StorageManager.inMemory()
        ledger = StoredLedger.sample(storage)
    }

    /// Writes the intent of a payment of 12.50 into the ledger, and these events after it.
    private func pay(
        _ order: Int64, on terminal: TerminalName = Self.here, of currency: Currency = .eur, _ events: PaymentEvent...
    ) throws(Failure) {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-\(order)"), key: nil, fingerprint: "order \(order)", site: .embedded,
            order: OrderID(rawValue: order), orderNumber: "\(order)",
            amount: Money(minorUnits: 1250, currency: currency), tip: nil, terminal: terminal.address,
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"), terminalID: terminal.id,
            watermark: .receipt(41), language: "en", startedAt: PaymentIntent.sampleStart, utcOffset: 0)
        var history = PaymentHistory(intent)
        try ledger.write(.intended(intent), of: history)
        for event in events {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private static func visa(_ receipt: Int) -> TransactionResult {
        var result = TransactionResult.approved(receipt: receipt)
        result.trace = receipt + 100
        result.second = receipt % 60
        result.scheme = .visa
        return result
    }

    private func day(
        on terminal: TerminalName = Self.here, since sequence: Int64 = 0, in currency: Currency = .eur
    ) throws -> ExpectedTotals {
        try storage.read { reader in
            let reading = DayReading(terminal: terminal, reader: reader)
            return try reading.day(of: reading.payments(since: sequence), in: currency)
        }
    }

    @Test func whatIsApprovedStandsWithItsReceiptAndScheme() throws {
        try pay(1042, .settled(.approved(Self.visa(42))))
        let booking = try #require(try day().bookings.first)
        #expect(booking.payment.rawValue == "pay-1042")
        #expect(booking.receipt == 42 && booking.scheme == .visa && booking.amountMinor == 1250)
        #expect(booking.orderNumber == "1042")
    }

    @Test func whatFailedIsKnownByItsReceiptAndCountsNothing() throws {
        try pay(1042, .result(.failed(5), answer: .stored), .settled(.declined(code: 5, text: nil)))
        let day = try day()
        #expect(day.bookings.isEmpty)
        #expect(day.failed.map(\.receipt) == [42])
        #expect(day.knownReceipts == [42])
    }

    /// The terminal told two receipt numbers for the payment: of its booking and of the reversal.
    @Test func everyReceiptTheTerminalToldIsKnown() throws {
        try pay(
            1042, .result(Self.visa(42), answer: .stored),
            .evidence(.transaction(.reversal(receipt: 43)), .reversed(.reversal(receipt: 43))),
            .settled(.reversed(.reversal(receipt: 43))))
        #expect(try day().knownReceipts == [42, 43])
    }

    @Test func whatIsNotSettledIsOpen() throws {
        try pay(1042, .sending)
        #expect(try day().open.map(\.payment.rawValue) == ["pay-1042"])
    }

    @Test func aDayBeginsAfterTheFactThatEndedTheLast() throws {
        try pay(1042, .settled(.approved(Self.visa(42))))
        let head = try storage.read { try $0.journalHead().sequence }
        try pay(1043, .settled(.approved(Self.visa(43))))
        #expect(try day(since: head).bookings.map(\.receipt) == [43])
        #expect(try day().bookings.map(\.receipt) == [42, 43])
    }

    @Test func anotherTerminalsPaymentsAreNotCountedEvenAtThisAddress() throws {
        let other = TerminalName(address: Self.here.address, id: "29009999")
        try pay(1042, on: other, .settled(.approved(Self.visa(42))))
        #expect(try day().bookings.isEmpty)
        #expect(try day(on: other).bookings.count == 1)
    }

    @Test func theSameTerminalUnderAnotherPathIsKnownByItsID() throws {
        try pay(1042, .settled(.approved(Self.visa(42))))
        let moved = TerminalName(address: DeviceAddress(scheme: "serial", path: "/dev/b"), id: "29001234")
        #expect(try day(on: moved).bookings.count == 1)
    }

    @Test func anotherCurrencyIsSetApart() throws {
        let yen = try #require(Currency(code: "JPY"))
        try pay(1042, of: yen, .settled(.approved(Self.visa(42))))
        #expect(try day().foreign.map(\.rawValue) == ["pay-1042"])
        #expect(try day().bookings.isEmpty)
    }

    private func currency() throws -> Currency? {
        try storage.read { reader in
            try DayReading.currency(of: DayReading(terminal: Self.here, reader: reader).payments(since: 0))
        }
    }

    @Test func aDayIsInTheCurrencyOfItsLastBooking() throws {
        let yen = try #require(Currency(code: "JPY"))
        try pay(1042, .settled(.approved(Self.visa(42))))
        try pay(1047, of: yen, .settled(.notCharged(reason: "It was refused.")))
        #expect(try currency() == .eur, "what was not charged tells nothing")
        try pay(1048, of: yen, .settled(.approved(Self.visa(43))))
        #expect(try currency() == yen)
        try pay(1049, .sending)
        #expect(try currency() == yen, "what is booked comes before what is in doubt")
        #expect(try day(in: yen).open.map(\.currency) == [.eur])
    }

    @Test func withoutABookingADayIsInTheCurrencyOfWhatIsInDoubt() throws {
        let yen = try #require(Currency(code: "JPY"))
        try pay(1042, .settled(.notCharged(reason: "It was refused.")))
        #expect(try currency() == nil)
        try pay(1047, of: yen, .sending)
        #expect(try currency() == yen)
    }

    @Test func anAttemptInAnotherCurrencyIsOnlyLeftOutIfItCannotHaveBeenBookedLater() throws {
        let yen = try #require(Currency(code: "JPY"))
        let nothingNew = PaymentEvent.evidence(.transaction(.approved(receipt: 41)), .notBooked)
        try pay(1047, of: yen, .sending, nothingNew, .settled(.notCharged(reason: "It told nothing new.")))
        try pay(1048, of: yen, .settled(.notCharged(reason: "It was refused.")))
        let day = try day()
        #expect(day.failed.map(\.payment.rawValue) == ["pay-1047"])
        #expect(day.failed.map(\.currency) == [yen])
        #expect(day.mayBeLate.keys.map(\.rawValue) == ["pay-1047"])
    }

    // MARK: Restored within the day

    private func restore() throws {
        try storage.write {
            try RestoredJournal.begin(
                madeAt: PaymentIntent.sampleStart, through: $0.journalHead().sequence, at: PaymentIntent.sampleStart,
                in: $0)
        }
    }

    private func backup() throws -> ExpectedTotals.Backup? {
        try storage.read { try DayReading(terminal: Self.here, reader: $0).backup() }
    }

    @Test func aDayInWhichTheDataWereRestoredMayLackWhatWasMadeSinceTheBackup() throws {
        #expect(try backup() == nil)
        try pay(1042, .settled(.approved(Self.visa(42))))
        try restore()
        #expect(try backup()?.isCompared == false && backup()?.terminal == "serial:/dev/a")
        try TerminalConfirmation(storage: storage).confirm(Self.here.address, evidence: "its journal")
        #expect(try backup()?.isCompared == true, "they are not in the journal all the same")
    }

    @Test func aTerminalThatToldTheNewestTransactionOfTheJournalHasMadeNoneSince() throws {
        try pay(1042, .settled(.approved(Self.visa(42))))
        try restore()
        let told = TerminalComparison(
            terminal: Self.here, payment: PaymentID(rawValue: "pay-1042"), evidence: nil, by: nil)
        try storage.write { transaction in
            var restored = try #require(try RestoredJournal.current(in: transaction))
            try restored.note(told, in: transaction)
        }
        #expect(try backup() == nil)
    }

    @Test func aDayThatBeganAfterTheRestoreLacksNothing() throws {
        try restore()
        let restored = try #require(try storage.read { try RestoredJournal.current(in: $0) })
        let end = try storage.read { try $0.journalHead().sequence }
        #expect(restored.mayLackTransactions(of: Self.here, since: 0))
        #expect(!restored.mayLackTransactions(of: Self.here, since: end))
    }

    @Test func anOrderIsReadWithWhatStandsForItAndWhatTheShopWasTold() throws {
        try pay(1042, .settled(.approved(Self.visa(42))))
        try pay(1043, .settled(.declined(code: 5, text: nil)))
        let read = { (storage: StorageManager) in
            try storage.read { reader in
                let reading = DayReading(terminal: Self.here, reader: reader)
                let shop = [SiteOrder(OrderID(rawValue: 1042), at: .embedded): OrderStatus.processing]
                return try reading.orders(of: reading.payments(since: 0), shop)
            }
        }
        #expect(
            try read(storage) == [
                .of(1042, standing: ["pay-1042"], paidBy: "pay-1042", shop: .processing, told: false), .of(1043),
            ])
        try storage.write { try $0.markDelivered(outbox: "order.paid-pay-1042", at: PaymentIntent.sampleStart) }
        #expect(try read(storage).first?.shopWasTold == true)
        // The payment was reversed and then paid after all, so the shop is told once more, in a message with another
        // id.
        try storage.write { transaction in
            let news = OrderPaid(
                site: .embedded, order: OrderID(rawValue: 1042), payment: PaymentID(rawValue: "pay-1042"),
                amount: Money(minorUnits: 1250, currency: .eur), transactionID: "142",
                paidAt: PaymentIntent.sampleStart)
            try news.enqueue(in: transaction, at: PaymentIntent.sampleStart)
        }
        #expect(try read(storage).first?.shopWasTold == false)
    }
}
