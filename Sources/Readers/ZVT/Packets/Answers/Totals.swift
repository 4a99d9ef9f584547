import Model
import ZVTCodes

/// BMP 60: the turnover by scheme, `53` bytes (ZVT 13.08 §3.1).
struct SchemeTotals: Hashable, Sendable {
    /// The length of the record: receipt numbers, then a one-byte count and a sum for each scheme.
    static let length = 2 * receiptLength + CardScheme.allCases.count * schemeLength
    private static let receiptLength = 2
    private static let sumLength = 6
    private static let schemeLength = 1 + sumLength

    let firstReceipt: Int?
    let lastReceipt: Int?
    let schemes: [TerminalTotals.SchemeTotal]

    /// Nil unless the bytes have this layout.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        var rest = bytes[...]
        func take(_ count: Int) -> Int64? {
            defer { rest = rest.dropFirst(count) }
            return BCD.number(rest.prefix(count))
        }
        firstReceipt = take(Self.receiptLength).map(Int.init)
        lastReceipt = take(Self.receiptLength).map(Int.init)
        var schemes: [TerminalTotals.SchemeTotal] = []
        for scheme in CardScheme.allCases {
            guard let count = rest.popFirst(), let sum = take(Self.sumLength) else { return nil }
            schemes.append(TerminalTotals.SchemeTotal(scheme, count: Int(count), amountMinor: sum))
        }
        self.schemes = schemes
    }
}

extension CardScheme {
    /// The scheme of a ZVT card type (BMP 8A). Nil for cards that terminals count differently, by brand or as others:
    /// Maestro, V PAY, direct debit, and later ones.
    init?(cardType: UInt8) {
        switch cardType {
        case 2, 5: self = .girocard
        case 6: self = .mastercard
        case 8: self = .americanExpress
        case 10, 11: self = .visa
        case 12: self = .diners
        case 14: self = .jcb
        default: return nil
        }
    }
}

extension StatusInformation {
    /// The record as terminal totals.
    package var terminalTotals: TerminalTotals {
        let byScheme = totals.flatMap(SchemeTotals.init)
        var told = TerminalTotals()
        told.resultCode = resultCode.map(DeviceCode.init(zvt:))
        told.totalMinor = amountMinor
        told.currencyNumber = currency
        told.firstReceipt = byScheme?.firstReceipt
        told.lastReceipt = byScheme?.lastReceipt
        told.schemes = byScheme?.schemes
        told.trace = trace
        told.turnoverNumber = turnoverNumber
        told.terminalID = terminalID
        told.month = date?.month
        told.day = date?.day
        told.hour = time?.hour
        told.minute = time?.minute
        told.second = time?.second
        return told
    }
}
