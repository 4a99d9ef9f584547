import Hardware
import Model
import Testing

@testable import Readers

@Suite struct RedactionTests {
    private func redacted(_ hex: String) -> String { DecodedTelegram([UInt8](hex: hex)).redacted.hex }

    @Test func ofACardNumberTheLastFourDigitsStay() {
        #expect(
            redacted("04 0F 0D 27 00 22 F0 F8 40 12 00 10 37 14 11 12") == "040F0D270022F0F8EEEEEEEEEEEE1112")
    }

    @Test func paddingAndSeparatorOfACardNumberStayAndNothingBehindIt() throws {
        #expect(redacted("04 0F 0A 27 00 22 F0 F5 40 12 34 56 7F") == "040F0A270022F0F5EEEEE4567F")
        #expect(redacted("04 0F 0B 27 00 22 F0 F6 59 66 66 D2 00 21") == "040F0B270022F0F6EE6666DEEEEE")
    }

    @Test func theExpiryIsReplaced() { #expect(redacted("04 0F 05 27 00 0E 28 12") == "040F0527000EEEEE") }

    @Test func tracksAreZeroed() {
        #expect(redacted("04 0F 07 27 00 23 F0 F2 40 12") == "040F07270023F0F20000")
        #expect(redacted("04 0F 09 27 00 06 05 1F 08 02 40 12") == "040F09270006051F08020000")
    }

    @Test func thePasswordIsReplaced() {
        #expect(redacted("06 20 05 12 34 56 03 03") == "062005EEEEEE0303")
    }

    @Test func whatAnUnknownTagHoldsIsErasedAndTheRestKept() {
        #expect(redacted("04 0F 0A 27 00 06 06 1F 6F 01 40 08 00") == "040F0A270006061F6F01EE0800")
    }

    @Test func whatStandsBehindAnErrorIsErased() {
        #expect(redacted("04 0F 07 27 00 99 40 12 00 10") == "040F072700EEEEEEEEEE")
    }

    @Test func anUnknownCommandShowsItsHeaderAlone() { #expect(redacted("0F A1 02 40 12") == "0FA102EEEE") }

    @Test func harmlessTelegramsAreKeptWhole() {
        #expect(redacted("04 FF 02 17 02") == "04FF021702")
        #expect(redacted("06 0F 0B F0 F0 F7 32 2E 31 34 2E 31 35 00") == "060F0BF0F0F7322E31342E313500")
    }

    @Test(arguments: [
        ("4012001037141112", "************1112"),
        ("Karte 4012 0010 3714 1112 05/27", "Karte **** **** **** 1112 05/27"),
        ("1 4012001037141112 28", "1 ************1112 28"),
        ("4012-0010-3714-1112", "****-****-****-1112"),
        (";4012001037141112=28121015432112345678?", ";************1112=********************?"),
        ("0000401200103714111299999", "0000401200103714111299999"),
        ("Trace 4012001037141113", "Trace 4012001037141113"),
        ("22:55:58 0000013    0004", "22:55:58 0000013    0004"),
        ("############1112", "############1112"),
    ])
    func cardNumbersInTextAreMasked(_ text: String, _ masked: String) {
        #expect(String(decoding: CardData.masked(Array(text.utf8)), as: UTF8.self) == masked)
    }

    @Test func aPrintedCardNumberIsMaskedBeforeAnybodySeesIt() {
        var line = VirtualLine.running()
        line.receive(Terminal.line("Karte 4012 0010 3714 1112"))
        guard case .text(_, let text)? = line.events.first else {
            Issue.record("no text came")
            return
        }
        #expect(text.lines.map(\.text) == ["Karte **** **** **** 1112"])
    }

    @Test func theResultHoldsFourDigitsAndNoExpiry() throws {
        let bytes = [UInt8](hex: "04 0F 10 27 00 22 F0 F8 40 12 00 10 37 14 11 12 0E 28 12")
        guard case .statusInformation(let information) = try Telegram(decoding: bytes) else {
            Issue.record("not a status")
            return
        }
        #expect(information.expiry == nil)
        #expect(information.accountNumber == "EEEEEEEEEEEE1112")
        #expect(information.transactionResult?.panLastDigits == "1112")
    }

    @Test func aRedactedTelegramReadsTheSame() throws {
        // The first has no valid text, and the totals of the second are erased.
        let others = ["data_dle_etx", "end_of_day"]
        for (name, steps) in try Fixtures.transcripts() where !others.contains(name) {
            for apdu in steps.filter({ !$0.isOurs }).compactMap(\.apdu) {
                let decoded = DecodedTelegram([UInt8](hex: apdu))
                #expect(try DecodedTelegram(decoded.redacted).telegram.get() == decoded.telegram.get())
            }
        }
    }

    @Test func totalsAreErased() {
        #expect(redacted("04 0F 08 27 00 60 F0 F0 F2 00 17") == "040F08270060F0F0F2EEEE")
    }

    /// A contract number of fifteen digits is followed by the field `37`, which alone looks like a digit.
    @Test func aLongNumberBesideAnotherFieldIsKept() {
        let telegram = "040F162700" + "2A313233343536373839303132333435" + "37000122"
        #expect(redacted(telegram) == telegram)
    }

    @Test func digitsThatRunThroughFieldsAreErased() {
        let telegram = "040F0F2700" + "3B3435333936383230" + "37343133"
        #expect(redacted(telegram) == "040F0F" + String(repeating: "EE", count: 15))
    }

    @Test func allDigitsThatMayNotBeShownAreGoneFromAStatusWithEverything() throws {
        var information = StatusInformation(resultCode: 0)
        information.accountNumber = "4012001037141112"
        information.expiry = "2812"
        information.additionalText = "4012001037141112"
        information.objects = [
            TLV(0x1F08, [UInt8](hex: "4012001037141112D2812F")),
            TLV(0x43, [0x40, 0x12, 0, 0x10, 0x37, 0x14, 0x11, 0x12]),
        ]
        let redacted = DecodedTelegram(Telegram.statusInformation(information).bytes).redacted
        #expect(!redacted.hex.contains("40120010"))
        #expect(!redacted.hex.contains("34303132"))
        #expect(!redacted.hex.contains("2812"))
    }

    /// The application ids of the most frequent schemes, none of which may be taken for a card number.
    @Test(arguments: [
        "A0000000031010", "A0000000032010", "A0000000041010", "A0000000043060", "A00000002501", "A0000001523010",
        "A0000003330101", "A0000003591010028001", "D27600002545500100", "A0000000651010", "A0000000421010",
    ])
    func theApplicationOfAChipIsKept(_ id: String) { #expect(!CardData.isIn([UInt8](hex: id))) }

    @Test func aCardNumberInThePlaceOfAnApplicationIsZeroed() {
        let telegram = "04 0F 10 27 00 06 0C 43 0A A0 40 12 00 10 37 14 11 12 00"
        #expect(redacted(telegram).hasSuffix("430A00000000000000000000"))
    }

    @Test(arguments: [
        "A04012001037141112", "54012001037141112F", "0034303132303031303337313431313132", "4012001037141112D28121015",
    ])
    func aCardNumberInBytesOfUnknownMeaningIsSeen(_ hex: String) {
        #expect(CardData.isIn([UInt8](hex: hex + (hex.count.isMultiple(of: 2) ? "" : "F"))))
    }
}
