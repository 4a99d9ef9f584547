import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The command that `till why` prints for a booking is one that Till accepts, typed as it stands there.
@Suite struct AdvisedBookingTests {
    private static let reversal = PaymentIntent.sample(purpose: ToldBookingTests.reversal)

    private func resolution(_ events: [PaymentEvent], _ intent: PaymentIntent = .sample()) throws -> String {
        try #require(
            PaymentExplanation(
                history: .sent(events, intent), outcome: .inDoubt(reason: "x"), isFinal: false, facts: [], prints: [],
                givenBack: []
            ).resolution(in: .en))
    }

    /// The options of the printed command.
    private func advised(_ events: [PaymentEvent], _ intent: PaymentIntent = .sample()) throws -> String {
        let told = try resolution(events, intent)
        let start = try #require(told.range(of: "Where it is booked: till settle pay-SAMPLE --booked "))
        let end = try #require(told.range(of: ". Where it is not there"))
        return String(told[start.upperBound..<end.lowerBound])
    }

    /// What becomes of the transaction if the printed command is typed as it stands.
    private func outcome(
        ofTyping events: [PaymentEvent], _ intent: PaymentIntent = .sample()
    ) throws -> PaymentOutcome {
        let words = try advised(events, intent).split(separator: " ").map(String.init)
        func value(_ option: String) -> String? {
            words.firstIndex(of: option).map { words[$0 + 1] }
        }
        let statement = OperatorEvidence.Statement.booked(
            receipt: try value("--receipt").map { try #require(Int($0)) },
            trace: try #require(value("--trace").flatMap { Int($0) }),
            amount: try Money(parsing: try #require(value("--amount")), currency: .eur))
        let evidence = OperatorEvidence(statement, words: value("--evidence"), operatorName: "käthe")
        return try OperatorRule(history: .sent(events, intent)).outcome(of: evidence)
    }

    private static func reversed(_ minor: Int64 = 1250, card: String? = nil, names trace: Int?) -> TransactionResult {
        var result = TransactionResult.approved(amount: minor)
        (result.panLastDigits, result.originalTrace) = (card, trace)
        return result
    }

    /// What the terminal told when it was last asked.
    private static func last(_ result: TransactionResult = .approved()) -> PaymentEvent {
        ToldBookingTests.told(result)
    }

    private static func refusedAndKept(_ result: TransactionResult) -> [PaymentEvent] {
        [.result(result, answer: .refuse), last(result)]
    }

    private static let more = TransactionResult.approved(amount: 1350)
    private static let dollars = TransactionResult.approved(amount: 1320, currency: 840)
    private static let told = PaymentEvent.result(.approved(), answer: .stored)

    // MARK: Typed as it stands

    private static let payments: [[PaymentEvent]] = [
        [told], [last()], [told, last(more)], [told, last(.approved(amount: 950))],
        [told, .result(more, answer: .refuse), last()], [.result(more, answer: .refuse), told, last()],
        [.result(more, answer: .refuse), told, last(more)], refusedAndKept(more),
        refusedAndKept(.approved(amount: 0)), refusedAndKept(dollars),
        [.result(dollars, answer: .refuse), told, last()],
        [.result(.approved(terminalID: "29009999"), answer: .refuse), last()], [last(.approved(receipt: nil))],
    ]

    @Test(arguments: payments)
    func whatIsPrintedOfAPaymentIsAccepted(events: [PaymentEvent]) throws {
        guard try advised(events).contains("NUMBER") == false else {
            #expect(events.count == 1, "the terminal was asked, and told the entry")
            return
        }
        let outcome = try outcome(ofTyping: events)
        guard case .approved(let result) = outcome else {
            #expect(outcome.word == "not_charged")
            return
        }
        #expect(result.trace == 123)
    }

    @Test(arguments: [
        reversed(card: "2222", names: 121), reversed(names: nil), reversed(1350, names: 121),
    ])
    func whatIsPrintedOfARefusedReversalIsAccepted(refused: TransactionResult) throws {
        let events = Self.refusedAndKept(refused)
        guard case .approved(let result) = try outcome(ofTyping: events, Self.reversal) else {
            Issue.record("not approved")
            return
        }
        #expect(result.receiptNumber == 42 && result.amountMinor == refused.amountMinor)
        #expect(try advised(events, Self.reversal).hasSuffix(" --evidence \"...\""))
    }

    @Test func aReversalUnderItsOriginalsReceiptNumberIsPrintedAndAccepted() throws {
        var result = TransactionResult.reversal(of: 121, receipt: 40)
        result.trace = 123
        let events = [Self.last(result)]
        #expect(try advised(events, Self.reversal) == "--receipt 40 --trace 123 --amount 12.50")
        #expect(try outcome(ofTyping: events, Self.reversal).word == "approved")
    }

    // MARK: What is printed

    @Test func anEntryWithoutAReceiptNumberIsPrintedWithoutOne() throws {
        #expect(
            try advised([Self.last(.approved(receipt: nil))])
                == "--trace 123 --amount 12.50 --evidence \"...\"")
    }

    @Test func theNumbersOfAnotherTerminalAreNotPrinted() throws {
        let other = TransactionResult.approved(terminalID: "29009999")
        #expect(try advised([Self.last(other)]) == "--receipt NUMBER --trace NUMBER --amount 12.50")
    }

    @Test(arguments: ["reason.belongsTo", "reason.hasNumbersOf"])
    func theNumbersOfAnotherPaymentAreNotPrinted(reason: String) throws {
        let claimed = ClaimedTransaction(
            payment: PaymentID(rawValue: "pay-OTHER"), result: .approved(), cameAfter: false)
        var told = TransactionResult.approved()
        if reason == "reason.hasNumbersOf" { told.second = nil }
        let why = claimed.whyNotOurs(told)
        #expect(why.code == reason)
        let events = [PaymentEvent.evidence(.transaction(told), .unclear(why))]
        #expect(try advised(events).contains("--receipt NUMBER --trace NUMBER"))
    }

    /// Another till's payment of the same amount may be the last one, or one that was made since a backup.
    @Test(arguments: [
        Sentence("reason.seenBefore", ["receipt": 41]), Sentence("reason.seenOther", ["receipt": 41]),
        Sentence("reason.seenUnnumbered", [:]), Sentence("reason.restored", [:]),
    ])
    func whereAnotherEntryMayBeItNoNumbersArePrintedAndThePlaceIsAskedFor(reason: Sentence) throws {
        let events = [PaymentEvent.evidence(.transaction(.approved()), .unclear(reason))]
        #expect(try advised(events) == "--receipt NUMBER --trace NUMBER --amount 12.50 --evidence \"...\"")
        let typed = OperatorEvidence.Statement.booked(receipt: 42, trace: 123, amount: .sample)
        let history = PaymentHistory.sent(events)
        let refusal = #expect(throws: Failure.self) { try history.outcome(of: typed, words: nil) }
        #expect(refusal?.code == "settlement.noEvidence")
        #expect(try history.outcome(of: typed).word == "approved")
    }

    @Test func noCommandIsPrintedThatWouldBeRefused() throws {
        func options(_ change: (inout PaymentExplanation) -> Void, _ amount: Int64 = 1250) throws -> String? {
            let history = PaymentHistory.sent([Self.last(.approved(amount: amount))], .sample())
            var explained = PaymentExplanation(
                history: history, outcome: .inDoubt(reason: "x"), isFinal: false, facts: [], prints: [], givenBack: [])
            change(&explained)
            return explained.resolution(in: .en)
        }
        let claimed = ClaimedTransaction(
            payment: PaymentID(rawValue: "pay-OTHER"), result: .approved(), cameAfter: false)
        #expect(try options { _ in }?.contains("--receipt 42 --trace 123 --amount 12.50") == true)
        #expect(try options { $0.claimed = [claimed] }?.contains("--receipt 42") == false, "it is another's")
        #expect(try options({ _ in }, 2000)?.contains("--amount 20.00") == true)
        let most = Money(minorUnits: 1999, currency: .eur)
        #expect(try options({ $0.largest = most }, 2000)?.contains("--amount 20.00") == false)
    }

    @Test func whereAResultWasRefusedTheCommandSaysThatThePlaceIsTyped() throws {
        #expect(
            try advised([.result(Self.more, answer: .refuse)])
                == "--receipt NUMBER --trace NUMBER --amount 12.50 --evidence \"...\"")
    }

    // MARK: What is to be done first

    @Test func aRefusedReversalIsNotToBeReversedAtTheTerminal() throws {
        let told = try resolution(Self.refusedAndKept(Self.reversed(card: "2222", names: 121)), Self.reversal)
        #expect(!told.contains("reverse it there"))
        #expect(told.contains("It reported receipt 42, which contradicts the request and was refused"))
        #expect(told.contains("settle it so, with the amount that it has there, and --evidence."))
        let another = try resolution(Self.refusedAndKept(Self.reversed(names: 99)), Self.reversal)
        #expect(another.contains("It reported receipt 42, which takes back another transaction (trace 99)"))
        #expect(!another.contains("reverse it there") && another.contains("--booked --receipt NUMBER"))
    }

    @Test func aReceiptThatWasToldTwiceIsNotSimplyToBeReversed() throws {
        let told = try resolution([Self.told, .result(Self.more, answer: .refuse)])
        #expect(told.contains("It reported receipt 42 twice") && !told.contains("reverse it there"))
    }
}
