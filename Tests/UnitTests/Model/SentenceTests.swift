import Foundation
import Model
import Testing

struct SentenceTests {
    private let belongs = Sentence("reason.belongsTo", ["payment": "pay-7"])

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test func itIsShownInTheLanguageOfWhoeverReadsIt() {
        #expect(belongs.text(in: .en) == "The terminal's last transaction belongs to payment pay-7.")
        #expect(belongs.text(in: .de) == "Der letzte Vorgang des Terminals gehört zu Zahlung pay-7.")
        #expect(belongs.text(in: .fr) == "La dernière transaction du terminal appartient au paiement pay-7.")
        #expect("\(belongs)" == belongs.text(in: .en))
    }

    @Test func anArgumentMayBeASentenceOrAnAmountOfItsLanguage() throws {
        let money = Money(minorUnits: 1250, currency: try #require(Currency(code: "EUR")))
        let pair = Sentence("list.pair", ["first": Sentence("kind.payment"), "second": money])
        #expect(pair.text(in: .en) == "Payment and 12.50 EUR")
        #expect(pair.text(in: .de) == "Zahlung und 12,50 EUR")
        #expect(try decoded(try json(pair)) == pair)
        let again: Sentence = try decoded(try json(pair))
        #expect(again.text(in: .fr) == "Paiement et 12,50 EUR")
    }

    /// Days, times and decimals are written as the language does it, in a stored sentence too.
    @Test func aDayAndADecimalAreWrittenAsTheLanguageWritesThem() throws {
        let moment = try #require(WrittenMoment("2026-11-21 10:00:00"))
        let told = Sentence("list.pair", ["first": moment, "second": WrittenTenths(35)])
        #expect(told.text(in: .en) == "2026-11-21 10:00:00 and 3.5")
        #expect(told.text(in: .de) == "21.11.2026 10:00:00 und 3,5")
        #expect(told.text(in: .fr) == "21/11/2026 10:00:00 et 3,5")
        let stamp = TransactionTimestamp(month: 1, day: 9, hour: 3, minute: 5, second: nil)
        let dated = Sentence("detail.byItsClock", ["time": stamp])
        let again: Sentence = try decoded(try json(dated))
        #expect(again == dated && again.text(in: .en) == "01-09 03:05 by its clock")
        #expect(again.text(in: .de) == "09.01. 03:05 nach seiner Uhr")
        #expect(WrittenMoment(day: Date(timeIntervalSince1970: 0)).description == "1970-01-01")
        #expect(WrittenMoment("soon") == nil && WrittenMoment("") == nil && WrittenMoment("2026-11") != nil)
    }

    @Test func aListEndsWithAWordOfItsLanguage() {
        let parts = ["a", "b", "c"].map(Sentence.init(stored:))
        #expect(Sentence(all: parts).text(in: .en) == "a, b and c" && Sentence(all: [parts[0]]).text(in: .de) == "a")
        #expect(Sentence(all: parts).text(in: .de) == "a, b und c")
        #expect(Sentence(anyOf: parts).text(in: .en) == "a or b or c")
    }

    @Test func aMaskedSentenceKeepsItsKeyAndHoldsNoCardNumber() {
        let said = Sentence("reason.belongsTo", ["payment": "4111 1111 1111 1111"]).masked
        #expect(said.code == "reason.belongsTo")
        for language in OperatorLanguage.allCases { #expect(!said.text(in: language).contains("4111 1111 1111 1111")) }
        #expect(belongs.masked == belongs)
    }

    @Test func anArgumentIsNeverReadAsASentence() {
        #expect(Sentence("reason.belongsTo", ["payment": "{payment}"]).text(in: .en).hasSuffix("payment {payment}."))
    }

    @Test func itIsStoredAsItsKeyAndArguments() throws {
        #expect(try json(belongs) == #"{"arguments":{"payment":"pay-7"},"code":"reason.belongsTo"}"#)
        #expect(try json(Sentence("reason.busy")) == #"{"code":"reason.busy"}"#)
        #expect(
            try json(Sentence("reason.seenBefore", ["receipt": 42]))
                == #"{"arguments":{"receipt":42},"code":"reason.seenBefore"}"#)
        for sentence in [belongs, Sentence("reason.busy"), Sentence(stored: "The cable.")] {
            let again: Sentence = try decoded(try json(sentence))
            #expect(again == sentence && again.code == sentence.code)
        }
    }

    /// Releases before the catalogue stored English sentences.
    @Test func anOldTextIsShownAsItIsInEveryLanguage() throws {
        let old: Sentence = try decoded(#""The terminal is busy.""#)
        for language in OperatorLanguage.allCases { #expect(old.text(in: language) == "The terminal is busy.") }
        #expect(old.code == nil)
        #expect(try json(old) == #""The terminal is busy.""#)
        #expect(old == Sentence("reason.busy") && Set([old, Sentence("reason.busy")]).count == 1)
    }

    @Test(arguments: [
        (#"{"inDoubt":{"reason":"The terminal is busy."}}"#, PaymentOutcome.inDoubt(reason: Sentence("reason.busy"))),
        (
            #"{"notCharged":{"reason":"Nothing was sent to the terminal."}}"#,
            .notCharged(reason: Sentence("reason.nothingSent"))
        ),
        (#"{"inDoubt":{"reason":{"code":"reason.busy"}}}"#, .inDoubt(reason: Sentence("reason.busy"))),
    ])
    func anOutcomeOfAnyReleaseIsRead(stored: String, outcome: PaymentOutcome) throws {
        #expect(try decoded(stored) == outcome)
    }

    /// A later release may write a reason that this one does not know.
    @Test func anUnknownKeyIsShownWithItsArguments() throws {
        let later: Sentence = try decoded(#"{"code":"reason.later","arguments":{"receipt":42,"by":"x"}}"#)
        #expect(later.text(in: .de) == "reason.later (by: x, receipt: 42)")
        #expect(try json(later) == #"{"arguments":{"by":"x","receipt":42},"code":"reason.later"}"#)
    }

    @Test func aFailureSaysTheSameInEveryLanguage() {
        let closed = Sentence(failure: "reader.closed", saying: "The connection to the terminal was closed.")
        #expect(closed.text(in: .de) == "Die Verbindung zum Terminal wurde geschlossen.")
        let lost = Sentence(failure: "reader.lineLost", saying: "The terminal at tty1 was unplugged or switched off.")
        #expect(lost.text(in: .de) == "Das Terminal an tty1 wurde abgezogen oder ausgeschaltet.")
        let reason = Sentence(failure: "endOfDay.unclear", saying: "The terminal does not tell what it counts.")
        #expect(reason.code == "reason.endOfDay.countsNotTold")
        #expect(Sentence(failure: "x.y", saying: "The line broke.").text(in: .de) == "The line broke.")
    }

    /// Two arguments in a row: what is between the texts around them is one value.
    @Test func aFailureWhoseArgumentsFollowEachOtherSaysTheSame() {
        let refused = Sentence(failure: "reader.refused", saying: "The terminal refused: busy (code 6F).")
        #expect(refused.text(in: .en) == "The terminal refused: busy (code 6F).")
        #expect(refused.text(in: .de) == "Das Terminal hat abgelehnt: busy (code 6F).")
    }

    @Test func aSentenceThatGoesOnHasNoFullStop() {
        let failure = Sentence("failure.picture.unknownFormat")
        let said = Sentence("config.failureAndRemedy", ["failure": Clause(failure), "remedy": Sentence(stored: "x")])
        for language in OperatorLanguage.allCases {
            let (whole, alone) = (said.text(in: language), failure.text(in: language))
            #expect(alone.hasSuffix(".") && whole.hasPrefix(alone.dropLast()) && !whole.contains("."))
        }
    }
}
