import Model
import Testing

/// One currency for each number of decimals that exists.
extension Currency {
    static let byDecimals = ["JPY", "EUR", "KWD", "CLF"].compactMap(Currency.init(code:))
}

struct MoneyParsingTests {
    private struct Amount: CustomTestStringConvertible {
        let text: String
        let code: String
        let minorUnits: Int64
        var testDescription: String { "\(text) \(code)" }
    }

    private static let good = [
        Amount(text: "12.50", code: "EUR", minorUnits: 1_250),
        Amount(text: "12,50", code: "EUR", minorUnits: 1_250),
        Amount(text: "12.5", code: "EUR", minorUnits: 1_250),
        Amount(text: "12", code: "EUR", minorUnits: 1_200),
        Amount(text: "0.05", code: "EUR", minorUnits: 5),
        Amount(text: "-0.05", code: "EUR", minorUnits: -5),
        Amount(text: "-0", code: "EUR", minorUnits: 0),
        Amount(text: "0012.50", code: "EUR", minorUnits: 1_250),
        Amount(text: "1250", code: "JPY", minorUnits: 1_250),
        Amount(text: "1.234", code: "KWD", minorUnits: 1_234),
        Amount(text: "1,2345", code: "CLF", minorUnits: 12_345),
        Amount(text: "92233720368547758.07", code: "EUR", minorUnits: .max),
        Amount(text: "-92233720368547758.08", code: "EUR", minorUnits: .min),
        Amount(text: "9223372036854775807", code: "JPY", minorUnits: .max),
    ]

    @Test(arguments: good)
    private func anAmountIsReadExactly(_ amount: Amount) throws {
        let currency = try #require(Currency(code: amount.code))
        #expect(try Money(parsing: amount.text, currency: currency).minorUnits == amount.minorUnits)
    }

    @Test(arguments: [
        "", "-", ".", ",", "12.", ".5", "+5", "--5", "5-", "1.2.3", "1,234.50", "1.234,50", "1e3", "0x10", " 1", "1 ",
        "1\u{0}", "٣", "½", "12.5€", "NaN", "1_000", "−5",
    ])
    func whatIsNoAmountIsRefused(_ text: String) {
        #expect(throws: MoneyError.malformed(text)) { try Money(parsing: text, currency: .eur) }
    }

    @Test func moreDecimalsThanTheCurrencyHasAreRefusedNotRounded() throws {
        #expect(throws: MoneyError.tooManyDecimals("12.505", allowed: 2)) {
            try Money(parsing: "12.505", currency: .eur)
        }
        let yen = try #require(Currency(code: "JPY"))
        #expect(throws: MoneyError.tooManyDecimals("12.0", allowed: 0)) { try Money(parsing: "12.0", currency: yen) }
    }

    @Test(arguments: ["92233720368547758.08", "-92233720368547758.09", "99999999999999999999999999"])
    func whatDoesNotFitIsRefused(_ text: String) {
        #expect(throws: MoneyError.outOfRange(text)) { try Money(parsing: text, currency: .eur) }
    }
}

struct MoneyFormattingTests {
    private func formatted(_ minorUnits: Int64, _ code: String, separator: String = ".") throws -> String {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code: code))).formatted(separator: separator)
    }

    @Test func anAmountHasItsCurrencysDecimals() throws {
        #expect(try formatted(1_250, "JPY") == "1250")
        #expect(try formatted(1_250, "EUR") == "12.50")
        #expect(try formatted(1_250, "KWD") == "1.250")
        #expect(try formatted(1_250, "CLF") == "0.1250")
    }

    @Test func smallAmountsHaveALeadingZero() throws {
        #expect(try formatted(0, "EUR") == "0.00")
        #expect(try formatted(5, "EUR") == "0.05")
        #expect(try formatted(5, "CLF") == "0.0005")
        #expect(try formatted(0, "JPY") == "0")
    }

    @Test func aNegativeAmountHasItsSignInFront() throws {
        #expect(try formatted(-5, "EUR") == "-0.05")
        #expect(try formatted(-1_250, "JPY") == "-1250")
    }

    @Test func theBoundsAreWrittenExactly() throws {
        #expect(try formatted(.max, "EUR") == "92233720368547758.07")
        #expect(try formatted(.min, "EUR") == "-92233720368547758.08")
        #expect(try formatted(.min, "CLF") == "-922337203685477.5808")
    }

    @Test func theDecimalSignIsTheLocales() throws {
        #expect(try formatted(1_250, "EUR", separator: ",") == "12,50")
    }

    @Test func aDescriptionNamesTheCurrency() {
        #expect("\(Money(minorUnits: 1_250, currency: .eur))" == "12.50 EUR")
    }
}

struct MoneyArithmeticTests {
    private let one = Money(minorUnits: 1, currency: .eur)
    private let most = Money(minorUnits: .max, currency: .eur)
    private let least = Money(minorUnits: .min, currency: .eur)
    private let yen = Currency(code: "JPY").map { Money(minorUnits: 1, currency: $0) }

    @Test func sumsAndDifferencesAreExact() throws {
        let tenth = Money(minorUnits: 10, currency: .eur)
        let fifth = Money(minorUnits: 20, currency: .eur)
        #expect(try tenth.adding(fifth) == Money(minorUnits: 30, currency: .eur))
        #expect(try tenth.subtracting(fifth) == Money(minorUnits: -10, currency: .eur))
    }

    @Test func whatDoesNotFitIsThrownNotWrapped() {
        #expect(throws: MoneyError.overflow) { try most.adding(one) }
        #expect(throws: MoneyError.overflow) { try least.subtracting(one) }
    }

    @Test func currenciesAreNeverMixed() throws {
        let yen = try #require(yen)
        let mismatch = MoneyError.currencyMismatch(.eur, yen.currency)
        #expect(throws: mismatch) { try one.adding(yen) }
        #expect(throws: mismatch) { try one.subtracting(yen) }
    }
}

/// Rules that hold for every amount, tried on many amounts, large and small, from a fixed seed.
struct MoneyPropertyTests {
    private static let amounts = Amounts(seed: 0x5EED).prefix(2_000)

    @Test(arguments: Currency.byDecimals)
    func whatIsWrittenIsReadBack(_ currency: Currency) throws {
        for minorUnits in Self.amounts {
            let money = Money(minorUnits: minorUnits, currency: currency)
            #expect(try Money(parsing: money.formatted(), currency: currency) == money)
            #expect(try Money(parsing: money.formatted(separator: ","), currency: currency) == money)
        }
    }

    @Test func whatIsAddedCanBeSubtracted() throws {
        for (left, right) in zip(Self.amounts, Self.amounts.dropFirst()) {
            let (first, second) = (Money(minorUnits: left, currency: .eur), Money(minorUnits: right, currency: .eur))
            guard let sum = try? first.adding(second) else {
                #expect((left > 0) == (right > 0), "only amounts of one sign overflow")
                continue
            }
            #expect(try sum.subtracting(second) == first)
            #expect(try second.adding(first) == sum)
        }
    }
}

/// Whole numbers of all sizes, the same for the same seed.
private struct Amounts: Sequence, IteratorProtocol {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Int64? {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64(bitPattern: state) >> Int64(state >> 58)
    }
}
