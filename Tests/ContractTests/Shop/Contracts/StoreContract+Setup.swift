import Foundation
import Model
import Networking
import Stores
import Testing

extension StoreContract {
    static let orderStatuses = StoreContract(actions: "OrderStatusAction") { till in
        let statuses = try await till.load { OrderStatusAction.retrieveOrderStatuses($0) }
        #expect(statuses.items.map(\.slug).contains("on-hold"))
        #expect(statuses.items.compactMap(\.total).reduce(0, +) == ContractShop.orders)
        try await till.ask { OrderStatusAction.resetStoredOrderStatuses($0) }
    }

    static let paymentGateways = StoreContract(actions: "PaymentGatewayAction") { till in
        let gateways = try await till.load { PaymentGatewayAction.synchronizePaymentGateways($0) }
        #expect(gateways.items.map(\.id) == ["bacs", "cheque", "cod"] && gateways.items.allSatisfy(\.isEnabled))
        let change = PaymentGatewayChange(isEnabled: false, title: "Bar & passend")
        let changed = try await till.ask { PaymentGatewayAction.updatePaymentGateway(id: "cod", change, $0) }
        #expect(!changed.isEnabled && changed.title == "Bar & passend")
        let again = try await till.load { PaymentGatewayAction.synchronizePaymentGateways($0) }
        #expect(again.items.last?.title == "Bar & passend")
        let none = await till.refusal { PaymentGatewayAction.updatePaymentGateway(id: "none", change, $0) }
        #expect(none == "gateway.notFound")
    }

    static let taxClasses = StoreContract(actions: "TaxClassesAction") { till in
        let classes = try await till.load { TaxClassesAction.retrieveTaxClasses($0) }
        #expect(classes.items.map(\.slug) == ["standard", "reduced-rate", "zero-rate"])
        let reduced = try await till.ask { TaxClassesAction.requestMissingTaxClasses(slug: "reduced-rate", $0) }
        #expect(reduced == classes.items[1])
        #expect(try await till.ask { TaxClassesAction.requestMissingTaxClasses(slug: "books", $0) } == nil)
        let rates = try await till.load { TaxClassesAction.retrieveTaxRates(page: 1, size: 10, $0) }
        #expect(rates.items.map(\.rate) == [19, 7] && rates.total == 2)
        #expect(try await till.load { TaxClassesAction.retrieveTaxRate(2, $0) } == rates.items[1])
        #expect(await till.refusal { TaxClassesAction.retrieveTaxRate(99, $0) } == "taxRate.notFound")
    }

    static let systemStatus = StoreContract(actions: "SystemStatusAction") { till in
        let status = try await till.load { SystemStatusAction.synchronizeSystemInformation($0) }
        #expect(status.version == "11.0.1" && status.currency == "EUR" && status.hasOrderTables == true)
        let named = try await till.ask { SystemStatusAction.fetchSystemPlugin(named: "WooCommerce", $0) }
        let placed = try await till.ask {
            SystemStatusAction.fetchSystemPluginWithPath(["none/none.php", "woocommerce/woocommerce.php"], $0)
        }
        #expect(named == status.plugins.first && placed == named && named?.isActive == true)
        let report = try await till.ask { SystemStatusAction.fetchSystemStatusReport($0) }
        #expect(report.version == status.version && report.json["database"] != nil && status.json["database"] == nil)
    }
}
