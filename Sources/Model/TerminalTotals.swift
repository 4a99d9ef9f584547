/// What a terminal says it has booked since the last end of day (ZVT status information with BMP 60).
public struct TerminalTotals: Hashable, Codable, Sendable {
    /// 0 is success; nil where the terminal sent none.
    public var resultCode: UInt8?
    /// The sum of all, whole minor units.
    public var totalMinor: Int64?
    /// ISO 4217 number; terminals leave it out unless we sent one.
    public var currencyNumber: Int?
    /// The first and last receipt that is counted.
    public var firstReceipt: Int?
    public var lastReceipt: Int?
    /// One for each scheme, also those without a payment; nil where the terminal sent none that can be read.
    public var schemes: [SchemeTotal]?
    public var trace: Int?
    public var turnoverNumber: Int?
    public var terminalID: String?
    /// The terminal's clock: month and day; the protocol has no year.
    public var month: Int?
    public var day: Int?
    public var hour: Int?
    public var minute: Int?
    public var second: Int?

    public init() {}

    /// How much was paid with the cards of one scheme.
    public struct SchemeTotal: Hashable, Codable, Sendable {
        public let scheme: CardScheme
        public let count: Int
        public let amountMinor: Int64

        public init(_ scheme: CardScheme, count: Int, amountMinor: Int64) {
            self.scheme = scheme
            self.count = count
            self.amountMinor = amountMinor
        }
    }
}

/// The schemes that terminals total by, in the order of ZVT's BMP 60.
public enum CardScheme: String, Hashable, Codable, Sendable, CaseIterable {
    case girocard, jcb, mastercard, americanExpress, visa, diners, other
}
