import Foundation
import Model
import Networking
import Stores
import Testing

extension StoreContract {
    /// The shop is in a country in which its extensions take no cards in person; its account is there all the same.
    static let cardPresentPayments = StoreContract(actions: "CardPresentPaymentsShopAction") { till in
        typealias Cards = CardPresentPaymentsShopAction
        let accounts = try await till.ask { Cards.loadAccounts($0) }
        #expect(accounts.items.map(\.gateway) == [.wooPayments] && accounts.items[0].currencies == ["EUR"])
        let used = try await till.ask { Cards.use(.wooPayments, $0) }
        #expect(used == accounts.items[0])
        #expect(try await till.ask { Cards.selectedPaymentGatewayAccount($0) } == used)
        #expect(try await till.ask { Cards.loadActivePaymentGatewayExtension($0) } == .wooPayments)
        let state = try await till.ask { Cards.refreshOnboardingState($0) }
        #expect(state == .countryNotSupported(country: "DE"))
        try await capture(at: till)
        #expect(await till.refusal { Cards.fetchConnectionToken($0) } == "shop.unsupported")
        #expect(await till.refusal { Cards.fetchDefaultLocation($0) } == "shop.unsupported")
        #expect(await till.refusal { Cards.startCardReaderUpdate($0) } == "shop.unsupported")
        #expect(await till.refusal { Cards.checkTapToPaySupport($0) } == "shop.unsupported")
    }

    private static func capture(at till: ContractTill) async throws {
        typealias Cards = CardPresentPaymentsShopAction
        let amount = try Money(parsing: "5.00", currency: .eur)
        let order = try await till.load {
            OrderAction.createSimplePaymentsOrder(amount, name: "Spende", isTaxable: false, $0)
        }
        #expect(try await till.load { Cards.checkEligibility(order.id, $0) }.isEligible)
        // An order that the till has made has an id of its own there.
        let there = OrderID(rawValue: try #require(Int64(order.number)))
        let intent = "pi_\(there)_authorised"
        let captured = try await till.ask { Cards.captureOrderPayment(there, intent: intent, $0) }
        #expect(captured.intent == intent && !captured.wasCaptured)
        #expect(try await till.ask { Cards.captureOrderPayment(there, intent: intent, $0) }.wasCaptured)
        let record = try await till.load { OrderAction.retrieveOrderRecord(there, $0) }
        #expect(record.dates.paid != nil)
        let id = try #require(record.meta.first { $0.key == "_charge_id" }?.value.text)
        let charge = try await till.load { Cards.fetchWCPayCharge(id, $0) }
        #expect(charge.amount == amount && charge.intent == intent && charge.isCaptured)
        #expect(await till.refusal { Cards.fetchWCPayCharge("ch_none", $0) } == "gateway.chargeNotFound")
    }

    static let shopReceipts = StoreContract(actions: "ShopReceiptAction") { till in
        let order = OrderID(rawValue: 1001)
        let first = try await till.ask { ShopReceiptAction.retrieveShopReceipt(order, days: 2, isNew: false, $0) }
        #expect(first.lastDay == "2026-11-23")
        #expect(try await till.ask { ShopReceiptAction.retrieveShopReceipt(order, days: 9, isNew: false, $0) } == first)
        let new = try await till.ask { ShopReceiptAction.retrieveShopReceipt(order, days: 2, isNew: true, $0) }
        #expect(new.address != first.address)
    }
}
