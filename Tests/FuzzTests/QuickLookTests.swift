import Flow
import Testing

@testable import Model

/// The redactor's quick look may err on one side only: text that it lets pass unsearched contains nothing to hide.
@Suite struct QuickLookTests {
    /// What card numbers, tracks and expiry dates are made of, what stands around them, and what looks like them.
    static let pieces = [
        "4111111111111111", "4012001036141113", "411111", "4111", "41", "000000", "38", "7", "12/27", "12", "2027",
        "1227", "/", ".", " - ", " ", "  ", "-", "\n", ":", "=", "D", "^", "?", "%B", ";", "****", "XXXX", "#", "•",
        "exp", "EXP ", "expiry", "Expires ", "valid thru ", "VALID", "gültig bis ", "GÜLTIG ", "gueltig", "verfällt ",
        "Verf. ", "Ablauf ", "bis ", "date ", "until", "to ", "x", "v", "ü", "€", "é", "u\u{308}", "K", "\u{212A}", "İ",
        "Betrag EUR ", "11,50", "Terminal-ID ", "52500041", "Nr. ", "٤١١١", "４１１１", "०", "\u{1D7D0}", "\u{A0}",
        "\u{200B}",
    ]

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func whatItLetsPassHoldsNoCardData(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var passed = 0
        for _ in 0..<2_000 {
            let length = Int.random(in: 1...10, using: &chance)
            let text = (0..<length).compactMap { _ in Self.pieces.randomElement(using: &chance) }.joined()
            guard !CardDataScan.mayFindCardData(in: text) else { continue }
            passed += 1
            #expect(TextProperty.isClean(text), "\(text.debugDescription) was not searched")
        }
        #expect(passed > 100, "the quick look spares nothing")
    }

    /// A shop's answer has hundreds of them.
    @Test func itPassesTimesBecauseTheyHoldNoCardData() {
        var chance = SeededGenerator(seed: 1)
        for round in 0..<100_000 {
            let text = String(
                "2099-19-39T29:59:59".enumerated().map { place, letter in
                    guard place > 1, let most = letter.wholeNumberValue else { return letter }
                    return Character(String(Int.random(in: 0...most, using: &chance)))
                })
            #expect(!CardDataScan.mayFindCardData(in: text))
            if round % 50 == 0 { #expect(TextProperty.isClean(text), "\(text)") }
            let isClean = CardDataScan(text.unicodeScalars.map(\.value)).cardData(.announced) == nil
            #expect(isClean, "\(text)")
        }
        for other in ["4111-11-11T11:11:11", "2026-11-25 21:33:46", "2026-11-25T21:33:46Z", "2026-11-45T21:33:46"] {
            #expect(CardDataScan.mayFindCardData(in: other), "\(other)")
        }
    }

    @Test func itSeesTheDigitsOfEveryScript() {
        let digits = (0x100...0x10FFFF).compactMap(Unicode.Scalar.init).filter { $0.properties.numericType == .decimal }
        #expect(digits.count > 600)
        for digit in digits { #expect(CardDataScan.mayFindCardData(in: String(Character(digit))), "\(digit)") }
    }
}
