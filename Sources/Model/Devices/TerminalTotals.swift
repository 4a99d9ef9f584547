/// The totals that a terminal has booked since the last end of day (ZVT status information with BMP 60).
package struct TerminalTotals: Hashable, Codable, Sendable {
    /// 0 is success; nil if the terminal sent none.
    package var resultCode: DeviceCode?
    /// The sum of all schemes in minor units.
    package var totalMinor: Int64?
    /// The ISO 4217 number; terminals leave it out unless the till sent one.
    package var currencyNumber: Int?
    /// The first receipt that is counted.
    package var firstReceipt: Int?
    package var lastReceipt: Int?
    /// The total of each scheme, even without a payment; nil if the terminal sent none that can be read.
    package var schemes: [SchemeTotal]?
    package var trace: Int?
    package var turnoverNumber: Int?
    package var terminalID: String?
    /// The terminal's clock: month and day; the protocol has no year.
    package var month: Int?
    package var day: Int?
    package var hour: Int?
    package var minute: Int?
    package var second: Int?

    package init() {}

    /// The total of one scheme's cards.
    package struct SchemeTotal: Hashable, Codable, Sendable {
        package let scheme: CardScheme
        package let count: Int
        package let amountMinor: Int64

        package init(_ scheme: CardScheme, count: Int, amountMinor: Int64) {
            self.scheme = scheme
            self.count = count
            self.amountMinor = amountMinor
        }
    }
}
