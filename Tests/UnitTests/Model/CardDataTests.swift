import Model
import Testing

@Suite struct CardDataTests {
    @Test(arguments: [
        ("4111111111111111", "************1111"), ("Karte 5500005555555559 Visa", "Karte ************5559 Visa"),
        ("378282246310005", "***********0005"), ("30569309025904", "**********5904"),
        ("4222222222222", "*********2222"), ("6799998900000060018", "***************0018"),
        ("2223000048400011", "************0011"), ("PAN4111111111111111", "PAN************1111"),
        ("0042 4111111111111111", "0042 ************1111"), ("1 4012001037141112 28", "1 ************1112 28"),
    ])
    func aCardNumberKeepsItsLastFourDigits(text: String, masked: String) {
        #expect(CardData.masked(text) == masked)
        #expect(CardData.isIn(text) && !CardData.isIn(masked))
        #expect(CardData.mayBeIn(Array(text.utf8)[...]))
    }

    @Test(arguments: [
        ("4111-1111-1111-1111", "****-****-****-1111"), ("6011 0009 9013 9424", "**** **** **** 9424"),
        ("4111.1111.1111.1111", "****.****.****.1111"), ("4111  1111  1111  1111", "****  ****  ****  1111"),
        ("4111/1111_1111:1111", "****/****_****:1111"), ("3782 822463 10005", "**** ****** *0005"),
        ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "* * * * * * * * * * * * 1 1 1 1"),
        ("4111\u{A0}1111\u{202F}1111\u{2013}1111", "****\u{A0}****\u{202F}****\u{2013}1111"),
        ("4111\u{200B}1111\u{200B}1111\u{200B}1111", "****\u{200B}****\u{200B}****\u{200B}1111"),
        ("４１１１１１１１１１１１１１１１", "************１１１１"), ("٤١١١١١١١١١١١١١١١", "************١١١١"),
    ])
    func groupsAndForeignDigitsHideNoCardNumber(text: String, masked: String) {
        #expect(CardData.masked(text) == masked)
    }

    @Test(arguments: [
        "AID A0000000031010", "D27600002545500100", "VU-Nr 455600012345", "21.11.2026 15:04:02",
        "TA-Nr 000123 Beleg-Nr 0042", "############1234 0001", "4111111111111112", "Betrag EUR 1.234.567,89",
        "0000008000/E800/0/E8/02", "Vielen Dank, Express 12 Uhr", "22:55:58 0000013    0004", "Trace 4012001037141113",
        "0000401200103714111299999", "20261121063001", "Express 1234", "/tmp/32A9AE659744-27756-00000ED5",
        "IBAN DE89 3704 0044 0532 0130 00", "", "12", "7,00 % 12,50 0,82 13,32",
    ])
    func whatIsNoCardDataStaysAsItIs(text: String) {
        #expect(CardData.masked(text) == text)
        #expect(CardData.masked(Array(text.utf8)) == Array(text.utf8))
    }

    @Test(arguments: [
        (";4012001037141112=28121015432112345678?", ";************1112=********************?"),
        ("4012001037141112D28121015432112345678F", "************1112D********************F"),
        ("%B4111111111111111^DOE/JOHN^27121015432112345678?", "%B************1111^********^********************?"),
        (";014012001037141112=724724100000000000030300?", ";**************1112=************************?"),
        (";4012001037141113=28121015432112345678?", ";************1113=********************?"),
        ("%B400000000002^DOE/JOHN^2712?", "%B********0002^********^****?"),
    ])
    func aTrackLosesAllButTheLastDigitsOfItsNumber(text: String, masked: String) {
        #expect(CardData.masked(text) == masked)
        #expect(String(decoding: CardData.masked(Array(text.utf8)), as: UTF8.self) == masked)
        #expect(CardData.mayBeIn(Array(text.utf8)[...]))
    }

    @Test(arguments: [
        ("gültig bis 12/27", "gültig bis **/**"), ("GÜLTIG BIS: 1227", "GÜLTIG BIS: ****"),
        ("GUELTIG BIS: 1227", "GUELTIG BIS: ****"), ("Verfalldatum 12.2027", "Verfalldatum **.****"),
        ("EXP 12/27 0001", "EXP **/** 0001"), ("Expiry date: 12/27", "Expiry date: **/**"),
        ("valid thru 12-27", "valid thru **-**"), ("Karte verf. 12/27", "Karte verf. **/**"),
        ("gültig bis    12/27", "gültig bis    **/**"), ("4111111111111111 12/27", "************1111 **/**"),
        ("############1111 12/27", "############1111 **/**"),
        ("************1111  12/2027", "************1111  **/****"),
    ])
    func anExpiryLosesItsDigits(text: String, masked: String) { #expect(CardData.masked(text) == masked) }

    @Test func aDateBesideAnotherNumberStays() {
        #expect(CardData.masked("Beleg 1111 12/27") == "Beleg 1111 12/27")
        #expect(CardData.masked("Bytes 4111111111111111 exp 12/27".utf8.map { $0 }).suffix(5) == Array("12/27".utf8))
    }

    @Test func aNumberThatIsSplitOverTwoLinesIsHiddenInBoth() {
        #expect(CardData.masked(lines: ["PAN 41111111", "11111111", "Dank"]) == ["PAN ********", "****1111", "Dank"])
        #expect(CardData.masked(lines: ["PAN 4111 1111  ", "   1111 1111"]) == ["PAN **** ****  ", "   **** 1111"])
        #expect(CardData.masked(lines: ["Trace 000123", "4711 Brot"]) == ["Trace 000123", "4711 Brot"])
    }

    @Test func aPrintedLineKeepsItsLookAndItsWidth() {
        let line = PrintedLine("4111111111111111", centred: true, doubleWidth: true, doubleHeight: true, indent: 3)
        let masked = [line].withoutCardData[0]
        #expect(masked.text == "************1111")
        #expect(masked.centred && masked.doubleWidth && masked.doubleHeight && masked.indent == 3)
        #expect([PrintedLine("a\n4111111111111111")].withoutCardData[0].text == "a\n************1111")
        #expect([PrintedLine]().withoutCardData.isEmpty)
    }

    @Test func maskingTwiceIsMaskingOnce() {
        for text in ["4111111111111111 12/27", ";4012001037141112=2812101543?", "4111\n1111\n1111\n1111"] {
            #expect(CardData.masked(CardData.masked(text)) == CardData.masked(text))
        }
    }
}
