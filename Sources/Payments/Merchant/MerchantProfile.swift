import Foundation
import Model
import Receipts

/// Who sells here, and where: what is on top of every receipt.
package struct MerchantProfile: Sendable {
    package let site: SiteID
    package let merchant: Receipt.Merchant
    /// What is sold in where nothing says otherwise.
    package let currency: Currency
    /// The closing lines of a customer's receipt, in that language.
    package let footer: @Sendable (_ language: String) -> [String]
    /// Seconds east of UTC at that moment, where the kiosk stands.
    package let utcOffset: @Sendable (Date) -> Int
    /// Out of which printer such a receipt comes by itself where a command uses that one; nil: it is kept for a reprint.
    package let printer: @Sendable (ReceiptTemplates.Kind, _ usual: DeviceAddress?) -> DeviceAddress?

    package init(
        site: SiteID, merchant: Receipt.Merchant, currency: Currency = .eur,
        footer: @escaping @Sendable (String) -> [String],
        utcOffset: @escaping @Sendable (Date) -> Int,
        printer: @escaping @Sendable (ReceiptTemplates.Kind, DeviceAddress?) -> DeviceAddress? = { $1 }
    ) {
        self.site = site
        self.merchant = merchant
        self.currency = currency
        self.footer = footer
        self.utcOffset = utcOffset
        self.printer = printer
    }

    /// Each printer out of which one of them comes, once; the usual one where all are kept.
    func printers(of kinds: [ReceiptTemplates.Kind], usually usual: DeviceAddress) -> [DeviceAddress] {
        let places = kinds.compactMap { printer($0, usual) }.eachOnce
        return places.isEmpty ? [usual] : places
    }
}
