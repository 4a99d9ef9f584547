import Model

/// How amounts are written on a receipt: their digits, their signs and the currency. They are never rounded.
struct AmountFormat: Sendable {
    /// The widest amount that is grouped. A wider one is written without groups, so that the narrowest paper holds it
    /// in one piece.
    static let widestGrouped = 20
    /// The widest sign that is accepted.
    static let widestSign = 2

    private let group: PrintableText
    private let decimal: PrintableText
    private let position: CurrencyFormat.Position
    private let decimals: Int?
    /// The only currency that is written by a symbol instead of its letters.
    private let own: (code: String, symbol: PrintableText)?

    /// Leaves out a sign that a receipt cannot have; the decimal sign is then a dot.
    ///
    /// - Parameter own: the symbol of the language's own currency.
    init(_ format: CurrencyFormat, own: (code: String, symbol: PrintableText)? = nil) {
        let decimal = Self.sign(format.decimalSeparator) ?? "."
        self.decimal = decimal
        // A grouping sign equal to the decimal sign is left out, because the amount would read as another one.
        group = Self.sign(format.thousandSeparator).flatMap { $0 == decimal ? nil : $0 } ?? ""
        position = format.position
        decimals = format.decimals.map { min(max($0, 0), CurrencyFormat.mostDecimals) }
        self.own = own
    }

    /// Writes the currency by the format's symbol, if it can be printed, and all others by their letters.
    init(_ format: CurrencyFormat, of currency: Currency) {
        let symbol = format.symbol.map { PrintableText($0) }.flatMap {
            $0.cells > 0 && CurrencyFormat.isSymbol($0.string) ? $0 : nil
        }
        self.init(format, own: symbol.map { (currency.code, $0) })
    }

    /// Nil for a text that is no sign, or that would be taken for a digit or a minus sign.
    private static func sign(_ text: String) -> PrintableText? {
        let sign = PrintableText(text)
        let isOne = (1...widestSign).contains(sign.cells) && CurrencyFormat.isSeparator(sign.string)
        return isOne ? sign : nil
    }

    /// The decimal sign, for numbers other than amounts.
    var decimalSign: String { decimal.string }

    /// `1.234,50`.
    func figure(_ money: Money) -> PrintableText {
        let grouped = digits(of: money, group: group)
        return grouped.cells <= Self.widestGrouped ? grouped : bare(money)
    }

    /// `1234,50`: the form that fits on any paper.
    func bare(_ money: Money) -> PrintableText { digits(of: money, group: "", decimals: money.currency.exponent) }

    /// `EUR 1.234,50`, `€1,234.50`, `1 234,50 Kč`.
    func full(_ money: Money) -> PrintableText {
        let (symbol, isLetters) = symbol(of: money.currency)
        switch position {
        case .left where !isLetters:
            let isNegative = money.minorUnits < 0 && money.minorUnits != .min
            guard isNegative else { return joined(symbol, 0, figure(money)) }
            let amount = figure(Money(minorUnits: -money.minorUnits, currency: money.currency))
            return joined("-", 0, joined(symbol, 0, amount))
        case .left, .leftSpace: return joined(symbol, 1, figure(money))
        case .right where !isLetters: return joined(figure(money), 0, symbol)
        case .right, .rightSpace: return joined(figure(money), 1, symbol)
        }
    }

    private func symbol(of currency: Currency) -> (PrintableText, isLetters: Bool) {
        if let own, own.code == currency.code { return (own.symbol, false) }
        return (PrintableText(currency.code), true)
    }

    private func joined(_ left: PrintableText, _ gap: Int, _ right: PrintableText) -> PrintableText {
        PrintableText(left, gap: gap, right)
    }

    private func digits(of money: Money, group: PrintableText) -> PrintableText {
        digits(of: money, group: group, decimals: decimals ?? money.currency.exponent)
    }

    private func digits(of money: Money, group: PrintableText, decimals: Int) -> PrintableText {
        var (magnitude, exponent) = (money.minorUnits.magnitude, money.currency.exponent)
        while exponent > decimals, magnitude % 10 == 0 { (magnitude, exponent) = (magnitude / 10, exponent - 1) }
        let figure = Figure(
            magnitude: magnitude, isNegative: money.minorUnits < 0, decimals: exponent,
            padding: max(0, decimals - exponent), group: group, decimal: decimal)
        return figure.text
    }
}

/// Builds the characters of one amount.
private struct Figure {
    let magnitude: UInt64
    let isNegative: Bool
    let decimals: Int
    /// The number of zeros after the decimals.
    let padding: Int
    let group: PrintableText
    let decimal: PrintableText

    private var wholeDigits: Int {
        var (count, rest) = (1, magnitude / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return max(1, count - decimals)
    }

    var text: PrintableText {
        let whole = wholeDigits
        let groups = group.cells == 0 ? 0 : (whole - 1) / 3
        let fraction = decimals + padding
        let signs = isNegative ? 1 : 0
        let bytes =
            signs + whole + fraction + groups * group.string.utf8.count + (fraction > 0 ? decimal.string.utf8.count : 0)
        let cells = signs + whole + fraction + groups * group.cells + (fraction > 0 ? decimal.cells : 0)
        let string = String(unsafeUninitializedCapacity: bytes) { buffer in
            fill(buffer, groups: groups)
            return bytes
        }
        return PrintableText(clean: string, cells: cells)
    }

    /// Fills the buffer from the last digit to the first.
    private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, groups: Int) {
        var (end, rest, written) = (buffer.count, magnitude, 0)
        func put(_ byte: UInt8) {
            end -= 1
            buffer.initializeElement(at: end, to: byte)
        }
        func put(_ sign: PrintableText) { for byte in sign.string.utf8.reversed() { put(byte) } }
        for _ in 0..<padding { put(UInt8(ascii: "0")) }
        for _ in 0..<decimals {
            put(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        if decimals + padding > 0 { put(decimal) }
        repeat {
            if groups > 0, written > 0, written % 3 == 0 { put(group) }
            put(UInt8(ascii: "0") + UInt8(rest % 10))
            (rest, written) = (rest / 10, written + 1)
        } while rest > 0
        if isNegative { put(UInt8(ascii: "-")) }
    }
}
