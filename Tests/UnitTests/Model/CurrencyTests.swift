import Foundation
import Model
import Testing

struct CurrencyTests {
    @Test func codesAreThreeCapitalsAndUnique() {
        let codes = Currency.iso4217.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[A-Z]{3}/) != nil })
    }

    @Test func numbersAreOfThreeDigitsAndUnique() {
        let numbers = Currency.iso4217.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { (1...999).contains($0) })
    }

    @Test func currenciesWithoutMinorUnitAreThese() {
        let expected = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
        #expect(codes(withExponent: 0) == expected)
    }

    @Test func currenciesWithThreeOrFourDecimalsAreThese() {
        #expect(codes(withExponent: 3) == "BHD IQD JOD KWD LYD OMR TND")
        #expect(codes(withExponent: 4) == "CLF UYW")
    }

    @Test func allOthersHaveTwo() {
        let rest = Currency.iso4217.filter { ![0, 3, 4].contains($0.exponent) }
        #expect(rest.allSatisfy { $0.exponent == 2 })
    }

    @Test(arguments: Currency.iso4217)
    func aCurrencyIsFoundByCodeAndByNumber(_ currency: Currency) {
        #expect(Currency(code: currency.code) == currency)
        #expect(Currency(code: currency.code.lowercased()) == currency)
        #expect(Currency(number: currency.number) == currency)
    }

    /// Shops have them in old orders. Nobody pays in them, and no terminal is told of them by number.
    @Test(arguments: Currency.withdrawn)
    func aWithdrawnCurrencyIsOnlyReadFromWhatIsTold(_ currency: Currency) throws {
        #expect(Currency(told: currency.code) == currency && Currency(told: currency.code.lowercased()) == currency)
        #expect(try JSONDecoder().decode([Currency].self, from: JSONEncoder().encode([currency])) == [currency])
        #expect(Currency(code: currency.code) == nil)
        #expect(Currency(number: currency.number) == nil)
        #expect(!Currency.iso4217.contains { $0.code == currency.code || $0.number == currency.number })
    }

    @Test(arguments: ["", "EU", "EURO", "XXX", "DEM", "EUR "])
    func whatIsNoCurrencyIsNotFound(_ code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test(arguments: [0, -978, 999, 280, Int.max])
    func aNumberOutOfUseIsNotFound(_ number: Int) {
        #expect(Currency(number: number) == nil)
    }

    @Test func theEuroIsTheEuroOfTheTable() {
        #expect(Currency(code: "EUR") == .eur)
    }

    @Test func aCurrencyIsStoredAsItsCode() throws {
        let stored = try JSONEncoder().encode([Currency.eur])
        #expect(String(decoding: stored, as: UTF8.self) == #"["EUR"]"#)
        #expect(try JSONDecoder().decode([Currency].self, from: stored) == [.eur])
    }

    @Test func aStoredCodeThatIsNoCurrencyIsNotRead() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Currency].self, from: Data(#"["DEM"]"#.utf8)) }
    }

    private func codes(withExponent exponent: Int) -> String {
        Currency.iso4217.filter { $0.exponent == exponent }.map(\.code).sorted().joined(separator: " ")
    }
}
