import Flow
import Testing

@testable import Model

/// Expiry dates of cards as terminals print them. All of them are masked; texts that are not expiry dates should stay.
@Suite struct ExpiryTests {
    @Test(arguments: [
        "Gült.bis 12/27", "GÜLT. BIS: 12/27", "EXP-DATE 12/27", "EXP.DATE: 1227", "VALID-THRU 12/27",
        "Kartenverfall: 12/27",
        "Verfall (MM/JJ) 12/27", "Verfall (MM/JJ): 12/27", "Expiry (MM/YY): 12/27", "EXPIRY DATE (MMYY) 1227",
        "EXP12/27",
        "Exp. 12 / 27", "Verfalldatum: 12.2027", "GUELTIG BIS 12-27", "Gültig bis 31.12.2027", "EXP 2027-12",
        "exp. 27/12",
        "EXP: 271231", "EXPIRES DEC 2027", "Gültig bis Dez. 27", "Gültig bis  12  27", "Good thru 12/27",
        "VALID UNTIL 12/2027",
        "Kartengültigkeit 12/27", "Ablaufdatum 12/27", "Verfällt 12/27", "VERFAELLT 12/27",
        "Karte ****1234 Verf. 12/27",
        "Exp\u{2013}Date 12\u{2013}27", "G Ü L T I G   B I S   12/27", "E X P 12/27", "12/27 EXP", "12/27 (Verfall)",
    ]) func anExpiryIsHidden(_ text: String) { expectHidden(text) }

    @Test(arguments: [
        "Date d'expiration : 12/27", "EXPIRE FIN 12/27", "FIN DE VALIDITE 12/27", "Fin val. 12/27", "Échéance 12/27",
        "Geldig tot 12/27", "Vervaldatum: 12/27", "Verloopdatum 12-27", "Scadenza 12/27", "SCAD. 12/27",
        "Valida fino al 12/27",
        "Caducidad 12/27", "F.CAD. 12/27", "Fecha de vencimiento 12/27", "Vence 12/27", "VTO 12/27",
        "Válida hasta 12/27",
        "Validade 12/27", "Válido até 12/27", "Data ważności 12/27", "WAZNA DO 12/27", "Ważna do: 12/27",
        "Wygasa 12/27",
        "Platnost do 12/27", "PLATÍ DO 12/27", "Platná do 12/27", "Exspirácia 12/27", "Lejárat 12/27", "ÉRVÉNYES 12/27",
        "Velja do 12/27", "Veljavnost 12/27", "Potek 12/27", "Vrijedi do 12/27", "Valjanost 12/27", "Važi do 12/27",
        "Istek 12/27", "Udløb 12/27", "UDLOEBSDATO 12/27", "Gyldig til 12/27", "Giltig t.o.m. 12/27", "Utgår 12/27",
        "UTGANG 12/27", "Utløpsdato 12/27", "Voimassa 12/27", "Vanhenee 12/27", "Päättyy 12/27", "Λήξη 12/27",
        "ΗΜ. ΛΗΞΗΣ 12/27",
        "Ισχύει έως 12/27", "Son kullanma tarihi 12/27", "SKT 12/27", "Geçerlilik 12/27", "Data expirării 12/27",
        "Valabil 12/27",
        "Galioja iki 12/27", "Derīga līdz 12/27", "Kehtib kuni 12/27", "Валидна до 12/27", "Срок действия 12/27",
        "ДІЙСНА ДО 12/27", "Важи до 12/27", "有効期限 12/27",
        "Gilt bis: 12/27", "Karte bis 12/27", "FIN 12/27", "DATE FIN 12/27", "Jusqu'au 12/27", "VIGENTE HASTA 12/27",
        "Vigencia 12/27", "Hasta 12/27", "Good until 12/27", "E.D. 12/27", "YYMM 2712", "************1234 1227",
        "****1234  2712", "XXXX XXXX XXXX 1234 12/27", "TARJETA ****1234 HASTA 12/27",
    ]) func anExpiryIsHiddenInEveryLanguage(_ text: String) { expectHidden(text) }

    /// An accented letter as it appears after a wrong character set.
    @Test(arguments: [
        "G\u{207F}ltig bis 12/27", "G├╝ltig bis 12/27", "G\u{FFFD}ltig bis 12/27", "G?ltig bis 12/27",
        "G\u{81}ltig bis 12/27",
        "Gltig bis 12/27", "Gu\u{308}ltig bis 12/27", "G\u{C3}\u{BC}ltig bis 12/27", "Verf\u{84}llt 12/27",
        "WA?NA DO 12/27",
        "Udl\u{9B}b 12/27", "Utg\u{86}r 12/27", "Ge\u{87}erli 12/27", "GÜL\u{AD}TIG 12/27",
    ]) func aSpoiltAccentHidesItNotFromUs(_ text: String) { expectHidden(text) }

    @Test(arguments: [
        ["Verfall:", "12/27"], ["Gültig bis", "  12.27"], ["Gültig", "bis 12/27"], ["Gültig", "bis:", "12/27"],
        ["EXP", "1227"],
        ["Karte            Verfall", "************1234   12/27"], ["Kartenverfall (MM/JJ)", "****1234 12.27"],
        ["Karten-", "verfall 12/27"], ["Gül-", "tig bis 12/27"], ["VALID THRU", "", "12/27"], ["EXPIRY", "12 27"],
        ["Verfall", "Karte ****1234", "12/27"], ["EXP", "31.12.2027"],
    ]) func anExpiryOnAnotherLineIsHidden(_ lines: [String]) {
        let masked = CardData.masked(lines: lines)
        #expect(masked.count == lines.count)
        #expect(!Self.shows(masked.joined(separator: "\n")), "\(masked)")
    }

    @Test(arguments: [
        "21.11.2026 14:22:10", "Datum 21.11.26 Zeit 14:22", "Öffnungszeiten bis 12/27", "Betrag EUR 12,27", "12/27",
        "Express 1234", "Export 12/27", "Vielen Dank 12/27", "Beleg 1111 12/27", "TA-Nr 001227 BNr 0042",
        "Menü 12.27 EUR",
        "Verfügbar 1227", "Verfahren ELV 1227", "Trace 122027", "Tisch 12/27", "Vrijednost 12.27", "Galleria 1227",
        "Istituto 1227", "Wandsbek 1227", "Validation 1227", "bis 12/27 geöffnet", "Trinkgeld bis 12.27",
        "AID A0000000031010", "Umtausch bis 12/27", "Fin de semana 12/27", "Hasta luego 12/27", "****1234 0021",
        "1234 1227",
    ]) func whatIsNoExpiryStays(_ text: String) { #expect(CardData.masked(text) == text) }

    @Test func whatStandsAroundAnExpiryStays() {
        #expect(CardData.masked("EXP 12/27 0001") == "EXP **/** 0001")
        #expect(CardData.masked("Gültig bis 12/27 Zeit 14:22 EUR 12.50") == "Gültig bis **/** Zeit 14:22 EUR 12.50")
        let lines = ["Karte gültig", "Betrag EUR 12.50", "21.11.2026 14:22", "TA-Nr 001227"]
        #expect(CardData.masked(lines: lines) == lines)
        let paid = ["VALID CARD", "AMOUNT   12.27 EUR", "TRACE 1227"]
        #expect(CardData.masked(lines: paid) == paid)
    }

    @Test func whatAShopWritesOfItsVouchersStays() {
        #expect(CardData.masked(written: "Gutschein gültig bis 12/2027") == "Gutschein gültig bis 12/2027")
        #expect(CardData.masked(written: "4111111111111111 Verfall: 12/27") == "************1111 Verfall: **/**")
    }

    // MARK: Word, sign and shape

    private static let words = [
        "Gültig bis", "GÜLT.BIS", "Kartenverfall", "Verfalldatum", "EXP", "EXP-DATE", "Expiry date", "VALID-THRU",
        "Valid until",
        "Date d'expiration", "Fin de validité", "Geldig tot", "Vervaldatum", "Scadenza", "Caducidad", "Vencimiento",
        "Válido até",
        "Validade", "Data ważności", "Platnost do", "Lejárat", "Érvényes", "Velja do", "Vrijedi do", "Udløb",
        "Gyldig til", "Giltig till",
        "Utgår", "Voimassa", "Λήξη", "Ισχύει έως", "Son kullanma", "Geçerli", "Valabil până la", "Galioja iki",
        "Derīga līdz", "Kehtib kuni",
        "Валидна до", "Срок",
    ]
    private static let hints = ["", " (MM/JJ)", " (MM/YY):", " [MMYY]", " MM/AA", " d. Karte"]
    private static let signs = [
        " ", ":", ": ", ".", "..", " : ", "-", "\n", ":\n", "\n ", "........ ", "  =  ", "\t", "\u{A0}", "\r\n",
    ]
    private static let shapes = [
        "12/27", "12/2027", "27/12", "1227", "12-27", "12.27", "12 / 27", "12 27", "2027-12", "2712", "1/27",
        "12 . 2027", "31.12.2027",
        "12|27", "12\\27", "122027",
    ]

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func noWordSignAndShapeLetAnExpiryPass(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<1_500 {
            let word = Self.words.randomElement(using: &chance) ?? ""
            let hint = Self.hints.randomElement(using: &chance) ?? ""
            let sign = Self.signs.randomElement(using: &chance) ?? ""
            let shape = Self.shapes.randomElement(using: &chance) ?? ""
            let label = [word, word.uppercased(), word.lowercased()].randomElement(using: &chance) ?? ""
            let text = "VISA ****\n\(label)\(hint)\(sign)\(shape)\nDank"
            let masked = CardData.masked(text)
            #expect(!Self.shows(masked), "\(text.debugDescription) became \(masked.debugDescription)")
            #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
            #expect(CardData.masked(masked) == masked)
        }
    }

    /// A terminal decides how long its texts are and what is in them.
    @Test(arguments: [
        "exp 1/27 ", "bis 1227 ", "EXP\n", "EXP\n1.27\n", "1.27 ", "1/27", "EXP 12.50 EUR ", "bis ", "gültig", "a", " ",
        "1227 ", "f24 ",
        "****1234 12/27 ", "12/27 EXP ", "card bis 12/27 ", "\n12 27", "exp-\n", "g-\n", "e x p ", "EXP EUR",
    ]) func aLongTextOfTheSameIsMaskedInTime(_ part: String) {
        let text = String(repeating: part, count: 65_536 / part.utf8.count) + "\nEXP 12/27"
        let masked = CardData.masked(text)
        #expect(masked.hasSuffix("**/**"))
        #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
    }

    private func expectHidden(_ text: String) {
        let masked = CardData.masked(text)
        #expect(!Self.shows(masked), "\(masked)")
        #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
    }

    /// Whether a masked text still shows a digit of the date. The texts have no digits besides the date and a number's
    /// last four.
    private static func shows(_ masked: String) -> Bool {
        masked.replacing("1234", with: "").contains { $0.isASCII && $0.isNumber }
    }
}
