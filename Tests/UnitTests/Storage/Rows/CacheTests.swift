import Foundation
import Model
import StorageInMemory
import Testing

@testable import Storage

/// What is cached of the shops, in SQLite and in memory.
@Suite struct CacheTests {
    private static let other = SiteID(rawValue: 7)

    private func storage(_ inMemory: Bool) throws -> any StorageManagerType {
        inMemory ? MemoryStorage { Sample.time } : try StorageManager.inMemory { Sample.time }
    }

    @Test(arguments: [false, true]) func aDocumentBelongsToItsSite(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        let (own, foreign) = (Sample.document(text: "A"), Sample.document(site: Self.other, text: "B"))
        try storage.write { try $0.cache([own, foreign]) }
        try storage.write { try $0.dropCache("product", site: .embedded) }
        let left = try storage.read { reader in
            try [.embedded, Self.other].map { try reader.cached("product", key: "11", site: $0) }
        }
        #expect(left[0] == nil)
        #expect(left[1]?.searchText == "b")
    }

    @Test(arguments: [false, true]) func aDocumentAloneLeavesTheListsAsTheyAre(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        let list = Sample.list(["11", "12"])
        try storage.write { transaction in
            try transaction.replace(list, documents: [Sample.document(), Sample.document("12")], isOfAll: true)
            try transaction.cache([Sample.document("13")])
        }
        #expect(try storage.read { try $0.cachedList("product", query: "{}", site: .embedded)?.keys } == ["11", "12"])
        #expect(try storage.read { try $0.cached("product", keys: ["12", "13"], site: .embedded).count } == 2)
    }

    @Test(arguments: [false, true], [false, true])
    func onlyAWholeListOfAllRemovesWhatItDoesNotName(inMemory: Bool, isOfAll: Bool) throws {
        let storage = try storage(inMemory)
        let both = [Sample.document(), Sample.document("12")]
        try storage.write { transaction in
            try transaction.replace(Sample.list(["11", "12"]), documents: both, isOfAll: isOfAll)
            try transaction.replace(Sample.list(["12"]), documents: [both[1]], isOfAll: isOfAll)
        }
        #expect(try storage.read { try $0.cached("product", key: "11", site: .embedded) == nil } == isOfAll)
    }

    @Test(arguments: [false, true]) func aRemovedDocumentIsInNoListAndNotFound(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        try storage.write { transaction in
            try transaction.replace(
                Sample.list(["12", "11", "13"], total: 30, isWhole: false),
                documents: [Sample.document(), Sample.document("12"), Sample.document("13")], isOfAll: false)
            try transaction.uncache("product", key: "11", site: .embedded)
        }
        let (list, found) = try storage.read { reader in
            (
                try reader.cachedList("product", query: "{}", site: .embedded),
                try reader.searchCache("cappu", resource: "product", site: .embedded, limit: 9)
            )
        }
        #expect(list?.keys == ["12", "13"])
        #expect(list?.total == 29)
        #expect(found.map(\.key) == ["13", "12"])
    }

    @Test(
        arguments: [false, true],
        [
            ("CAFÉ", true), ("cafe cr", true), ("é", true), ("fé", true), ("", true), ("\"cafe\"", false),
            ("caf* ", false),
            ("cafe OR tea", false), ("tea", false), ("%", false),
            ("café crème à la vanille de madagascar et d'ailleurs", true),
        ])
    func aSearchFindsATextWithoutRegardToCaseAndAccents(inMemory: Bool, text: (String, Bool)) throws {
        let storage = try storage(inMemory)
        let document = Sample.document(text: "Cafe Crème à la Vanille de Madagascar et d'ailleurs")
        try storage.write { try $0.cache([document]) }
        let found = try storage.read {
            try $0.searchCache(text.0, resource: "product", site: .embedded, limit: 9)
        }
        #expect(found.isEmpty != text.1)
    }

    @Test(arguments: [false, true]) func aChangedTextIsFoundByItsNewWordsOnly(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        for text in ["Espresso", "", "Filterkaffee", "Espresso macchiato", "Espresso mit Filterkaffee"] {
            try storage.write { try $0.cache([Sample.document(text: text)]) }
            for wanted in ["espresso", "kaffee"] {
                let found = try storage.read {
                    try $0.searchCache(wanted, resource: "product", site: .embedded, limit: 9)
                }
                #expect(found.isEmpty == !SearchText.folded(text).contains(wanted))
            }
        }
    }

    @Test(arguments: [false, true]) func anOrderIsFoundByItsNumber(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        try storage.write { try $0.save([Sample.order(), Sample.order(1043)], fetchedAt: Sample.time) }
        #expect(try storage.read { try $0.order(number: "1043", site: .embedded)?.rawValue } == 1043)
        #expect(try storage.read { try $0.order(number: "104", site: .embedded) } == nil)
    }

    /// The index of orders holds site and id in one number.
    @Test(arguments: [0, 1, 1 << 43, (1 << 44) - 1, 1 << 44, Int64.max, -5] as [Int64])
    func anOrderWithAnyIdIsKept(id: Int64) throws {
        let storage = try storage(false)
        let last = SiteID(rawValue: Schema.mostSites)
        for site in [SiteID.embedded, last] {
            try storage.write {
                try $0.save([Sample.order(id, site: site, customer: "Anna Nowak")], fetchedAt: Sample.time)
                try $0.save([Sample.order(id, site: site, customer: "Anna Kowalska")], fetchedAt: Sample.time)
            }
            let found = try storage.read { try $0.searchOrders("kowal", site: site, limit: 9) }
            #expect(found.map(\.order.id.rawValue) == (id < 1 << 44 ? [id] : []))
            #expect(try storage.read { try $0.searchOrders("nowak", site: site, limit: 9) }.isEmpty)
            #expect(try storage.read { try $0.order(id: OrderID(rawValue: id), site: site) } != nil)
        }
    }

    @Test(arguments: [false, true]) func aLocalOrderGetsOneIdOfItsShopForEver(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        let (one, two) = try storage.write { transaction in
            (
                try transaction.addLocalOrder(site: .embedded, request: "a"),
                try transaction.addLocalOrder(site: .embedded, request: "b")
            )
        }
        #expect([one.rawValue, two.rawValue] == [-1, -2])
        #expect(throws: StorageError.conflict(.id("a"))) {
            try storage.write { _ = try $0.addLocalOrder(site: .embedded, request: "a") }
        }
        let shopID = OrderID(rawValue: 77)
        for _ in 0..<2 { try storage.write { try $0.setShopID(shopID, ofLocal: one) } }
        #expect(throws: StorageError.conflict(.id("L1"))) {
            try storage.write { try $0.setShopID(OrderID(rawValue: 78), ofLocal: one) }
        }
        #expect(throws: StorageError.conflict(.id("L2"))) {
            try storage.write { try $0.setShopID(shopID, ofLocal: two) }
        }
        #expect(throws: StorageError.missing(.order, id: "L3")) {
            try storage.write { try $0.setShopID(shopID, ofLocal: OrderID(rawValue: -3)) }
        }
        try storage.read { (reader) throws -> Void in
            #expect(try reader.ownID(of: shopID, site: .embedded) == one)
            #expect(try reader.ownID(of: shopID, site: Self.other) == shopID)
            #expect(
                try reader.shopID(of: one, site: .embedded) == shopID && reader.shopID(of: one, site: Self.other) == nil
            )
            #expect(try reader.shopID(of: OrderID(rawValue: 5), site: .embedded) == OrderID(rawValue: 5))
        }
    }

    @Test(arguments: [false, true]) func theRequestOfADroppedOrderMakesAnotherUnderANewId(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        try storage.write { transaction in
            let (refused, told) = (
                try transaction.addLocalOrder(site: .embedded, request: "a"),
                try transaction.addLocalOrder(site: .embedded, request: "b")
            )
            try transaction.setShopID(OrderID(rawValue: 77), ofLocal: told)
            for order in [refused, told, OrderID(rawValue: -9), OrderID(rawValue: 1)] {
                try transaction.dropLocalOrder(order)
            }
            #expect(try transaction.localOrder(request: "a") == nil && transaction.localOrder(told) != nil)
            #expect(try transaction.addLocalOrder(site: .embedded, request: "a").rawValue == -3)
            try transaction.dropLocalOrder(OrderID(rawValue: -3))
            #expect(try transaction.addLocalOrder(site: .embedded, request: "a").rawValue == -4)
        }
    }

    @Test(arguments: [false, true]) func anOrderThatTheShopNeverKnewIsNotDropped(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        try storage.write { transaction in
            let local = try transaction.addLocalOrder(site: .embedded, request: "a")
            let told = try transaction.addLocalOrder(site: .embedded, request: "b")
            try transaction.setShopID(OrderID(rawValue: 77), ofLocal: told)
            for id in [local.rawValue, told.rawValue, 1042] {
                try transaction.save([Sample.order(id)], fetchedAt: Sample.time)
            }
            try transaction.dropOrders(fetchedBefore: Sample.later.addingTimeInterval(1), amongOldest: 1)
            try transaction.dropOrders(site: .embedded)
        }
        let left = try storage.read { try $0.orders(site: .embedded, status: nil, limit: 9) }
        #expect(left.map(\.order.id.rawValue) == [-1])
    }

    /// In a list they are where the shop has them once it knows them; a search names this till's own first.
    @Test(arguments: [false, true]) func ordersThatNoShopKnowsYetAreListedFirstAndFound(inMemory: Bool) throws {
        let storage = try storage(inMemory)
        try storage.write { transaction in
            for request in ["a", "b", "c", "d"] { _ = try transaction.addLocalOrder(site: .embedded, request: request) }
            try transaction.setShopID(OrderID(rawValue: 77), ofLocal: OrderID(rawValue: -1))
            try transaction.setShopID(OrderID(rawValue: 5), ofLocal: OrderID(rawValue: -2))
            for id in [-1, -2, -3, -4, 6, 1042, 70] as [Int64] {
                try transaction.save([Sample.order(id, customer: "Sieglinde Quast")], fetchedAt: Sample.time)
            }
        }
        func listed(_ limit: Int) throws -> [Int64] {
            try storage.read { try $0.orders(site: .embedded, status: nil, limit: limit) }.map(\.order.id.rawValue)
        }
        #expect(try listed(9) == [-4, -3, 1042, -1, 70, 6, -2])
        #expect(try listed(4) == [-4, -3, 1042, -1] && listed(1) == [-4] && listed(0) == [])
        for text in ["Sieglinde", "qu", "Q"] {
            let found = try storage.read { try $0.searchOrders(text, site: .embedded, limit: 6) }
            #expect(found.map(\.order.id.rawValue) == [-4, -3, -2, -1, 1042, 70])
        }
    }

    @Test func theOrdersOfAnOlderReleaseAreFoundByNumberAndText() throws {
        let storage = try StorageManager.inMemory { Sample.time }
        try storage.write { try $0.save([Sample.order(customer: "Käthe Müller")], fetchedAt: Sample.time) }
        #expect(try storage.examineDatabase().isEmpty)
        #expect(try storage.read { try $0.searchOrders("muller", site: .embedded, limit: 9) }.count == 1)
    }

    @Test func textIsFoldedInOneWayWhetherItIsASCIIOrNot() {
        let ascii = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        #expect(SearchText.folded(ascii) == ascii.folding(options: options, locale: nil))
        #expect(SearchText.folded("KÄTHE Müller") == "kathe muller")
    }
}
