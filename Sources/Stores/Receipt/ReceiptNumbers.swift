import Model
import Payments
import Storage

/// Under which numbers the receipts of an order stand, and in which shop the order is looked for first.
struct ReceiptNumbers: Sendable {
    /// An order that was made while the shop could not be asked has its local number on its receipts, and is called by the shop's
    /// number afterwards.
    private(set) var all: [String]
    /// The shop in which somebody is signed in; nil if nobody is, or if the till knows no other.
    let site: SiteID?

    init(_ reference: ReceiptReference, in reader: any StorageReader) throws {
        all = [reference.name]
        let shops = try RememberedShop.all(in: reader)
        site = shops.isEmpty ? nil : try Account.current(in: reader)?.site
        for shop in shops {
            let typed = OrderID(typed: reference.name)
            let ids = [
                try reader.order(number: reference.name, site: shop.site),
                try typed.flatMap { try reader.localOrder(shopID: $0, site: shop.site)?.id },
            ]
            for case let id? in ids where id.isLocal && !all.contains(id.localNumber) { all.append(id.localNumber) }
        }
    }
}
