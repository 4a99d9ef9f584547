import Foundation
import Model

/// An order in a list of those in the shop's bin.
package struct BinnedOrder: Sendable {
    package let id: OrderID
    /// When it was changed last, which is when it was put into the bin.
    package let modified: Date?
    /// Whether it is in the bin. It is not where something on the way to the shop drops the status that was asked for.
    package let isBinned: Bool

    init(_ object: ShopObject) throws(NetworkError) {
        id = OrderID(rawValue: try object.shopID())
        modified = OrderDates(object).modified
        isBinned = object.optionalText("status") == ShopStatus.bin
    }
}

struct BinnedOrdersMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> Page<BinnedOrder> {
        try Page(response) { (object) throws(NetworkError) in try BinnedOrder(object) }
    }
}
