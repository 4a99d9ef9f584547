import Foundation
import Model
import Receipts

/// The merchant's name and address, which head every receipt, and the merchant's settings.
package struct MerchantProfile: Sendable {
    package let merchant: Receipt.Merchant
    /// The currency unless a request names another.
    package let currency: Currency
    /// The closing lines of a customer's receipt in that language.
    package let footer: @Sendable (_ language: String) -> [String]
    /// The kiosk's zone at that moment, in seconds east of UTC.
    package let utcOffset: @Sendable (Date) -> Int
    /// The printer that prints such a receipt automatically, for a command that uses the usual one; nil if it is only
    /// stored for a reprint.
    package let printer: @Sendable (ReceiptTemplates.Kind, _ usual: DeviceAddress?) -> DeviceAddress?

    package init(
        merchant: Receipt.Merchant, currency: Currency = .eur,
        footer: @escaping @Sendable (String) -> [String],
        utcOffset: @escaping @Sendable (Date) -> Int,
        printer: @escaping @Sendable (ReceiptTemplates.Kind, DeviceAddress?) -> DeviceAddress? = { $1 }
    ) {
        self.merchant = merchant
        self.currency = currency
        self.footer = footer
        self.utcOffset = utcOffset
        self.printer = printer
    }

    /// The distinct printers of these kinds of receipt; only the usual one if none is printed automatically.
    func printers(of kinds: [ReceiptTemplates.Kind], usually usual: DeviceAddress) -> [DeviceAddress] {
        let places = kinds.compactMap { printer($0, usual) }.eachOnce
        return places.isEmpty ? [usual] : places
    }
}
