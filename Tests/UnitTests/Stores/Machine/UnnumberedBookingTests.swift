import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// What a person may state of a booking at a terminal that gives no receipt numbers.
@Suite struct UnnumberedBookingTests {
    private func code(
        _ events: [PaymentEvent] = [], typed amount: Money = .sample, words: String? = "journal, 14:40",
        before watermark: Watermark = .unknown, trace: Int? = 122, numbersRestarted: Bool = false
    ) -> String? {
        do {
            let intent = PaymentIntent.sample(watermark: watermark, watermarkTrace: trace)
            let outcome = try PaymentHistory.sent(events, intent).outcome(
                of: .booked(receipt: nil, trace: 123, amount: amount), words: words, numbersRestarted: numbersRestarted)
            guard case .approved(let result) = outcome else { return outcome.word }
            #expect(result.receiptNumber == nil && result.trace == 123 && result.amountMinor == amount.minorUnits)
            return nil
        } catch { return (error as? Failure)?.code }
    }

    private static let contradiction = "settlement.contradiction"

    /// A result without a receipt number.
    private static func result(_ amount: Int64? = 1250, trace: Int = 123, code: DeviceCode = 0) -> TransactionResult {
        var result = TransactionResult.approved(receipt: nil)
        (result.amountMinor, result.trace, result.resultCode) = (amount, trace, code)
        return result
    }

    private static func told(_ result: TransactionResult) -> PaymentEvent { .result(result, answer: .stored) }
    private static func refused(_ result: TransactionResult) -> PaymentEvent { .result(result, answer: .refuse) }
    private static func repeated(_ result: TransactionResult) -> PaymentEvent {
        .evidence(.transaction(result), .unclear("it does not decide"))
    }

    @Test func itIsBelievedByItsTrace() {
        #expect(code() == nil)
        #expect(code(trace: nil) == nil)
        #expect(code([Self.told(Self.result())]) == nil)
        #expect(code(words: nil) == "settlement.noEvidence", "less can be compared")
    }

    @Test func whatContradictsItsTraceIsRefused() {
        #expect(code(trace: 123) == Self.contradiction, "it is that of the last one before")
        #expect(code([Self.told(Self.result(trace: 124))]) == Self.contradiction)
        #expect(code([Self.repeated(Self.result(code: 0x6C))]) == Self.contradiction)
        #expect(code([Self.repeated(Self.result(700))]) == Self.contradiction)
    }

    @Test func whatTheTerminalRepeatsOfItOrOfAnotherContradictsNothing() {
        #expect(code([Self.repeated(Self.result())]) == nil)
        #expect(code([Self.repeated(Self.result(nil))]) == nil)
        #expect(code([Self.repeated(Self.result(700, trace: 124))]) == nil)
    }

    @Test func numbersThatBeganAnewAreNotHeldAgainstThoseFromBefore() {
        #expect(code(trace: 123, numbersRestarted: true) == nil)
        #expect(code([Self.repeated(Self.result(code: 0x6C))], numbersRestarted: true) == nil)
    }

    @Test func whereReceiptNumbersAreToldOneIsTyped() {
        #expect(code(before: .receipt(41)) == Self.contradiction)
        #expect(code([Self.told(.approved())]) == Self.contradiction)
        #expect(code([Self.repeated(.approved(receipt: 7))]) == Self.contradiction)
        #expect(code([Self.refused(.approved(amount: 1251))]) == Self.contradiction)
    }

    @Test func whatWasRefusedAndKeptIsTypedAsTheTerminalToldIt() {
        let other = Money(minorUnits: 1251, currency: .eur)
        #expect(code([Self.refused(Self.result(1251))]) == Self.contradiction)
        #expect(code([Self.refused(Self.result(1251))], typed: other) == nil)
        #expect(code([Self.refused(Self.result(1251, trace: 124))]) == nil, "another one was refused")
    }

    @Test func anotherAmountIsNotTypedOfWhatTheTerminalTold() throws {
        let other = Money(minorUnits: 1251, currency: .eur)
        #expect(code(typed: other) == nil)
        #expect(code([Self.told(Self.result())], typed: other) == Self.contradiction)
        let francs = Money(minorUnits: 1250, currency: try #require(Currency(code: "CHF")))
        #expect(code(typed: francs) == Self.contradiction)
    }

    // MARK: A terminal that gives numbers, and gave none to this entry

    private static let afterLast = PaymentIntent.sample(watermark: .receipt(9999))

    private func answer(
        _ statement: OperatorEvidence.Statement, _ events: [PaymentEvent], _ intent: PaymentIntent = afterLast
    ) -> String {
        do { return try PaymentHistory.sent(events, intent).outcome(of: statement).word } catch {
            return (error as? Failure)?.code ?? "\(error)"
        }
    }

    /// Whatever number is newest in the journal, the entry without one is behind it unless the number is newer.
    @Test(arguments: [(9999, contradiction), (9998, contradiction), (0, contradiction), (1, "not_charged")])
    func theNewestNumberDoesNotShowThatAnEntryWithoutOneIsAbsent(newest: Int, expected: String) {
        let told = [Self.repeated(Self.result())]
        #expect(answer(.notBooked(newestReceipt: newest), told) == expected)
    }

    @Test func aNumberTypedForAnEntryThatWasToldWithoutOneIsRefused() {
        let typed = OperatorEvidence.Statement.booked(receipt: 1, trace: 123, amount: .sample)
        #expect(answer(typed, [Self.repeated(Self.result())]) == Self.contradiction)
        #expect(answer(typed, [Self.repeated(Self.result(trace: 124))]) == "approved", "that is another entry")
        let none = OperatorEvidence.Statement.booked(receipt: nil, trace: 123, amount: .sample)
        #expect(answer(none, [Self.repeated(Self.result())]) == "approved")
        let never = PaymentIntent.sample(watermark: .unknown)
        #expect(answer(typed, [Self.repeated(Self.result())], never) == "approved", "it may tell none at all")
    }

    @Test func anEmptyJournalDoesNotShowThatABookingWasTakenBack() {
        let gone = OperatorEvidence.Statement.takenBack(newestReceipt: 0)
        #expect(answer(gone, [Self.refused(.approved(amount: 1251))]) == Self.contradiction)
        #expect(answer(gone, []) == Self.contradiction, "it gave numbers before")
        let never = PaymentIntent.sample(watermark: .unknown)
        #expect(answer(gone, [Self.refused(Self.result(1251))], never) == "reversed")
    }

    @Test func anEntryWithoutANumberThatTheTerminalShowsAsBookedIsNotTakenBack() {
        let gone = OperatorEvidence.Statement.takenBack(newestReceipt: 0)
        let events = [Self.refused(Self.result(1251)), Self.repeated(Self.result(1251))]
        #expect(answer(gone, events) == "settlement.contradiction")
        let other = [Self.refused(Self.result(1251)), Self.repeated(Self.result(1251, trace: 124))]
        #expect(answer(gone, other) == "reversed", "its newest entry is another one")
    }
}
