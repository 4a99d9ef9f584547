import Foundation
import Model

/// Who sells here, and where: what is on top of every receipt.
public struct Shopfront: Sendable {
    public let site: SiteID
    public let merchant: Receipt.Merchant
    /// What is sold in where nothing says otherwise.
    public let currency: Currency
    /// The closing lines of a customer's receipt, in that language.
    public let footer: @Sendable (_ language: String) -> [String]
    /// Seconds east of UTC at that moment, where the kiosk stands.
    public let utcOffset: @Sendable (Date) -> Int
    /// Whose receipts come out of that printer by themselves; the others are kept for a reprint.
    public let copies: @Sendable (DeviceAddress) -> [ReceiptCopy]
    /// Whether amounts on receipts are written as the shop's settings have it, where it told them.
    public let writesAmountsAsTheShop: Bool

    public init(
        site: SiteID, merchant: Receipt.Merchant, currency: Currency = .eur,
        footer: @escaping @Sendable (String) -> [String],
        utcOffset: @escaping @Sendable (Date) -> Int,
        copies: @escaping @Sendable (DeviceAddress) -> [ReceiptCopy] = { _ in ReceiptCopy.allCases },
        writesAmountsAsTheShop: Bool = true
    ) {
        self.site = site
        self.merchant = merchant
        self.currency = currency
        self.footer = footer
        self.utcOffset = utcOffset
        self.copies = copies
        self.writesAmountsAsTheShop = writesAmountsAsTheShop
    }
}
