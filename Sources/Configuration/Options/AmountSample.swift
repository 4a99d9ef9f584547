import Model

/// Reads and writes the sample that configures how amounts look: 1234.5 as the shop writes it, such as `1.234,50 €`.
extension CurrencyFormat {
    /// Nil when the text is no such sample, or when amounts in this format could be misread.
    init?(sample: String) {
        let pattern = /(\D*)1(\D?)234(?:(\D)(50*))?(\D*)/
        guard let match = sample.wholeMatch(of: pattern), match.1.isEmpty != match.5.isEmpty else { return nil }
        let (before, after) = (match.1, match.5)
        let symbol = before.isEmpty ? after.drop { $0 == " " } : before.prefix { $0 != " " }
        let gap = before.count + after.count - symbol.count
        guard (1...Self.longestSymbol).contains(symbol.count), !symbol.contains(" "), gap <= 1,
            Self.isSymbol(String(symbol))
        else { return nil }
        let (group, decimals) = (String(match.2), match.4?.count ?? 0)
        let decimal = match.3.map(String.init) ?? (group == "." ? "," : ".")
        guard group != decimal, Self.isSeparator(group + decimal), decimals <= Self.mostDecimals else { return nil }
        let isSpaced = gap == 1
        self.init(
            position: before.isEmpty ? isSpaced ? .rightSpace : .right : isSpaced ? .leftSpace : .left,
            thousandSeparator: group, decimalSeparator: decimal, decimals: decimals, symbol: String(symbol))
    }

    /// The sample text of this format.
    var sample: String {
        let decimals = decimals ?? 0
        let fraction = decimals > 0 ? decimalSeparator + "5" + String(repeating: "0", count: decimals - 1) : ""
        let (figure, symbol) = ("1\(thousandSeparator)234\(fraction)", symbol ?? "")
        return switch position {
        case .left: symbol + figure
        case .leftSpace: symbol + " " + figure
        case .right: figure + symbol
        case .rightSpace: figure + " " + symbol
        }
    }
}
