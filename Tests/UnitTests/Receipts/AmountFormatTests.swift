import Model
import Testing

@testable import Receipts

@Suite struct AmountFormatTests {
    private static func money(_ minorUnits: Int64, _ code: String) -> Money {
        Money(minorUnits: minorUnits, currency: Currency(code: code) ?? .eur)
    }

    @Test(arguments: [
        ("en", "USD 1,234,567.89"), ("de", "EUR 1.234.567,89"), ("fr", "1 234 567,89 EUR"), ("es", "1.234.567,89 EUR"),
        ("it", "1.234.567,89 EUR"), ("nl", "EUR 1.234.567,89"), ("pl", "PLN 1 234 567,89"), ("cs", "1 234 567,89 Kč"),
        ("tr", "1.234.567,89 TL"), ("el", "1.234.567,89 EUR"), ("ja", "¥123,456,789"), ("de-CH", "CHF 1'234'567.89"),
    ])
    func anAmountIsWrittenAsItsLanguageDoes(language: String, written: String) {
        let codes = ["en": "USD", "pl": "PLN", "cs": "CZK", "tr": "TRY", "ja": "JPY", "de-CH": "CHF"]
        let money = Self.money(123_456_789, codes[language] ?? "EUR")
        #expect(ReceiptLanguage.of(language).amountFormat.full(money).string == written)
    }

    @Test(arguments: [
        (CurrencyFormat.Position.left, "-€1,234.50"), (.leftSpace, "€ -1,234.50"), (.right, "-1,234.50€"),
        (.rightSpace, "-1,234.50 €"),
    ])
    func aShopsOwnSignsStandWhereItWantsThem(position: CurrencyFormat.Position, written: String) {
        let format = AmountFormat(
            CurrencyFormat(position: position, thousandSeparator: ",", decimalSeparator: ".", symbol: "€"), of: .eur)
        #expect(format.full(Self.money(-123_450, "EUR")).string == written)
    }

    @Test(arguments: [
        (Int64(120_000), "EUR", 0, "1.200"), (120_050, "EUR", 0, "1.200,5"), (120_055, "EUR", 1, "1.200,55"),
        (1200, "JPY", 2, "1.200,00"), (5, "EUR", 2, "0,05"), (-5, "KWD", 3, "-0,005"), (0, "EUR", 0, "0"),
    ])
    func decimalsOfAShopLeaveOutZerosOnly(minorUnits: Int64, code: String, decimals: Int, written: String) {
        let format = AmountFormat(
            CurrencyFormat(
                position: .left, thousandSeparator: ".", decimalSeparator: ",", decimals: decimals))
        #expect(format.figure(Self.money(minorUnits, code)).string == written)
    }

    @Test(arguments: [
        ("", ""), ("", "\u{1B}"), (".", "."), ("0", "1"), ("-", "-"), ("−", "–"), ("(", "²"), ("", "\u{301}"),
        (".", ""),
    ])
    func signsByWhichAnAmountCouldBeMisreadAreNotUsed(thousands: String, decimal: String) {
        let format = AmountFormat(
            CurrencyFormat(position: .left, thousandSeparator: thousands, decimalSeparator: decimal))
        #expect(format.figure(Self.money(1_234_567, "EUR")).string == "12345.67")
    }

    @Test(arguments: ["9", "1.", "-", "−", "٩", "(", "+", ".", "№", "²", "Ⅷ"])
    func symbolsByWhichAnAmountCouldBeMisreadAreNotUsed(symbol: String) {
        for position in CurrencyFormat.Position.allCases {
            let format = AmountFormat(
                CurrencyFormat(position: position, thousandSeparator: ",", decimalSeparator: ".", symbol: symbol),
                of: .eur)
            let written = position == .left || position == .leftSpace ? "EUR 34.62" : "34.62 EUR"
            #expect(format.full(Self.money(3462, "EUR")).string == written)
        }
    }

    @Test(arguments: ["€", "Kč", "Fr.", "R$", "₺", "円", "د.إ", "zł", "kr.", "EUR"])
    func theSignsAndLettersOfCurrenciesAreUsed(symbol: String) {
        let format = AmountFormat(
            CurrencyFormat(position: .rightSpace, thousandSeparator: ",", decimalSeparator: ".", symbol: symbol),
            of: .eur)
        #expect(format.full(Self.money(3462, "EUR")).string == "34.62 \(symbol)")
    }

    @Test func theSymbolOfAShopStandsForNoOtherCurrency() {
        let format = AmountFormat(
            CurrencyFormat(position: .left, thousandSeparator: ",", decimalSeparator: ".", symbol: "€"), of: .eur)
        #expect(format.full(Self.money(1250, "EUR")).string == "€12.50")
        #expect(format.full(Self.money(1250, "USD")).string == "USD 12.50")
    }

    /// Tries all separators, symbols and numbers of decimals.
    @Test func noFormatChangesTheDigitsOrTakesMoreThanItSays() {
        let texts = ["", ".", ",", "\u{1B}@", "\u{A0}", "’", "日", "sehr lang", "\n"]
        for (index, thousands) in texts.enumerated() {
            for decimal in texts {
                let format = AmountFormat(
                    CurrencyFormat(
                        position: CurrencyFormat.Position.allCases[index % 4], thousandSeparator: thousands,
                        decimalSeparator: decimal, decimals: .max - index, symbol: texts[8 - index]), of: .eur)
                for amount in [Int64.min, -1, 0, 1, 123_456, .max] {
                    let money = Self.money(amount, "EUR")
                    let digits = money.formatted().filter(\.isNumber)
                    #expect(format.figure(money).string.filter(\.isASCII).filter(\.isNumber).hasPrefix(digits))
                    #expect(format.bare(money).cells <= ReceiptLayout.fewestColumns)
                    let full = format.full(money)
                    #expect(full.cells == PrintableText(full.string).cells)
                }
            }
        }
    }

    @Test func anAmountTooWideForGroupsIsWrittenWithoutThem() {
        let format = ReceiptLanguage.of("en").amountFormat
        #expect(format.figure(Self.money(12_345_678_901_234_567, "EUR")).string == "123456789012345.67")
        #expect(format.figure(Self.money(123_456_789_012_345, "EUR")).string == "1,234,567,890,123.45")
    }
}

@Suite struct ReceiptLanguageTests {
    @Test(arguments: [
        ("de", "21.11.2026"), ("en", "2026-11-21"), ("en-US", "11/21/2026"), ("en-GB", "21/11/2026"),
        ("fr-CA", "21/11/2026"), ("ja", "2026年11月21日"), ("nl_BE", "21-11-2026"), ("DE-at", "21.11.2026"),
        ("xx", "2026-11-21"), ("", "2026-11-21"),
    ])
    func aDateIsWrittenAsItsLanguageDoes(tag: String, written: String) {
        var text: [UInt8] = []
        ReceiptLanguage.of(tag).dates.write(year: 2026, month: 11, day: 21, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == written)
    }

    @Test func thereAreElevenLanguages() {
        let languages = Set(ReceiptLanguage.tags.map { $0.prefix(2) })
        #expect(languages == ["en", "de", "fr", "es", "it", "nl", "pl", "cs", "tr", "el", "ja"])
    }

    /// Words may wrap, but a table of taxes on the usual paper needs its headings side by side.
    @Test(arguments: ReceiptLanguage.tags)
    func theWordsOfALanguageFitOnPaper(tag: String) {
        let words = ReceiptLanguage.of(tag).words
        let heads = [words.taxTable.rate, words.taxTable.net, words.taxTable.tax, words.taxTable.gross]
        #expect(heads.reduce(0) { $0 + $1.cells + 1 } <= 32)
        let short = [words.order, words.receipt, words.payment, words.time, words.card.terminal, words.card.approval]
        #expect(short.allSatisfy { $0.cells <= 20 }, "\(short.filter { $0.cells > 20 })")
    }

    /// Each word is in one script and has no characters that only a screen can show.
    @Test(arguments: ReceiptLanguage.tags)
    func noWordIsEmpty(tag: String) {
        func check(_ value: Any) {
            for child in Mirror(reflecting: value).children {
                if let word = child.value as? PrintableText {
                    #expect(word.cells > 0, "\(tag) \(child.label ?? "")")
                    #expect(PrintableText(word.string) == word)
                } else {
                    check(child.value)
                }
            }
        }
        check(ReceiptLanguage.of(tag).words)
    }
}
