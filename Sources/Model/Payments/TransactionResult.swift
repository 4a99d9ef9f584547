/// A terminal's report of one transaction (ZVT status information `04 0F`). The decoder has already masked card data.
package struct TransactionResult: Hashable, Codable, Sendable {
    /// Success, or why it failed (ZVT BMP 27).
    package var resultCode: DeviceCode
    /// The amount in minor units as the terminal told it.
    package var amountMinor: Int64?
    /// The ISO 4217 number; terminals leave it out unless the till sent one.
    package var currencyNumber: Int?
    /// The receipt number. It has four digits and starts again after 9999 (BMP 87).
    package var receiptNumber: Int?
    /// The trace number, six digits (BMP 0B).
    package var trace: Int?
    /// The trace of the transaction that this one reverses (BMP 37); present only in a reversal.
    package var originalTrace: Int?
    package var turnoverNumber: Int?
    package var terminalID: String?
    /// The terminal's clock: month and day; the protocol has no year.
    package var month: Int?
    package var day: Int?
    package var hour: Int?
    package var minute: Int?
    package var second: Int?
    package var approvalCode: String?
    package var cardName: String?
    /// The scheme under which a terminal counts it; nil for a card that terminals count differently.
    package var scheme: CardScheme?
    /// The last four digits, or fewer if the terminal masks more.
    package var panLastDigits: String?
    package var cardSequenceNumber: Int?
    /// Contract (VU) number of the merchant at the acquirer.
    package var contractNumber: String?
    /// Application id of the chip, hex.
    package var applicationID: String?
    /// How the card was read.
    package var technology: CardTechnology?
    package var holderVerification: HolderVerification?
    /// Text the host or terminal added (BMP 3C).
    package var additionalText: String?

    package init(resultCode: DeviceCode) { self.resultCode = resultCode }
}
