import Failures
import Flow
import Foundation
import Model
import Networking
import Testing

/// A failure keeps the key and the arguments of its sentence, so it can be told in any language later.
@Suite struct FailureSentenceTests {
    private let failure = Failure(
        PaymentFailure.overLimit,
        Sentence(
            "failure.payment.overLimit",
            [
                "amount": Money(minorUnits: 125_050, currency: .eur),
                "largest": Money(minorUnits: 100_000, currency: .eur),
            ]),
        remedy: Sentence("remedy.payment.overLimit"), recovery: .askOperator)

    @Test func programsReadItsEnglishSentence() {
        #expect(
            failure.sentence
                == "1250.50 EUR is more than 1000.00 EUR, the largest payment that this till takes.")
        #expect(failure.said.text(in: .en) == failure.sentence && failure.advice?.text(in: .en) == failure.remedy)
    }

    @Test func aStoredFailureIsToldInAnotherLanguageWithItsAmountsAsThatLanguageWritesThem() throws {
        let stored = try JSONDecoder().decode(Failure.self, from: try JSONEncoder().encode(failure))
        #expect(stored == failure && stored.text == failure.text && stored.remedyText == failure.remedyText)
        let german = stored.said.text(in: .de)
        #expect(german.contains("1250,50 EUR") && german.contains("1000,00 EUR") && german != failure.sentence)
        #expect(stored.advice.map { $0.text(in: .de) } != failure.remedy)
    }

    /// Releases before this one stored failures without keys.
    @Test func aFailureThatWasStoredWithoutAKeyIsEqualAndIsFoundByItsSentence() throws {
        let old = """
            {"code":"reader.closed","sentence":"The connection to the terminal was closed.","recovery":"retry","causes":[]}
            """
        let stored = try JSONDecoder().decode(Failure.self, from: Data(old.utf8))
        let today = Failure(ReaderFailure.closed, Sentence("failure.reader.closed"), recovery: .retry)
        #expect(stored.text == nil && stored == today && stored.hashValue == today.hashValue)
        #expect(stored.said.text(in: .de) == "Die Verbindung zum Terminal wurde geschlossen.")
    }

    @Test func aSentenceWithinASentenceIsKept() throws {
        let failure = Failure(
            MailFailure.unknown,
            Sentence("failure.mail.unknown.mailInDoubt", ["path": "/bin/mail", "what": Sentence("mail.tooSlow")]),
            recovery: .askOperator)
        let stored = try JSONDecoder().decode(Failure.self, from: try JSONEncoder().encode(failure))
        #expect(stored.said.text(in: .fr).contains("n'en finissait pas"))
        #expect(stored.sentence.contains("did not come to an end"))
    }

    @Test func whatTillDoesNotDoIsToldWithItsReasonInEveryLanguage() throws {
        let failure = Failure.unsupported(because: Sentence("detail.unsupported.plan"))
        #expect(failure.is(ShopFailure.unsupported) && failure.recovery == .giveUp)
        #expect(failure.sentence == "Till does not do this: a plan belongs to WordPress.com, which Till does not use.")
        let stored = try JSONDecoder().decode(Failure.self, from: try JSONEncoder().encode(failure))
        #expect(
            Set(OperatorLanguage.allCases.map { stored.said.text(in: $0) }).count == OperatorLanguage.allCases.count)
    }

    @Test func aCauseIsToldInTheLanguageAlsoAfterItWasStored() throws {
        let failure = Failure(
            PrinterFailure.lineLost, Sentence("failure.printer.lineLost.gone"), recovery: .retry,
            causes: [Sentence("detail.closedHere"), Sentence(stored: "tty1")])
        #expect(failure.causes == ["the line was closed here", "tty1"])
        let stored = try JSONDecoder().decode(Failure.self, from: try JSONEncoder().encode(failure))
        #expect(
            stored == failure
                && stored.reasons.map { $0.text(in: .de) } == ["die Leitung wurde hier geschlossen", "tty1"])
        let more = stored.with(causes: stored.reasons + [Sentence(systemError: 2)])
        #expect(more.reasons.last.map { $0.text(in: .fr) } == "No such file or directory (erreur 2)")
        #expect(more.with(recovery: .giveUp).reasons == more.reasons && more.with(causes: ["x"]).causeTexts == nil)
        let withoutKeys = Failure(ReaderFailure.closed, "Closed.", recovery: .retry, causes: ["x"])
        #expect(withoutKeys.causeTexts == nil && withoutKeys.reasons.map(\.description) == ["x"])
        #expect(!String(decoding: try JSONEncoder().encode(withoutKeys), as: UTF8.self).contains("causeTexts"))
    }

    @Test func aDayWithinAStoredFailureIsWrittenAsTheLanguageDoes() throws {
        let stamp = TransactionTimestamp(month: 11, day: 21, hour: 3, minute: 0, second: nil)
        let failure = Failure(
            SettlementFailure.contradiction,
            Sentence("failure.archive.nothing.upToThere", ["first": Sentence("detail.byItsClock", ["time": stamp])]),
            recovery: .giveUp)
        let stored = try JSONDecoder().decode(Failure.self, from: try JSONEncoder().encode(failure))
        #expect(stored.said.text(in: .de).contains("21.11. 03:00") && stored.sentence.contains("11-21 03:00"))
    }
}
