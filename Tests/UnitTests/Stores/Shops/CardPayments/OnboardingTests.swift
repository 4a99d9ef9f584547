import Failures
import Flow
import Foundation
import Model
import Testing

@testable import Networking
@testable import Stores

/// Whether a shop can take card payments in person by an extension of its own.
@Suite struct OnboardingTests {
    private static func plugin(
        _ gateway: PaymentGatewayExtension, _ version: String = "9.0.0", isActive: Bool = true
    ) throws -> SystemPlugin {
        SystemPlugin(
            try ShopObject(
                [
                    "plugin": .string("\(gateway.folder)/\(gateway.folder).php"), "name": .string(gateway.name),
                    "version": .string(version),
                ], at: ""), isActive: isActive)
    }

    private static func account(
        _ gateway: PaymentGatewayExtension, _ status: String = "complete", _ members: [String: JSONValue] = [:]
    ) throws -> PaymentGatewayAccount {
        let usual: [String: JSONValue] = [
            PaymentGatewayAccount.gatewayMember: .string(gateway.rawValue), "status": .string(status), "country": "US",
        ]
        return try PaymentGatewayAccount(ShopObject(.object(usual.merging(members) { $1 }), at: ""))
    }

    /// A shop in the United States with WooPayments, all set up.
    private static func facts(_ change: (inout OnboardingFacts) throws -> Void = { _ in }) throws -> OnboardingFacts {
        var facts = OnboardingFacts(
            country: "US", plugins: [try plugin(.wooPayments)], accounts: [try account(.wooPayments)], preferred: nil,
            offersCashOnDelivery: true)
        try change(&facts)
        return facts
    }

    @Test func aShopThatIsSetUpIsReady() throws {
        #expect(try Self.facts().state == .completed(.wooPayments))
        #expect(try Self.facts().state.readyExtension == .wooPayments)
    }

    @Test func theCountryComesFirst() throws {
        #expect(try Self.facts { $0.country = nil }.state == .genericError)
        let elsewhere = try Self.facts {
            $0.country = "DE"
            $0.plugins = []
        }
        #expect(elsewhere.state == .countryNotSupported(country: "DE"))
    }

    @Test func anExtensionIsInstalledThenNewEnoughThenActive() throws {
        #expect(try Self.facts { $0.plugins = [] }.state == .pluginNotInstalled)
        let old = try Self.facts { $0.plugins = [try Self.plugin(.wooPayments, "3.2.0", isActive: false)] }
        #expect(old.state == .pluginUnsupportedVersion(.wooPayments, version: "3.2.0", least: "3.2.1"))
        let off = try Self.facts { $0.plugins = [try Self.plugin(.wooPayments, "3.10", isActive: false)] }
        #expect(off.state == .pluginNotActivated(.wooPayments))
        let bothOff = try Self.facts {
            $0.plugins = [
                try Self.plugin(.stripe, isActive: false), try Self.plugin(.wooPayments, isActive: false),
            ]
        }
        #expect(bothOff.state == .pluginNotActivated(.wooPayments))
    }

    @Test func ofTwoActiveExtensionsTheOperatorChooses() throws {
        let both = try Self.facts {
            $0.plugins.append(try Self.plugin(.stripe))
            $0.accounts.append(try Self.account(.stripe))
        }
        #expect(both.state == .selectPlugin)
        var chosen = both
        chosen.preferred = .stripe
        #expect(chosen.state == .completed(.stripe))
        var canadian = both
        canadian.country = "CA"
        #expect(canadian.state == .completed(.wooPayments), "the Stripe extension takes none in Canada")
        let onlyOne = try Self.facts { $0.plugins.append(try Self.plugin(.stripe, isActive: false)) }
        #expect(onlyOne.state == .completed(.wooPayments))
    }

    @Test func theStripeExtensionIsNotForEveryCountry() throws {
        let facts = try Self.facts {
            $0.country = "GB"
            $0.plugins = [try Self.plugin(.stripe)]
        }
        #expect(facts.state == .countryNotSupportedStripe(country: "GB"))
    }

    private static let accounts: [(String, [String: JSONValue], CardPresentPaymentsOnboardingState)] = [
        ("NOACCOUNT", [:], .pluginSetupNotCompleted(.wooPayments)),
        ("complete", ["card_present_eligible": false], .pluginSetupNotCompleted(.wooPayments)),
        ("complete", ["is_live": true, "test_mode": true], .pluginInTestModeWithLiveAccount(.wooPayments)),
        ("restricted", [:], .accountUnderReview(.wooPayments)),
        ("restricted", ["has_pending_requirements": true], .accountOverdueRequirement(.wooPayments)),
        ("enabled", ["has_overdue_requirements": true], .accountOverdueRequirement(.wooPayments)),
        (
            "restricted_soon", ["has_pending_requirements": true, "current_deadline": 60],
            .accountPendingRequirement(.wooPayments, deadline: Date(timeIntervalSince1970: 60))
        ),
        ("rejected.fraud", [:], .accountRejected(.wooPayments)),
        ("pending_verification", [:], .completed(.wooPayments)),
        ("something new", [:], .genericError),
    ]

    @Test(arguments: 0..<accounts.count) func theAccountDecides(_ number: Int) throws {
        let (status, members, state) = Self.accounts[number]
        let facts = try Self.facts { $0.accounts = [try Self.account(.wooPayments, status, members)] }
        #expect(facts.state == state)
    }

    @Test func withoutAnAccountTheSetupIsNotCompleted() throws {
        #expect(try Self.facts { $0.accounts = [] }.state == .pluginSetupNotCompleted(.wooPayments))
    }

    @Test func withoutCashOnDeliveryPaymentsAreTakenAllTheSame() throws {
        let state = try Self.facts { $0.offersCashOnDelivery = false }.state
        #expect(state == .cashOnDeliveryNotSetUp(.wooPayments) && state.readyExtension == .wooPayments)
    }

    @Test func eachStateHasItsOwnCode() {
        let states: [CardPresentPaymentsOnboardingState] = [
            .noConnection, .genericError, .countryNotSupported(country: "DE"), .pluginNotInstalled,
            .pluginNotActivated(.stripe), .selectPlugin, .countryNotSupportedStripe(country: "GB"),
            .pluginUnsupportedVersion(.stripe, version: "1", least: "2"), .pluginSetupNotCompleted(.stripe),
            .pluginInTestModeWithLiveAccount(.stripe), .accountUnderReview(.stripe),
            .accountOverdueRequirement(.stripe),
            .accountPendingRequirement(.stripe, deadline: nil), .accountRejected(.stripe),
            .cashOnDeliveryNotSetUp(.stripe), .completed(.stripe),
        ]
        #expect(Set(states.map(\.code)).count == states.count)
    }

    // MARK: Asking the shop

    private struct Asked {
        let bench: StoreBench
        let store: CardPresentPaymentsShopStore

        init() throws {
            bench = try StoreBench()
            store = CardPresentPaymentsShopStore(orders: ShopOrders(shop: bench.session))
            bench.shop.answer(
                "GET wc/v3/system_status",
                """
                {"environment": {"version": "11.0.1", "store_id": "3a06458a"}, "active_plugins": [{"plugin":
                 "woocommerce-payments/woocommerce-payments.php", "name": "WooPayments", "version": "9.4.0"}]}
                """)
            bench.shop.answer(
                "GET wc/v3/settings/general/woocommerce_default_country",
                #"{"id": "woocommerce_default_country", "value": "US:CA"}"#)
            bench.shop.answer("GET wc/v3/payment_gateways", #"[{"id": "cod", "title": "Cash", "enabled": true}]"#)
            bench.shop.answer("GET wc/v3/payments/accounts", #"{"status": "complete", "country": "US"}"#)
        }

        func state() throws -> CardPresentPaymentsOnboardingState {
            try store.ask(in: bench.world) { .refreshOnboardingState($0) }
        }
    }

    @Test func aReadyAccountIsChosen() throws {
        let asked = try Asked()
        #expect(try asked.state() == .completed(.wooPayments))
        let selected = try asked.store.ask(in: asked.bench.world) { .loadActivePaymentGatewayExtension($0) }
        #expect(selected == .wooPayments)
        #expect(try asked.bench.session.memory.load(.storeID, of: asked.bench.session.site) == "3a06458a")
    }

    @Test func absentExtensionsAreNoFailure() throws {
        let asked = try Asked()
        asked.bench.shop.answer("GET wc/v3/system_status", #"{"environment": {"version": "11.0.1"}}"#)
        asked.bench.shop.refuse("GET wc/v3/payments/accounts", 404, "rest_no_route")
        #expect(try asked.state() == .pluginNotInstalled)
    }

    @Test func aShopThatIsAwayIsNoAnswer() throws {
        let asked = try Asked()
        _ = try asked.state()
        asked.bench.world.advance(by: .seconds(60))
        asked.bench.shop.isAway()
        #expect(try asked.state() == .noConnection, "what was kept is not taken for the truth")
    }

    @Test func aLoginThatMayNotSeeTheStatusIsToldSo() throws {
        let asked = try Asked()
        asked.bench.shop.refuse("GET wc/v3/system_status", 403, "woocommerce_rest_cannot_view")
        let failure = #expect(throws: Failure.self) { try asked.state() }
        #expect(failure?.is(ShopFailure.forbidden) == true)
    }
}
