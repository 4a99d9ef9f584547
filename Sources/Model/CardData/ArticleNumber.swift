/// The numbers of goods in bar codes (GTIN: EAN-8, UPC-A, EAN-13 and GTIN-14). By its digits, one in ten of those that begin with
/// 4, as German ones do, could be the number of a card. So they are looked for only where a product's code is expected.
package enum ArticleNumber {
    /// How many digits they have.
    private static let digitCounts: Set = [8, 12, 13, 14]

    /// Whether the text is such a number, with the right check digit (GS1 General Specifications, 7.9), and nothing else.
    package static func isOne(_ text: String) -> Bool {
        guard digitCounts.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        var (sum, weight) = (0, 1)
        for digit in text.utf8.reversed() {
            sum += Int(digit - 0x30) * weight
            weight = 4 - weight
        }
        return sum.isMultiple(of: 10)
    }
}

extension CardData {
    /// The code of goods, a coupon or a parcel without card data. An article number stays, whatever its digits.
    package static func masked(code: String) -> String { ArticleNumber.isOne(code) ? code : masked(written: code) }
}
