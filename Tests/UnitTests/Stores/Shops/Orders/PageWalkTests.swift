import Flow
import Model
import Testing

@testable import Stores

@Suite struct PageWalkTests {
    private static func ids(_ range: ClosedRange<Int64>) -> [OrderID] { range.map(OrderID.init(rawValue:)) }

    @Test func aListEndsAtAPageThatIsNotFull() throws {
        var walk = PageWalk()
        #expect(try walk.goesOn(after: Self.ids(1...2), of: 3, page: 1, size: 3))
        #expect(try !walk.goesOn(after: Self.ids(3...3), of: 2, page: 2, size: 3))
        #expect(walk.count == 3)
    }

    @Test func oneFullPageWithoutIDsHidesNoOrders() throws {
        var walk = PageWalk()
        #expect(try walk.goesOn(after: [], of: 3, page: 1, size: 3))
        #expect(try walk.goesOn(after: Self.ids(1...3), of: 3, page: 2, size: 3))
        #expect(try !walk.goesOn(after: [], of: 0, page: 3, size: 3))
        var ended = PageWalk()
        #expect(try ended.goesOn(after: [], of: 3, page: 1, size: 3))
        #expect(try !ended.goesOn(after: [], of: 0, page: 2, size: 3), "an empty page is the end")
    }

    /// `shop.malformed`, however long the shop would go on: with one page, with rows without ids, or round in a circle.
    @Test(arguments: [[[]], [ids(1...3)], [ids(1...3), ids(4...6), ids(7...9)], [ids(1...3), []]])
    func aShopThatNeverEndsIsNotAskedForEver(pages: [[OrderID]]) throws {
        var walk = PageWalk()
        var asked = 0
        let failure = #expect(throws: Failure.self) {
            while asked < 1_000_000 {
                asked += 1
                let page = pages[(asked - 1) % pages.count]
                guard try walk.goesOn(after: page, of: 3, page: asked, size: 3) else { break }
            }
        }
        #expect(failure?.code == "shop.malformed" && asked == max(2, pages.count + 1))
    }

    /// The list may be read anew from its first page while it is read, as when many orders were changed at one time.
    @Test func theFirstPageMayComeAgainAsTheFirst() throws {
        var walk = PageWalk()
        for page in [1, 2, 1, 2] {
            let ids = page == 1 ? Self.ids(1...3) : Self.ids(4...6)
            #expect(try walk.goesOn(after: ids, of: 3, page: page, size: 3))
        }
    }
}
