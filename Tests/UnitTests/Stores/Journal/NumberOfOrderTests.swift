import Foundation
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments

/// The number by which people know the order of a transaction.
@Suite struct NumberOfOrderTests {
    private let storage = MemoryStorage { Date(timeIntervalSince1970: 1_795_294_800) }

    private func number(of order: OrderID, at site: SiteID = .embedded) throws -> String {
        try storage.read { try $0.number(of: order, at: site) }
    }

    @Test func anOrderThatIsNotKeptIsKnownByTheShopsIdOnceThereIsOne() throws {
        let made = try storage.write { try $0.addLocalOrder(site: .embedded, request: "r1") }
        #expect(try number(of: made) == "L1")
        try storage.write { try $0.setShopID(OrderID(rawValue: 2000), ofLocal: made) }
        #expect(try number(of: made) == "2000")
        #expect(try number(of: made, at: SiteID(rawValue: 3)) == "L1", "another shop has not made it")
        #expect(try number(of: OrderID(rawValue: 1042)) == "1042")
    }

    @Test func anOrderThatIsKeptIsKnownByItsNumber() throws {
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 401), number: "R-300", status: .pending, currency: .eur, lines: [],
            taxes: [], total: Money(minorUnits: 1250, currency: .eur))
        try storage.write { try $0.save([order], fetchedAt: Date(timeIntervalSince1970: 0)) }
        #expect(try number(of: order.id) == "R-300")
    }
}
