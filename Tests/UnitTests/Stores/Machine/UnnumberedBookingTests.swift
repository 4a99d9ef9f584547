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
}
