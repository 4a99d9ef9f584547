import Flow
import Model
import Networking
import Payments

/// Card payments that the shop takes itself, by WooPayments or its Stripe extension.
package final class CardPresentPaymentsShopStore: Store {
    package typealias Handled = CardPresentPaymentsShopAction

    private let shop: ShopSession
    private let accounts: InPersonAccounts
    private let charges: ShopCache<WCPayCharge>
    private let captures: SharedAnswers<OrderCapture.Wanted, CapturedOrderPayment>
    private let orders: ShopOrders
    private var environment: Environment { shop.environment }

    init(orders: ShopOrders) {
        shop = orders.shop
        self.orders = orders
        accounts = InPersonAccounts(shop: orders.shop)
        charges = orders.shop.cache()
        captures = SharedAnswers()
    }

    package func onAction(_ action: CardPresentPaymentsShopAction) {
        let accounts = accounts
        switch action {
        case .loadAccounts(let reply):
            environment.answer(reply, "load accounts") { () throws(Failure) in try await accounts.load() }
        case .use(let gateway, let reply): reply { () throws(Failure) in try accounts.use(gateway) }
        case .selectedPaymentGatewayAccount(let reply): reply { () throws(Failure) in try accounts.selected() }
        case .loadActivePaymentGatewayExtension(let reply):
            reply { () throws(Failure) in try accounts.selected()?.gateway }
        case .refreshOnboardingState(let reply):
            let onboarding = CardPresentPaymentsOnboarding(shop: shop, accounts: accounts)
            environment.answer(reply, "look at card payments") { () throws(Failure) in try await onboarding.refresh() }
        case .checkEligibility(let order, let reply): checkEligibility(order, reply)
        case .fetchWCPayCharge(let id, let reply): fetchCharge(id, reply)
        case .captureOrderPayment(let order, let intent, let reply):
            let capture = OrderCapture(orders: orders, accounts: accounts)
            let wanted = OrderCapture.Wanted(order: order, intent: intent)
            captures.answer(reply, wanted, in: environment, "capture a payment") { () throws(Failure) in
                try await capture.run(wanted)
            }
        case .fetchConnectionToken(let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.readerTokens")))
        case .fetchDefaultLocation(let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.readerLocation")))
        case .startCardReaderUpdate(let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.readerUpdate")))
        case .checkTapToPaySupport(let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.tapToPay")))
        }
    }

    package func clearOperatorData() {
        accounts.clear()
        charges.clear()
    }

    private func fetchCharge(_ id: String, _ reply: Reply<Cached<WCPayCharge>>) {
        let (charges, accounts) = (charges, accounts)
        let remote = InPersonPaymentsRemote(.wooPayments, network: shop.network)
        environment.answer(reply, "load a charge") { () throws(Failure) in
            if try accounts.selected()?.gateway == .stripe {
                throw .unsupported(because: Sentence("detail.unsupported.chargeOfStripe"))
            }
            return try await charges.one(id) { () async throws(NetworkError) in try await remote.loadCharge(id) }
        }
    }

    private func checkEligibility(_ id: OrderID, _ reply: Reply<Cached<OrderEligibility>>) {
        let (orders, accounts) = (orders, accounts)
        let (records, products) = (shop.cache(of: OrderRecord.self), shop.cache(of: Product.self))
        environment.answer(reply, "look whether an order can be paid") { () throws(Failure) in
            let shopID = try orders.shop.shopID(of: id)
            let remote = OrdersRemote(network: orders.network, site: orders.site)
            let known = try await records.one(shopID.description) { () async throws(NetworkError) in
                try await remote.loadRecord(id: shopID)
            }
            let account = try accounts.selected()
            return try known.map { (order) throws(Failure) in
                var types: [String] = []
                for item in order.items {
                    if let product = try products.kept(String(item.productID)) { types.append(product.value.type) }
                }
                return OrderEligibility(of: order, productTypes: types, account: account)
            }
        }
    }
}
