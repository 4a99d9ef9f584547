import Foundation
import Model
import Receipts
import Storage

/// The merchant's name and address, which head every receipt, and the merchant's settings.
package struct MerchantProfile: Sendable {
    package let merchant: Receipt.Merchant
    /// Whether the merchant heads the receipts of every shop. If not, it is the embedded shop's, and another shop heads its
    /// receipts with its own name.
    package let isOfEveryShop: Bool
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
        merchant: Receipt.Merchant, isOfEveryShop: Bool = true, currency: Currency = .eur,
        footer: @escaping @Sendable (String) -> [String],
        utcOffset: @escaping @Sendable (Date) -> Int,
        printer: @escaping @Sendable (ReceiptTemplates.Kind, DeviceAddress?) -> DeviceAddress? = { $1 }
    ) {
        self.merchant = merchant
        self.isOfEveryShop = isOfEveryShop
        self.currency = currency
        self.footer = footer
        self.utcOffset = utcOffset
        self.printer = printer
    }

    /// What heads the receipts of a payment in that shop, even if the till is signed in at another one now.
    func merchant(of site: SiteID, in reader: any SettingsReading) throws -> Receipt.Merchant {
        guard !isOfEveryShop, let shop = try RememberedShop.all(in: reader).first(where: { $0.site == site }) else {
            return merchant
        }
        return Receipt.Merchant(name: shop.name, address: [], taxID: nil)
    }

    /// The distinct printers on which receipts of these kinds are printed after a request; only its own if none is printed
    /// automatically. Its own is left out if it need not be able to print.
    func printers(of kinds: [ReceiptTemplates.Kind], for request: PaymentRequest) -> [DeviceAddress] {
        guard !request.isPrintedByTerminal else { return [] }
        let places = kinds.compactMap { printer($0, request.printer) }.eachOnce
        return (places.isEmpty ? [request.printer] : places)
            .filter { !request.leavesReceiptToPayer || $0 != request.printer }
    }
}
