import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The state of a payment that a restarted process derives from the journal's facts.
@Suite struct PaymentHistoryTests {
    private static let facts: [PaymentEvent] = [
        .intended(.sample()), .sending, .result(.failed(0x37), answer: .stored), .result(.approved(), answer: .stored),
        .cancelRequested, .disturbed(.sample), .inDoubt(reason: "why"),
        .evidence(.transaction(.approved()), .approved(.approved())),
        .repeatedText([TerminalText(copy: nil, lines: [PrintedLine("x")], endsReceipt: true)]),
        .settled(.approved(.approved())),
    ]

    @Test func everyFactSurvivesTheJournal() throws {
        for fact in Self.facts {
            let stored = try JSONEncoder().encode(fact)
            #expect(try JSONDecoder().decode(PaymentEvent.self, from: stored) == fact)
        }
    }

    @Test func factsThatDoNotBeginWithAnIntentTellNothing() {
        #expect(PaymentHistory([.sending]) == nil)
        #expect(PaymentHistory([PaymentEvent]()) == nil)
    }

    @Test func theLastResultBeforeTheEndCounts() throws {
        let history = try #require(PaymentHistory(Self.facts.prefix(4)))
        #expect(history.storedResult == .approved())
    }

    @Test func aPaymentInDoubtIsNotFinal() throws {
        let history = try #require(PaymentHistory(Self.facts.prefix(7)))
        #expect(history.storedOutcome == .inDoubt(reason: "why"))
        #expect(history.storedOutcome?.isFinal == false)
    }

    @Test func aSettledPaymentIsNoLongerInDoubt() throws {
        let history = try #require(PaymentHistory(Self.facts))
        #expect(history.storedOutcome == .approved(.approved()))
    }
}
