import Failures
import Flow
import Model
import Networking
import Testing

@testable import Payments
@testable import Stores

/// Texts of orders that must not be kept, whoever asks for the change: the message to the shop would be stored with them.
@Suite struct OrderTextTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }
    private static let number = "4111 1111 1111 1111"

    init() throws { bench = try OrdersTill() }

    enum Place: CaseIterable { case note, name, meta, metaName, delivery, fee, goods }

    private static func changes(_ place: Place) -> OrderChanges {
        var changes = OrdersTill.oneOf
        switch place {
        case .note: changes.customerNote = "paid with \(number)"
        case .name: changes.billing = ["last_name": number]
        case .meta: changes.meta = ["Table": number]
        case .metaName: changes.meta = [number: "7"]
        case .delivery:
            changes.shippingLines = [OrderChanges.Shipping(methodID: "flat_rate", title: number, total: "4.90")]
        case .fee: changes.fees = [OrderChanges.Fee(name: number, total: "1.00", isTaxable: false)]
        case .goods: changes.items[0].meta = ["Engraving": number]
        }
        return changes
    }

    @Test(arguments: Place.allCases)
    func aCardNumberIsNeitherKeptNorSent(_ place: Place) throws {
        shop.place(1042)
        let changes = Self.changes(place)
        for key in ["a", nil] {
            let failure = #expect(throws: Failure.self) {
                _ = try bench.ask { OrderAction.createOrder(changes, key: key, $0) }
            }
            #expect(failure?.code == "order.cardNumber")
        }
        let failure = #expect(throws: Failure.self) {
            _ = try bench.ask { OrderAction.updateOrder(OrderID(rawValue: 1042), changes, $0) }
        }
        #expect(failure?.code == "order.cardNumber")
        #expect(try bench.counter.undelivered.isEmpty)
        #expect(shop.state.withLock { $0.orders.count } == 1)
    }
}
