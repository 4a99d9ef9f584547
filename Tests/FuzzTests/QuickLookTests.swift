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

    /// Of what a shop or a person has written.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func whatItLetsPassOfWrittenTextHoldsNoCardData(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var (passed, found) = (0, 0)
        for _ in 0..<10_000 {
            let length = Int.random(in: 1...10, using: &chance)
            let text = (0..<length).compactMap { _ in Self.pieces.randomElement(using: &chance) }.joined()
            let isClean = CardDataScan(text.unicodeScalars.map(\.value)).cardData(.besideNumber) == nil
            if !isClean { found += 1 }
            guard !CardDataScan.mayFindCardData(inWritten: text) else { continue }
            passed += 1
            #expect(isClean, "\(text.debugDescription) was not searched")
        }
        #expect(passed > 500 && found > 100)
    }

    /// A shop's answer has hundreds of them.
    @Test(arguments: [
        "2026-11-25T21:33:46", "https://127.0.0.1:42747/wp-json/wc/v3/orders/1001", "wc_order_4pRZ1234567",
        "+49 30 1234567",
    ])
    func itPassesWhatShopsWriteMost(text: String) { #expect(!CardDataScan.mayFindCardData(inWritten: text)) }

    @Test(arguments: ["4111 1111 1111 1111", "4012001036141113D2712", "•••• 1113 12/27", "xxxx1113 12/27"])
    func itSearchesWhatLooksLikeACard(text: String) { #expect(CardDataScan.mayFindCardData(inWritten: text)) }

    @Test func itSeesTheDigitsOfEveryScript() {
        let digits = (0x100...0x10FFFF).compactMap(Unicode.Scalar.init).filter { $0.properties.numericType == .decimal }
        #expect(digits.count > 600)
        for digit in digits { #expect(CardDataScan.mayFindCardData(in: String(Character(digit))), "\(digit)") }
    }
}
