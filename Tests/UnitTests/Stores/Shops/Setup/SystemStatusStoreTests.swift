import Failures
import Flow
import Networking
import Testing

@testable import Stores

/// What a shop says of itself.
@Suite struct SystemStatusStoreTests {
    private let bench: StoreBench
    private let store: SystemStatusStore
    private static let route = "GET wc/v3/system_status"

    init() throws {
        bench = try StoreBench()
        store = SystemStatusStore(shop: bench.session)
        bench.shop.answer(Self.route, Self.status(#""version": "11.0.1""#))
    }

    private static func status(_ version: String) -> String {
        """
        {"environment": {\(version), "wp_version": "7.1", "store_id": "3a06458a"},
         "settings": {"currency": "EUR", "HPOS_enabled": true},
         "active_plugins": [{"plugin": "woocommerce/woocommerce.php", "name": "WooCommerce", "version": "11.0.1"}],
         "inactive_plugins": {"0": {"plugin": "stripe/stripe.php", "name": "Stripe", "version": "8.7.0"}}}
        """
    }

    private func information() throws -> Cached<SystemStatus> {
        try store.ask(in: bench.world) { .synchronizeSystemInformation($0) }
    }

    private func keptInformation() throws -> Cached<SystemStatus> {
        try bench.askOffline(store) { .synchronizeSystemInformation($0) }
    }

    private func plugin(_ name: String) throws -> SystemPlugin? {
        try store.ask(in: bench.world) { .fetchSystemPlugin(named: name, $0) }
    }

    @Test func whatTheShopSaysOfItselfIsKeptWithItsTime() throws {
        let told = try information()
        #expect(told.value.version == "11.0.1" && told.value.hasOrderTables == true && told.value.currency == "EUR")
        #expect(bench.shop.requests.last?.query["_fields"]?.contains("active_plugins") == true)
        let kept = try keptInformation()
        #expect(kept.value == told.value && kept.asOf == told.asOf && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test(arguments: [
        ("11.0.1", true), ("8.7.0", true), ("8.6.9", false), ("10.0", true), ("8.7-rc.1", true), ("9", true),
        ("?", false),
    ])
    func versionsAreComparedByTheirNumbers(_ version: String, _ isNewEnough: Bool) throws {
        bench.shop.answer(Self.route, Self.status(#""wc_version": "\#(version)""#))
        #expect(try information().value.isAtLeast(8, 7) == isNewEnough)
    }

    @Test func pluginsAreFoundInWhatIsKept() throws {
        #expect(try plugin("Stripe") == nil)
        _ = try information()
        bench.shop.isAway()
        #expect(try plugin("Stripe")?.isActive == false)
        #expect(try plugin("WooCommerce")?.version == "11.0.1")
        let found = try store.ask(in: bench.world) {
            .fetchSystemPluginWithPath(["no/no.php", "stripe/stripe.php", "woocommerce/woocommerce.php"], $0)
        }
        #expect(found?.name == "Stripe")
        #expect(bench.shop.asked.count == 1)
    }

    @Test func theWholeReportIsNotKept() throws {
        let report = try store.ask(in: bench.world) { .fetchSystemStatusReport($0) }
        #expect(report.wordPressVersion == "7.1" && bench.shop.requests.last?.query.isEmpty == true)
        #expect(throws: Failure.self) { try keptInformation() }
    }

    @Test func anAnswerThatCannotBeReadLeavesTheKeptOneAlone() throws {
        _ = try information()
        bench.shop.answer(Self.route, #"{"environment": {"version": null}}"#)
        let failure = #expect(throws: Failure.self) { try information() }
        #expect(failure?.is(ShopFailure.malformed) == true)
        #expect(try keptInformation().value.version == "11.0.1")
    }

    @Test func theIdThatTheShopGivesItselfIsRemembered() throws {
        func remembered() throws -> String? { try bench.session.memory.load(.storeID, of: bench.session.site) }
        _ = try information()
        #expect(try remembered() == "3a06458a")
        bench.shop.answer(Self.route, #"{"environment": {"version": "7.0"}}"#)
        _ = try store.ask(in: bench.world) { .fetchSystemStatusReport($0) }
        #expect(try remembered() == "3a06458a", "an old shop has none")
    }

    @Test func signingOutForgetsIt() throws {
        _ = try information()
        store.clearOperatorData()
        #expect(throws: Failure.self) { try keptInformation() }
        #expect(try plugin("WooCommerce") == nil)
    }
}
