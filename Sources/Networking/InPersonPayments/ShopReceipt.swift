import Foundation
import Model

/// The receipt that the shop itself makes of an order.
///
/// Everybody who knows the address can read the page, so it is a secret: it is neither kept nor logged.
package struct ShopReceipt: Hashable, Sendable {
    package let address: String
    /// The last day on which the page is there, as the shop writes it: `2026-03-06`.
    package let lastDay: String
}

struct ShopReceiptMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> ShopReceipt {
        let object = try response.object
        let address = try object.text("receipt_url")
        guard let url = URL(string: address), ["https", "http"].contains(url.scheme?.lowercased()), url.host() != nil
        else { throw .malformed(field: "receipt_url", reason: Sentence("detail.json.otherType")) }
        return ShopReceipt(address: address, lastDay: PlainText.from(html: try object.text("expiration_date")))
    }
}
