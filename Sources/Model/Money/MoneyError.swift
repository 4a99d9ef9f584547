/// Why an amount could not be read or computed.
package enum MoneyError: Error, Hashable, Sendable {
    case malformed(String)
    case tooManyDecimals(String, allowed: Int)
    case outOfRange(String)
    case currencyMismatch(Currency, Currency)
    case overflow
}
