import Failures
import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The text of `till why`, in English and German.
@Suite struct ExplanationTests {
    static let purposes: [TransactionPurpose] = [
        .payment, TransactionPurposeTests.refund, .refund(of: nil), TransactionPurposeTests.reversal, .reservation,
        ReservationRuleTests.booking, ReservationRuleTests.release,
    ]
    static let outcomes: [PaymentOutcome?] = [
        nil, .approved(.approved()), .declined(code: 5, text: "Nein"), .cancelled(code: 0x6C), .reversed(nil),
        .notCharged(reason: "Nothing was sent to the terminal."), .inDoubt(reason: "The terminal is busy."),
    ]

    private func explanation(_ purpose: TransactionPurpose, _ outcome: PaymentOutcome?) -> PaymentExplanation {
        PaymentExplanation(
            history: PaymentHistory(.sample(purpose: purpose)), outcome: outcome, isFinal: outcome?.isFinal ?? false,
            facts: [], prints: [], givenBack: [])
    }

    @Test(arguments: purposes)
    func everyStateOfEveryTransactionIsToldInBothLanguages(purpose: TransactionPurpose) {
        var told: Set<String> = []
        for outcome in Self.outcomes {
            let explanation = explanation(purpose, outcome)
            let (english, german) = (explanation.state(in: .en), explanation.state(in: .de))
            #expect(english != german)
            told.formUnion([english, german])
            let isLeftOpen = outcome == .approved(.approved()) && purpose == .reservation
            #expect((explanation.resolution(in: .de) == nil) == (explanation.isFinal && !isLeftOpen))
            #expect(explanation.title(in: .en) != explanation.title(in: .de))
        }
        #expect(told.count == 2 * Self.outcomes.count, "no two states sound alike")
    }

    /// A result that could not be written, for example because another process had locked the database, leaves the same
    /// journal as a till that was killed. The text says neither.
    @Test func aJournalThatEndsEarlySaysNoMoreThanIsKnown() {
        let known = PaymentExplanation(
            history: PaymentHistory(.sample()), outcome: nil, isFinal: false,
            facts: [
                PaymentExplanation.Fact(
                    sequence: 3, at: Date(timeIntervalSince1970: 1_795_219_200), kind: "payment.sending",
                    told: .unknown)
            ], prints: [], givenBack: [])
        let told = known.state(in: .en)
        #expect(told.contains("nothing was written down after 2026-11-21 01:00:00"))
        #expect(told.contains("was stopped, or could not write its data"))
        #expect(known.state(in: .de).contains("konnte nicht in seine Daten schreiben"))
    }

    @Test func rxtrax220_whatIsInDoubtNamesItsTerminalAndWhatToType() throws {
        let told = try #require(
            explanation(TransactionPurposeTests.refund, .inDoubt(reason: "The terminal is busy.")).resolution(in: .de))
        for part in ["29001234", "till settle pay-SAMPLE", "Geben Sie das Geld nicht noch einmal zurück."] {
            #expect(told.contains(part))
        }
    }

    @Test func aReservationThatEndedSinceSaysHow() {
        func told(_ kind: TransactionKind, isSaid: Bool = false, _ outcome: PaymentOutcome? = .approved(.approved()))
            -> String
        {
            let end = PaymentExplanation.GivenBack(
                id: PaymentID(rawValue: "end-1"), kind: kind, amount: .sample, outcome: outcome, isSaid: isSaid)
            return PaymentExplanation(
                history: PaymentHistory(.sample(purpose: .reservation)), outcome: .approved(.approved()), isFinal: true,
                facts: [], prints: [], givenBack: [end]
            ).since(in: .en)
        }
        #expect(told(.release, isSaid: true).contains("by what a person read (end-1)"))
        #expect(told(.booking).contains("booked since, by end-1, with"))
        #expect(told(.release).contains("released since, by end-1"))
        #expect(told(.release, nil).isEmpty, "an end in doubt is none")
    }

    @Test(arguments: [nil, PaymentOutcome.inDoubt(reason: "x"), .approved(.approved()), .declined(code: 5, text: nil)])
    func aReservationThatStandsSaysHowItIsEnded(ending: PaymentOutcome?) throws {
        let end = PaymentExplanation.GivenBack(
            id: PaymentID(rawValue: "bok-1"), kind: .booking, amount: .sample, outcome: ending)
        let explanation = PaymentExplanation(
            history: PaymentHistory(.sample(purpose: .reservation)), outcome: .approved(.approved()), isFinal: true,
            facts: [], prints: [], givenBack: [end])
        let isDeclined = ending == .declined(code: 5, text: nil)
        #expect((explanation.resolution(in: .en)?.contains("till reservations book pay-SAMPLE") ?? false) == isDeclined)
    }

    @Test func whereTheTerminalIsKnownToTellNothingNobodyIsToldToWait() throws {
        var explanation = explanation(.payment, .inDoubt(reason: "The terminal gave no answer."))
        let plain = try #require(explanation.resolution(in: .en))
        var profile = TerminalProfile()
        profile.repeatReceipt = .tellsNothing
        explanation.profile = StoredProfile(profile: profile, foundAt: Date(timeIntervalSince1970: 1_795_219_200))
        let told = try #require(explanation.resolution(in: .en))
        #expect(!plain.contains("diagnose") && told.contains("as `till readers diagnose` found on 2026-11-21"))
        #expect(explanation.resolution(in: .de)?.contains("am 21.11.2026 festgestellt") == true)
        profile.repeatReceipt = .tellsStatus
        explanation.profile = StoredProfile(profile: profile, foundAt: Date(timeIntervalSince1970: 1_795_219_200))
        #expect(explanation.resolution(in: .en) == plain)
    }

    @Test func aWrongAmountThatMayStandIsToBeReversedByHand() throws {
        var history = PaymentHistory(.sample())
        history.apply(.sending)
        history.apply(.result(.approved(amount: 1251), answer: .refuse))
        let explanation = PaymentExplanation(
            history: history, outcome: .inDoubt(reason: "x"), isFinal: false, facts: [], prints: [], givenBack: [])
        #expect(try #require(explanation.resolution(in: .en)).contains("receipt 42, which contradicts"))
    }

    private func explanation(_ events: [PaymentEvent], _ intent: PaymentIntent = .sample()) -> PaymentExplanation {
        PaymentExplanation(
            history: .sent(events, intent), outcome: .inDoubt(reason: "x"), isFinal: false, facts: [], prints: [],
            givenBack: [])
    }

    /// Every command that the text advises is one that Till accepts.
    @Test func whatWasRefusedForItsCurrencyIsReversedAndSettledAsTakenBackOrSettledAsBooked() throws {
        let francs = explanation([.result(.approved(currency: 756), answer: .refuse)])
        let told = try #require(francs.resolution(in: .en))
        #expect(told.contains("till settle pay-SAMPLE --taken-back --newest-receipt NUMBER --evidence"))
        #expect(told.contains("with the amount that it has there"))
        #expect(try #require(francs.resolution(in: .de)).contains("--taken-back --newest-receipt NUMMER"))
        let more = try #require(explanation([.result(.approved(amount: 1251), answer: .refuse)]).resolution(in: .en))
        #expect(more.contains("--taken-back") && more.contains("with the amount that it has there"))
    }

    @Test func aBookingOfNothingIsSettledByTheCommandThatIsAdvised() throws {
        let zero = TransactionResult.approved(amount: 0)
        let kept: [PaymentEvent] = [
            .result(zero, answer: .refuse), .evidence(.transaction(zero), .unclear(Sentence("reason.contradicts"))),
        ]
        let told = try #require(explanation(kept).resolution(in: .en))
        #expect(told.contains("--booked --receipt 42 --trace 123 --amount 0.00 --evidence"))
        #expect(told.contains("An entry of 0.00 EUR settles it so: Nothing was charged."))
        let typed = OperatorEvidence(
            .booked(receipt: 42, trace: 123, amount: .zero(.eur)), words: "its journal", operatorName: "käthe")
        #expect(try OperatorRule(history: explanation(kept).history).outcome(of: typed).word == "not_charged")
        let other = try #require(explanation([.result(.approved(amount: 1251), answer: .refuse)]).resolution(in: .en))
        #expect(!other.contains("settles it so"))
    }

    /// Without `--newest-is-anothers` Till refuses it.
    @Test(arguments: [(OperatorLanguage.en, "is not this payment"), (.de, "nicht diese Zahlung ist")])
    func aBookingThatSeemsToBeThisPaymentIsCalledAnothersByAnOptionOfItsOwn(
        language: OperatorLanguage, words: String
    ) throws {
        let late = explanation([.settled(.notCharged(reason: "")), .seemsBooked(.approved())])
        let told = try #require(late.resolution(in: language))
        #expect(told.contains(words))
        let command = "till settle pay-SAMPLE --not-booked --newest-receipt 42 --newest-is-anothers --evidence"
        #expect(told.contains(command))
        let other = try #require(explanation([.disturbed(.orphan)]).resolution(in: language))
        #expect(!other.contains("--newest-is-anothers"))
    }

    @Test func aClockThatMayBeWrongIsNamed() throws {
        var slow = TransactionResult.approved()
        slow.hour = 12
        let intent = PaymentIntent.sample(watermarkTrace: nil, watermarkTime: nil)
        let told = try #require(
            explanation([.evidence(.transaction(slow), .unclear("x"))], intent).resolution(in: .en))
        #expect(told.contains("By the terminal's clock its last transaction was on 11-21 12:22, before this began"))
        #expect(told.contains("till readers set-clock --reader serial:/dev/ttyS9"))
        let right = explanation([.evidence(.transaction(.approved()), .unclear("x"))], intent)
        #expect(try !#require(right.resolution(in: .de)).contains("set-clock"))
    }

    @Test func aPaymentThatRunsIsNotSaidToBeLeft() throws {
        var running = explanation(.payment, nil)
        running.isRunning = true
        #expect(running.state(in: .en).contains("A till is at work on it at serial:/dev/ttyS9 just now"))
        #expect(try !#require(running.resolution(in: .en)).contains("settle"))
        #expect(running.state(in: .de).contains("gerade damit beschäftigt"))
    }

    @Test func aReceiptThatCameLineByLineIsOneFact() {
        func text(_ number: Int64, _ line: String, ends: Bool = false, _ copy: ReceiptCopy? = nil)
            -> PaymentExplanation.Fact
        {
            let text = TerminalText(copy: copy, lines: [PrintedLine(line)], endsReceipt: ends)
            return PaymentExplanation.Fact(
                sequence: number, at: PaymentIntent.sampleStart, kind: "payment.text",
                told: .event(.text(text), .payment))
        }
        let end = PaymentExplanation.Fact(
            sequence: 9, at: PaymentIntent.sampleStart, kind: "payment.completed", told: .event(.completed, .payment))
        let facts = [
            text(3, "A"), text(4, "B"), text(5, "C", ends: true), text(6, "D", .customer), text(7, "E", .customer), end,
            text(10, "F"),
        ].withTextsJoined
        #expect(facts.map(\.sequence) == [3, 6, 9, 10])
        #expect(facts[0].text(in: .en) == "The terminal sent 3 lines of a receipt.")
        #expect(facts[1].text(in: .en) == "The terminal sent 2 lines for the customer receipt.")
        #expect(facts[3].text(in: .en) == "The terminal sent 1 lines of a receipt.")
    }

    static let events: [PaymentEvent] = [
        .intended(.sample()), .sending, .refused(code: 0x83), .result(.approved(), answer: .stored),
        .result(.failed(5), answer: .stored), .result(.approved(), answer: .refuse),
        .text(TerminalText(copy: .customer, lines: [], endsReceipt: true)),
        .text(TerminalText(copy: nil, lines: [], endsReceipt: true)), .cancelRequested, .completed,
        .aborted(code: nil), .aborted(code: 0x6C), .disturbed(.orphan), .inDoubt(reason: "The terminal is busy."),
        .evidence(.silent, .notBooked), .evidence(.nothing(code: 0x64), .reversed(nil)),
        .evidence(.openReservations([41]), .notBooked), .evidence(.openReservations([]), .unclear("")),
        .evidence(.refused(code: 0x83), .unclear("The terminal does not repeat its last receipt.")),
        .evidence(.transaction(.reversal()), .approved(.reversal())),
        .evidence(.transaction(.failed(5)), .declined(.failed(5))), .settled(.cancelled(code: 0x6C)),
        .operatorSettled(
            OperatorEvidence(.booked(receipt: 1, trace: 2, amount: .sample), words: nil, operatorName: "käthe"),
            .approved(.approved())),
        .operatorSettled(
            OperatorEvidence(.notBooked(newestReceipt: 1), words: "Journal", operatorName: "käthe"),
            .notCharged(reason: "")),
        .operatorWithdrew(words: "Journal", operatorName: "käthe"),
    ]

    @Test(arguments: events)
    func everyFactIsToldInBothLanguages(event: PaymentEvent) {
        #expect(event.sentence(of: .refund, in: .en) != event.sentence(of: .refund, in: .de))
    }

    /// The text shows the terminal's clock, so a reader notices one that is wrong or set for another zone.
    @Test func whatTheTerminalRepeatedIsToldWithTheTimeOfItsClock() {
        var result = TransactionResult.approved()
        (result.month, result.day, result.hour, result.minute) = (11, 21, 3, 5)
        let fact = PaymentEvent.evidence(.transaction(result), .unclear(""))
        #expect(fact.sentence(of: .payment, in: .en).contains(", of 11-21 03:05 by its clock."))
        #expect(fact.sentence(of: .payment, in: .de).contains(", vom 21.11. 03:05 nach seiner Uhr."))
    }

    /// Older journals have stored reasons as English sentences; German is shown by comparing them.
    @Test func everyReasonOfTheRuleHasItsGerman() {
        let intents: [PaymentIntent] = [
            .sample(), .sample(watermark: .unknown), .sample(watermark: .nothingStored(code: nil)),
            .sample(purpose: TransactionPurposeTests.reversal), .sample(purpose: ReservationRuleTests.booking),
        ]
        var old = TransactionResult.approved()
        (old.hour, old.minute) = (3, 0)
        var failedReversal = TransactionResult.reversal()
        failedReversal.resultCode = 5
        let results: [TransactionResult] = [
            .approved(), .approved(amount: 1), .approved(currency: 840), .approved(receipt: 30), .approved(receipt: 41),
            .approved(receipt: nil),
            .approved(terminalID: "29009999"), .reversal(of: 5), failedReversal, old, .failed(5),
        ]
        let answers =
            results.map(LastTransactionAnswer.transaction) + [
                .silent, .refused(code: 0x83), .nothing(code: 1), .nothing(code: nil), .openReservations([]),
            ]
        var reasons: Set<Sentence> = []
        for intent in intents {
            for (told, refused) in [(nil, nil), (.approved(receipt: 44), nil), (nil, .approved())]
                as [(TransactionResult?, TransactionResult?)]
            {
                let rule = LastTransactionMatcher(intent: intent, told: told, refused: refused)
                for case .unclear(let why) in answers.map(rule.judge) { reasons.insert(why) }
            }
        }
        #expect(reasons.count >= 17)
        for reason in reasons { #expect(reason.text(in: .de) != reason.text(in: .en)) }
    }

    @Test(arguments: [
        LastTransactionMatcher.beforeTheEnd, LastTransactionMatcher.otherCard, LastTransactionMatcher.beforeTheReversal,
    ])
    func everyReasonAboutWhatEndsAnotherHasItsGerman(reason: Sentence) {
        #expect(reason.text(in: .de) != reason.text(in: .en))
    }

    @Test(arguments: [Failure.orphan, .completedWithoutResult, .completedUntold, .abortedAfterSuccess, .partNotTold])
    func everyDisturbanceOfTheMachineHasItsGerman(failure: Failure) {
        #expect(Sentence(failure).text(in: .de) != failure.sentence)
    }

    @Test func whatDiffersIsCarriedOver() {
        let reason = Sentence("reason.otherTerminalConnected", ["its": "29009999", "ours": "29001234"])
        #expect(reason.text(in: .de) == "Terminal 29009999 ist angeschlossen, gesendet wurde an 29001234.")
        let unplugged = Failure(
            ReaderFailure.lineLost, "The terminal at /dev/ttyUSB0 was unplugged or switched off.",
            recovery: .askOperator)
        #expect(Sentence(unplugged).text(in: .de) == "Das Terminal an /dev/ttyUSB0 wurde abgezogen oder ausgeschaltet.")
        enum Unlisted: String, FailureCode { case other = "x.y" }
        let other = Failure(Unlisted.other, "Something else *.", recovery: .retry)
        #expect(Sentence(other).text(in: .de) == "Something else *.")
    }
}
