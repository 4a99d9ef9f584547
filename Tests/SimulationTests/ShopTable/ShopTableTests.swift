import Failures
import Foundation
import Synchronization
import Testing

/// The shop table: the stories of a till and its shop, cut off everywhere and in every way by the till, the terminal's
/// line, the way to the shop, the shop, and other people in the shop. Then all is well again, and the books of the
/// terminal, the shops and the till are compared.
///
/// The places are not listed here: each story is played without a cut first. Pairs of cuts are drawn from a seed;
/// `TILL_FAULTS=all` draws twenty times as many.
@Suite struct ShopTableTests {
    private static let whole = Mutex((columns: 0, cuts: 0, violations: 0))
    /// What the whole table has at least, so that cuts that never come any more are noticed. It has some more.
    private static let fewestCuts = 4_000

    @Test(arguments: ShopColumn.all)
    func noOrderIsPaidTwiceOrLost(_ column: ShopColumn) throws {
        let tally = try column.run()
        print(tally)
        let cuts = Self.whole.withLock { whole -> Int? in
            whole.columns += 1
            whole.cuts += tally.cuts
            whole.violations += tally.violations.count
            guard whole.columns == ShopColumn.all.count else { return nil }
            print("shop table: \(whole.cuts) cuts, \(whole.violations) broke a rule")
            return whole.cuts
        }
        if let cuts, ShopColumn.isWhole { #expect(cuts >= Self.fewestCuts, "of the whole table") }
        #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
    }

    /// What somebody pastes from a violation: `TILL_SHOP_CUT="paid by card|the till dies at 12|500, and done at 14"`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TILL_SHOP_CUT"] != nil))
    func oneRun() throws {
        let parts = (ProcessInfo.processInfo.environment["TILL_SHOP_CUT"] ?? "").split(separator: "|").map(String.init)
        let story = try #require(ShopStory.all.first { $0.name == parts.first })
        let cuts = parts.dropFirst().compactMap { text -> ShopCut? in
            let words = text.components(separatedBy: " at ")
            guard let place = words.last.flatMap({ Int($0) }),
                let kind = ShopCutKind(rawValue: words.dropLast().joined(separator: " at "))
            else { return nil }
            return ShopCut(place: place, kind: kind)
        }
        let seed = ProcessInfo.processInfo.environment["TILL_SHOP_SEED"].flatMap { UInt64($0) } ?? 1
        let run = try ShopRun(story, cuts, seed: seed)
        for (number, deed) in run.plan.deeds.enumerated() { print(number + 1, deed) }
        print(run.plan.struck)
        print(run.told)
        #expect(run.violations.isEmpty)
    }

    /// The table would find nothing at a story in which nothing happens.
    @Test(arguments: ShopStory.all)
    func withoutACutAStoryEndsAsItSays(_ story: ShopStory) throws {
        let run = try ShopRun(story)
        #expect(run.violations.isEmpty)
        let books = try #require(run.books)
        #expect(books.pending.isEmpty)
        #expect(!books.payments.isEmpty && books.payments.allSatisfy(\.isApproved))
        #expect(books.payments.count == story.steps.count { $0.movesMoney })
    }

    /// A product that was sold while the shop was away is not there any more when the shop is told: WooCommerce makes
    /// the order without it and says nothing. A card was charged, a person is shown the order, and the payment waits.
    @Test func aProductThatIsDeletedBeforeTheShopIsToldIsATask() throws {
        let run = try ShopRun(.withoutTheShop, [ShopCut(place: 1, kind: .productDeleted)])
        #expect(run.isWhole && run.violations.isEmpty, "\(run.violations)")
        let books = try #require(run.books)
        let local = try #require(books.local.first)
        #expect(books.local.count == 1 && local.shopID == nil)
        #expect(books.payments.map(\.isApproved) == [true] && books.standing.count == 1)
        #expect(books.pending.map(\.kind) == ["order.created", "order.paid"])
        #expect(books.pending.first?.refusal?.is(OrderFailure.productGone) == true)
        #expect(books.pending.last?.refusal == nil)
        #expect(books.hasTask(ShopBooks.Place(site: local.site, order: local.id)))
        let made = try #require(books.shopOrders[local.site])
        #expect(made.map(\.total) == ["0.00"] && made.map(\.status) == ["pending"])
        #expect(made.first?.requests == [local.request] && made.first?.payment == nil)
    }

    /// While the shop is there, nothing is charged: the person is told that there is no such order.
    @Test func anOrderOfAProductThatIsGoneIsNotPaid() throws {
        let story = ShopStory(name: "made and paid", steps: [.create, .pay], status: nil)
        let run = try ShopRun(story, [ShopCut(place: 1, kind: .productDeleted)])
        #expect(run.isWhole && run.violations.isEmpty, "\(run.violations)")
        let books = try #require(run.books)
        #expect(books.payments.isEmpty && books.standing.isEmpty && books.pending.isEmpty)
        #expect(books.refusals.count == 1 && books.refusals.first?.is(OrderFailure.productGone) == true)
    }

    @Test func theSameCutsGiveTheSameRun() throws {
        let cuts = [ShopCut(place: 30, kind: .tillDies), ShopCut(place: 40, kind: .answerLost)]
        let story = ShopStory.all[0]
        #expect(try ShopRun(story, cuts, seed: 5).plan.deeds == ShopRun(story, cuts, seed: 5).plan.deeds)
    }
}

extension ShopStep {
    fileprivate var movesMoney: Bool {
        switch self {
        case .pay, .refund, .reverse: true
        case .away, .back, .create, .note, .change, .signOut, .enter: false
        }
    }
}
