import Flow
import Foundation
import Model
import Testing

@testable import Networking

/// The pages of an embedded shop's list of orders.
@Suite struct OrderPageTests {
    /// The first pages are found in another way than the pages far behind.
    @Test(arguments: [true, false]) func allPagesTogetherAreTheSortedList(isAscending: Bool) {
        var chance = SeededGenerator(seed: 7)
        let orders = (1...3_000).shuffled(using: &chance).map { id in
            let time = "2026-11-\(10 + Int.random(in: 0...9, using: &chance))T10:00:00"
            return ShopOrder(
                id: OrderID(rawValue: Int64(id)), status: .pending,
                body: Data(#"{"id":\#(id),"date_modified_gmt":"\#(time)"}"#.utf8))
        }
        let facts = orders.map(OrderFacts.init)
        let sorted = facts.sorted { ($0.modified, $0.id.rawValue) < ($1.modified, $1.id.rawValue) }.map(\.id)
        var query = EmbeddedOrderQuery(limit: 100)
        (query.key, query.isAscending) = (.modified, isAscending)
        var found: [OrderID] = []
        for page in 0..<31 {
            query.offset = page * 100
            let (ids, total) = query.page(of: facts)
            #expect(total == 3_000)
            found += ids
        }
        #expect(found == (isAscending ? sorted : sorted.reversed()))
    }
}
