import Model
import Testing

@testable import Stores

/// A catalogue that changes while a customer chooses.
@Suite struct KioskChangingCatalogueTests {
    private static func money(_ cents: Int64) -> Money { KioskBench.euros(cents) }

    private func facts(_ cents: Int64, isAvailable: Bool = true, most: Int = 9) -> KioskProduct.Facts {
        KioskProduct.Facts(
            name: "Cake", description: "", price: Self.money(cents), hasPicture: false, isAvailable: isAvailable,
            most: most)
    }

    @Test func aProductThatIsGoneSaysSoAndLeadsBack() {
        var bench = KioskWay.catalogue.bench
        bench.act(.product(12))
        bench.answer(.failed(code: "product.notFound"))
        #expect(bench.name == "product" && bench.act(.add) == .notTaken)
        #expect(bench.act(.back) == .done && bench.name == "catalogue")
    }

    @Test func whatIsSoldOutMeanwhileIsNotPutIntoTheCart() {
        var bench = KioskWay.catalogue.bench
        bench.act(.product(12))
        bench.answer(.product(facts(390, isAvailable: false), isWhole: true))
        #expect(bench.act(.add) == .notTaken && bench.state.cart.isEmpty)
    }

    @Test func noMoreIsTakenThanIsLeft() {
        var bench = KioskWay.catalogue.bench
        bench.act(.product(12))
        bench.answer(.product(facts(390, most: 2), isWhole: true))
        #expect(bench.act(.quantity(3)) == .notTaken && bench.act(.quantity(2)) == .done)
    }

    /// Both prices are shown, and what is due is what the shop says.
    @Test func aPriceThatRoseBetweenTwoTouchesIsShownBeforeItIsPaid() throws {
        var bench = KioskWay.product.bench
        bench.act(.add)
        bench.act(.product(12))
        bench.answer(.product(facts(490), isWhole: true))
        bench.act(.add)
        #expect(bench.state.cart.lines.map(\.amount.minorUnits) == [390, 490])
        bench.act(.review)
        bench.act(.pay)
        let made = Order(
            site: .embedded, id: OrderID(rawValue: 7), number: "7", status: .pending, currency: .eur, lines: [],
            taxes: [], total: Self.money(980))
        bench.answer(.prepared(KioskBill(made, source: .composed)))
        guard case .orderChanged(let attempt, let before) = bench.state.screen else {
            Issue.record("another screen: \(bench.name)")
            return
        }
        #expect(before == Self.money(880) && attempt.bill.total == Self.money(980))
        #expect(!bench.tasks.contains { if case .begin = $0 { true } else { false } })
    }

    @Test func aCatalogueWithFewerPagesThanBeforeStaysWithinThem() {
        var bench = KioskWay.catalogue.bench
        bench.act(.category(nil))
        bench.answer(.page([], [KioskWay.cake], pages: 417, isWhole: true))
        #expect(bench.act(.page(417)) == .done)
        bench.answer(.page(nil, [KioskWay.cake], pages: 3, isWhole: true))
        guard case .catalogue(let catalogue) = bench.state.screen else {
            Issue.record("another screen")
            return
        }
        #expect(catalogue.page == 3 && catalogue.pages == 3)
        #expect(bench.act(.page(4)) == .notTaken && bench.act(.page(2)) == .done)
    }

    @Test func aCartOfDearAndFreeThingsComesToWhatTheyCostTogether() {
        for (price, quantity) in [(Int64(0), 99), (99_999_999, 99), (Money.mostMinorUnits, 99)] {
            var bench = KioskWay.catalogue.bench
            bench.act(.product(12))
            bench.answer(.product(facts(price, most: 99), isWhole: true))
            bench.act(.quantity(quantity))
            #expect(bench.act(.add) == .done)
            let (sum, isTooLarge) = price.multipliedReportingOverflow(by: 99)
            let most = Money.mostMinorUnits
            #expect(bench.state.cart.total?.minorUnits == (isTooLarge ? most : min(sum, most)))
        }
    }

    /// Prices of the shop that would not fit, and would end the service where they were added up.
    @Test(arguments: [-1, Money.mostMinorUnits + 1, Int64.max]) func aPriceThatCannotBeMeantIsNotPutIntoTheCart(
        _ price: Int64
    ) {
        var bench = KioskWay.product.bench
        bench.act(.add)
        bench.act(.product(12))
        bench.answer(.product(facts(price), isWhole: true))
        #expect(bench.act(.add) == .notTaken)
        #expect(bench.state.cart.total == Self.money(390))
    }
}
