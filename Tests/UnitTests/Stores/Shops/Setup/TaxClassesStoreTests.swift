import Failures
import Flow
import Foundation
import Networking
import Testing

@testable import Stores

/// The tax classes and rates of a shop.
@Suite struct TaxClassesStoreTests {
    private let bench: StoreBench
    private let store: TaxClassesStore

    init() throws {
        bench = try StoreBench()
        store = TaxClassesStore(shop: bench.session)
        bench.shop.answer(
            "GET wc/v3/taxes/classes",
            #"[{"slug": "standard", "name": "Standard rate"}, {"slug": "ermasigt", "name": "Erm&#228;&#223;igt"}]"#)
        bench.shop.answer("GET wc/v3/taxes", "[\(Self.rate(1, "19.0000")),\(Self.rate(2, "7.0000"))]")
        bench.shop.answer("GET wc/v3/taxes/1", Self.rate(1, "19.0000"))
    }

    private static func rate(_ id: Int, _ rate: String) -> String {
        """
        {"id": \(id), "country": "DE", "state": "", "rate": "\(rate)", "name": "MwSt", "compound": false, "shipping": true,
         "class": "standard"}
        """
    }

    private func classes() throws -> Cached<Listing<TaxClass>> {
        try store.ask(in: bench.world) { .retrieveTaxClasses($0) }
    }

    private func keptClasses() throws -> Cached<Listing<TaxClass>> {
        try bench.askOffline(store) { .retrieveTaxClasses($0) }
    }

    private func rates() throws -> Cached<Listing<TaxRate>> {
        try store.ask(in: bench.world) { .retrieveTaxRates(page: 1, size: 10, $0) }
    }

    private func find(_ slug: String) throws -> TaxClass? {
        try store.ask(in: bench.world) { .requestMissingTaxClasses(slug: slug, $0) }
    }

    @Test func theTaxClassesAreKeptWithTheirTime() throws {
        let told = try classes()
        #expect(told.value.items.map(\.name) == ["Standard rate", "Ermäßigt"])
        let kept = try keptClasses()
        #expect(kept.value == told.value && kept.asOf == told.asOf && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func aTaxClassThatIsGoneIsNotKept() throws {
        _ = try classes()
        bench.shop.answer("GET wc/v3/taxes/classes", #"[{"slug": "standard", "name": "Standard rate"}]"#)
        _ = try classes()
        #expect(try bench.session.cache(of: TaxClass.self).kept("ermasigt") == nil)
    }

    @Test func aKeptTaxClassIsFoundWithoutTheShop() throws {
        _ = try classes()
        bench.shop.isAway()
        #expect(try find("ermasigt")?.name == "Ermäßigt")
        #expect(bench.shop.asked.count == 1)
    }

    @Test func aTaxClassThatIsNotKeptIsLookedForInTheShop() throws {
        #expect(try find("ermasigt")?.name == "Ermäßigt")
        #expect(try find("moon") == nil)
        #expect(try find("") == nil)
        #expect(bench.shop.asked.count == 2, "no class is no question")
    }

    @Test func whetherAnUnknownTaxClassExistsIsNotSaidWhileTheShopIsAway() throws {
        _ = try classes()
        bench.shop.isAway()
        #expect(throws: Failure.self) { try find("moon") }
    }

    @Test func aTaxRateIsExact() throws {
        let rate = try store.ask(in: bench.world) { .retrieveTaxRate(1, $0) }.value
        #expect(rate.rate == 19 && rate.taxClass == "standard" && rate.isForShipping && !rate.isCompound)
        #expect(try bench.askOffline(store) { .retrieveTaxRate(1, $0) }.value == rate)
    }

    @Test func aTaxRateThatTheShopDoesNotHaveAnyMoreIsRemoved() throws {
        _ = try rates()
        bench.shop.refuse("GET wc/v3/taxes/1")
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .retrieveTaxRate(1, $0) } as Cached<TaxRate>
        }
        #expect(failure?.is(TaxRateFailure.notFound) == true)
        let kept = try bench.askOffline(store) { .retrieveTaxRates(page: 1, size: 10, $0) }
        #expect(kept.value.items.map(\.id) == [2])
    }

    @Test func ratesComeInPages() throws {
        #expect(try rates().value.items.map(\.rate) == [19, 7])
        #expect(bench.shop.requests.last?.query == ["page": "1", "per_page": "10"])
    }

    @Test func anAnswerThatCannotBeReadLeavesTheKeptOnesAlone() throws {
        _ = try classes()
        bench.shop.answer("GET wc/v3/taxes/classes", "<html>")
        #expect(throws: Failure.self) { try classes() }
        #expect(try keptClasses().value.items.count == 2)
    }

    @Test func signingOutForgetsTheTaxes() throws {
        _ = try classes()
        _ = try rates()
        store.clearOperatorData()
        #expect(throws: Failure.self) { try keptClasses() }
        #expect(throws: Failure.self) {
            try bench.askOffline(store) { .retrieveTaxRates(page: 1, size: 10, $0) } as Cached<Listing<TaxRate>>
        }
    }
}
