import Model
import Testing

@testable import Configuration

/// Currency formats that a sample amount such as `1.234,50 €` describes.
@Suite struct AmountSampleTests {
    @Test(
        arguments: [
            ("1.234,50 €", CurrencyFormat.Position.rightSpace, ".", ",", 2, "€"),
            ("€1,234.50", .left, ",", ".", 2, "€"),
            ("CHF 1’234.50", .leftSpace, "’", ".", 2, "CHF"), ("1 234,50Kč", .right, " ", ",", 2, "Kč"),
            ("¥1,234", .left, ",", ".", 0, "¥"), ("1.234 ₫", .rightSpace, ".", ",", 0, "₫"),
            ("OMR 1234.500", .leftSpace, "", ".", 3, "OMR"),
        ] as [(String, CurrencyFormat.Position, String, String, Int, String)])
    func aSampleSaysAllOfIt(
        _ sample: String, _ position: CurrencyFormat.Position, _ group: String, _ decimal: String, _ decimals: Int,
        _ symbol: String
    ) {
        let format = CurrencyFormat(
            position: position, thousandSeparator: group, decimalSeparator: decimal, decimals: decimals, symbol: symbol)
        #expect(CurrencyFormat(sample: sample) == format)
        #expect(format.sample == sample)
    }

    @Test(arguments: [
        "1.234,50", "€1.234,50 €", "1.234.50 €", "1.234,56 €", "12.34,50 €", "EUR  1.234,50", "1-234,50 €",
        "1.234,50 Gulden",
        "1.234,50000 €", "€", "", "-1,234.50", "1,234.50-", "− 1,234.50", "(1,234.50", "1,234.50.", "№ 1,234.50",
        "1−234,50 €",
    ])
    func whatIsNoSampleIsRefused(_ sample: String) {
        let lines = read("[shop]\namounts = \"\(sample)\"").lines
        #expect(
            lines.count == 1 && lines[0].hasPrefix("till.toml:2:11: error: amounts takes 1234.5 as the shop writes it"))
    }

    @Test func theShopsAmountsAreRead() {
        let read = read("[shop]\namounts = \"1.234,50 €\"")
        #expect(read.lines == [] && read.configuration.shop.amounts?.position == .rightSpace)
    }
}
