import Flow
import Foundation
import Model
import Networking
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// How receipts write amounts: in the shop's format.
@Suite struct ShopCurrencyTests {
    /// A shop that tells its settings unless it cannot be reached.
    private final class Settings: Network {
        let state = Mutex((isReachable: true, refuses: false, position: "right_space", asked: 0))

        func response(for request: Networking.Request) async throws(NetworkError) -> Response {
            let (isReachable, refuses, position) = state.withLock { state in
                state.asked += 1
                return (state.isReachable, state.refuses, state.position)
            }
            guard isReachable else { throw .unreachable(reason: Sentence(stored: "the cable is pulled")) }
            guard !refuses else { throw .forbidden(nil) }
            let values = [
                "woocommerce_currency": "EUR", "woocommerce_currency_pos": position,
                "woocommerce_price_thousand_sep": ".", "woocommerce_price_decimal_sep": ",",
                "woocommerce_price_num_decimals": "2",
            ]
            let body = values.map { "{\"id\": \"\($0)\", \"value\": \"\($1)\"}" }.joined(separator: ", ")
            return Response(status: 200, body: Data("[\(body)]".utf8))
        }
    }

    private static let remote = SiteID(rawValue: 7)
    private let counter: Counter
    private let shop = Settings()

    init() throws { counter = try Counter() }

    private func refresh(_ site: SiteID = remote) throws {
        let memory = ShopCurrencyMemory(
            network: shop, storage: counter.storage, site: site, environment: counter.world.environment)
        try counter.world.finish { () async throws(Failure) in await memory.refresh() }
    }

    private func format(_ currency: Currency = .eur, at site: SiteID = remote) throws -> CurrencyFormat? {
        try counter.storage.read { ShopCurrencyMemory.format(of: currency, at: site, in: $0) }
    }

    private var printed: [CurrencyFormat?] {
        get throws { try counter.storage.read { try $0.receipts(limit: 9) }.map(\.document.currencyFormat) }
    }

    @Test func receiptsAreWrittenAsTheShopHasIt() throws {
        try refresh(.embedded)
        try counter.approve(1042)
        let formats = try printed
        #expect(formats.count == 2 && formats.allSatisfy { $0?.position == .rightSpace && $0?.decimals == 2 })
    }

    @Test func whereTheShopNeverToldTheLanguageDecides() throws {
        shop.state.withLock { $0.isReachable = false }
        try refresh()
        try counter.approve(1042)
        #expect(try printed == [nil, nil])
    }

    @Test func whatTheShopToldHoldsWhileItIsNotThere() throws {
        try refresh()
        shop.state.withLock { $0.isReachable = false }
        counter.world.advance(by: .seconds(100_000))
        try refresh()
        #expect(try format()?.position == .rightSpace)
    }

    @Test func itIsAskedOnceAnHour() throws {
        try refresh()
        try refresh()
        #expect(shop.state.withLock { $0.asked } == 1)
        shop.state.withLock { $0.position = "left" }
        counter.world.advance(by: .seconds(3601))
        try refresh()
        #expect(try format()?.position == .left)
    }

    @Test func aShopThatDoesNotTellIsAskedOnceAnHourToo() throws {
        shop.state.withLock { $0.refuses = true }
        try refresh()
        try refresh()
        #expect(shop.state.withLock { $0.asked } == 1)
        #expect(try format() == nil)
    }

    /// Asking the embedded shop costs nothing, and a person expects a change to show on the next receipt.
    @Test func theShopWithinIsAskedEachTime() throws {
        try refresh(.embedded)
        #expect(try format(at: .embedded)?.position == .rightSpace)
        shop.state.withLock { $0.position = "left" }
        try refresh(.embedded)
        #expect(try format(at: .embedded)?.position == .left)
        shop.state.withLock { $0.refuses = true }
        try refresh(.embedded)
        #expect(try format(at: .embedded) == nil)
    }

    @Test func whatTheShopWithinSaysAgainIsNotWrittenAgain() throws {
        func written() throws -> [Data?] {
            try counter.storage.read { reader in try reader.settingKeys().map { try reader.setting($0) } }
        }
        try refresh(.embedded)
        let before = try written()
        counter.world.advance(by: .seconds(100_000))
        try refresh(.embedded)
        #expect(try written() == before)
    }

    /// The first payment may be taken while the shop is away.
    @Test func whoSynchronisesOrdersAsksForItToo() throws {
        let bench = try OrdersTill()
        bench.tellCurrency()
        _ = try bench.ask { OrderAction.synchronizeModifiedOrders($0) }
        let told = try bench.counter.storage.read {
            ShopCurrencyMemory.format(of: .eur, at: OrdersTill.site, in: $0)
        }
        #expect(told?.position == .rightSpace && told?.decimals == 2)
    }

    @Test func anotherCurrencyKeepsItsOwnDecimals() throws {
        try refresh()
        let yen = try format(#require(Currency(code: "JPY")))
        #expect(yen?.position == .rightSpace && yen?.decimals == nil && yen?.symbol == nil)
    }
}
