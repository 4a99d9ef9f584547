import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// Parcels of orders, with and without the plugin that knows them.
@Suite struct ShipmentStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }
    private let order = OrderID(rawValue: 7)
    private static let path = "wc/v3/orders/7/shipment-trackings"
    private static let parcel =
        #"{"tracking_id":"abc","tracking_provider":"Deutsche Post DHL","tracking_number":"00340","date_shipped":"2026-11-25","#
        + #""tracking_link":"https://dhl.example/00340"}"#

    init() throws { till = try ShopTill() }

    private func parcels() throws(Failure) -> Cached<Listing<ShipmentTracking>> {
        let order = order
        return try till.ask { ShipmentAction.synchronizeShipmentTrackingData(order, $0) }
    }

    private func providers() throws(Failure) -> Cached<Listing<ShipmentProviderGroup>> {
        let order = order
        return try till.ask { ShipmentAction.synchronizeShipmentTrackingProviders(order, $0) }
    }

    private func add(_ number: String) throws(Failure) -> ShipmentTracking {
        let order = order
        return try till.ask {
            ShipmentAction.addTracking(
                order, provider: "Deutsche Post DHL", number: number, dateShipped: CalendarDay("2026-11-25"), $0)
        }
    }

    private func addCustom() throws(Failure) -> ShipmentTracking {
        let order = order
        return try till.ask {
            ShipmentAction.addCustomTracking(
                order, provider: "Bike", number: "1", link: "https://bike.example", dateShipped: nil, $0)
        }
    }

    private func delete() throws(Failure) {
        let order = order
        try till.ask { ShipmentAction.deleteTracking(order, "abc", $0) }
    }

    @Test func theParcelsOfAnOrderAreAnsweredAndKept() throws {
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]")
        #expect(try parcels().value.items.map(\.number) == ["00340"])
        shop.cutOff()
        let known = try parcels()
        #expect(known.value.items.map(\.order) == [order] && known.failure?.code == "shop.unreachable")
    }

    @Test func aParcelThatIsNotListedAnyMoreIsForgotten() throws {
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]", "[]")
        _ = try parcels()
        _ = try parcels()
        #expect(try till.cached("shipment", "7-abc") == nil)
    }

    @Test func aShopWithoutThePluginSaysSo() throws {
        let failure = #expect(throws: Failure.self) { try parcels() }
        #expect(failure?.code == "shipment.notInstalled" && failure?.recovery == .askOperator)
        #expect(shop.paths == ["GET \(Self.path)", "GET wc/v2/orders/7/shipment-trackings"])
    }

    @Test func anOldPluginIsAskedAtItsOwnPath() throws {
        shop.answer("GET wc/v2/orders/7/shipment-trackings", "[\(Self.parcel)]")
        #expect(try parcels().value.items.count == 1)
    }

    @Test func anOrderThatIsNotThereIsNoMissingPlugin() {
        shop.refuse("GET \(Self.path)", 404, "woocommerce_rest_order_invalid_id")
        let failure = #expect(throws: Failure.self) { try parcels() }
        #expect(failure?.code == "order.notFound")
    }

    @Test func aParcelIsAddedOnceHoweverOftenItIsTold() throws {
        shop.answer("GET \(Self.path)", "[]", "[\(Self.parcel)]")
        shop.answer("POST \(Self.path)", Self.parcel, status: 201)
        #expect(try add("00340").id == "abc")
        #expect(
            try till.body(of: try #require(shop.requests.last)) == [
                "tracking_provider": "Deutsche Post DHL", "tracking_number": "00340", "date_shipped": "2026-11-25",
            ])
        #expect(try add("00340").id == "abc")
        #expect(shop.paths == ["GET \(Self.path)", "POST \(Self.path)", "GET \(Self.path)"])
    }

    @Test func aLostAnswerToAnAddedParcelMakesNoSecondOne() throws {
        shop.answer("GET \(Self.path)", "[]")
        shop.answer("POST \(Self.path)", Self.parcel, status: 201)
        _ = try? add("1")
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]")
        let posts = shop.paths.count { $0.hasPrefix("POST") }
        #expect(try add("00340").id == "abc")
        #expect(shop.paths.count { $0.hasPrefix("POST") } == posts)
    }

    @Test func loadingTheCarriersKeepsThoseThatWereNamedHere() throws {
        shop.answer("GET \(Self.path)", "[]")
        shop.answer(
            "POST \(Self.path)", #"{"tracking_id":"x","tracking_provider":"Bike","tracking_number":"1"}"#, status: 201)
        _ = try addCustom()
        #expect(
            try till.body(of: try #require(shop.requests.last)) == [
                "custom_tracking_provider": "Bike", "custom_tracking_link": "https://bike.example",
                "tracking_number": "1",
            ])
        shop.answer(
            "GET \(Self.path)/providers",
            #"{"Germany":{"DHL":"https://d/%1$s","Hermes":"https://h/%1$s"},"Austria":[]}"#, "[]")
        let groups = try providers().value.items
        #expect(groups.map(\.name) == ["Austria", "Germany"])
        #expect(groups.last?.providers == ["DHL", "Hermes"])
        #expect(try providers().value.items.isEmpty)
        #expect(try till.cached("shipmentProviders", "Germany") == nil)
        #expect(try till.ask { ShipmentAction.loadCustomTrackingProviders($0) }.map(\.name) == ["Bike"])
    }

    @Test func aParcelIsDeletedAndOneThatIsGoneCountsAsDeleted() throws {
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]")
        _ = try parcels()
        shop.answer("DELETE \(Self.path)/abc", Self.parcel)
        try delete()
        #expect(try till.cached("shipment", "7-abc") == nil)
        shop.refuse("DELETE \(Self.path)/abc", 404, "woocommerce_shipment_tracking_invalid_id")
        try delete()
    }

    @Test func anErrorLeavesTheParcelsUntouched() throws {
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]", #"{"not":"a list"}"#)
        _ = try parcels()
        #expect(throws: Failure.self) { try parcels() }
        #expect(try till.cached("shipment", "7-abc") != nil)
    }

    @Test func signingOutForgetsParcelsAndCarriers() throws {
        shop.answer("GET \(Self.path)", "[\(Self.parcel)]")
        _ = try parcels()
        try till.signOut()
        #expect(try till.cached("shipment", "7-abc") == nil)
    }
}
