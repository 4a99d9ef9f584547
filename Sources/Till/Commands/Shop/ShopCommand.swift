import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Payments
import Service
import Stores

struct ShopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop", abstract: "Shows what the shop is, and the shops that the till remembers.",
        subcommands: [ShopStatus.self, ListShops.self, ShopMethod.self, ShopMethods.self, ShopReport.self])
}

struct ShopStatus: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract:
            "Shows whether the shop answers, its versions, plugins and payment methods, and what the till can do there."
    )

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let account = try await till.ask { AccountAction.loadAccount($0) }
        let status = try await till.ask { SystemStatusAction.synchronizeSystemInformation($0) }
        let gateways = try? await till.ask { PaymentGatewayAction.synchronizePaymentGateways($0) }
        let user = status.failure == nil ? try? await till.ask { AccountAction.synchronizeAccount($0) } : nil
        // A shop without such extensions says so; the embedded one cannot have any. A login that may not see it leaves the
        // line out.
        let cards =
            account.site == .embedded
            ? nil : try? await till.ask { CardPresentPaymentsShopAction.refreshOnboardingState($0) }
        let document = ShopDocument(
            shop: try await till.shop(of: account), status: status, gateways: gateways?.value.items ?? [],
            user: user ?? SiteUser(key: account.name), cards: cards)
        console.say(ageOf: status, at: till.environment.now(), in: till.language)
        if output.json {
            console.print(try Output.json(document))
        } else {
            for row in document.rows { console.print(row.text(in: till.language).printable) }
        }
        return status.failure.map { Exit($0) } ?? .done
    }
}

/// What is known of a shop, as one document.
private struct ShopDocument: Encodable {
    struct Plugin: Encodable {
        let path: String
        let name: String
        let version: String
        let latestVersion: String?
        let isActive: Bool
    }

    struct Gateway: Encodable {
        let id: String
        let title: String
        let isEnabled: Bool
    }

    /// Card payments that the shop takes itself.
    struct CardPayments: Encodable {
        /// `CardPresentPaymentsOnboardingState.code`.
        let state: String
        /// The extension that takes them now; nil if none does.
        let `extension`: String?
        /// When the payment provider stops waiting for documents.
        let deadline: String?
        let row: Sentence

        enum CodingKeys: String, CodingKey { case state, `extension`, deadline }

        init(_ state: CardPresentPaymentsOnboardingState) {
            self.state = state.code
            self.extension = state.readyExtension?.rawValue
            var deadline: String?
            if case .accountPendingRequirement(_, let end?) = state { deadline = end.formatted(.iso8601) }
            self.deadline = deadline
            row = state.row
        }
    }

    /// The shop's name and address; nil for the embedded shop.
    let shop: String?
    let address: String?
    let isReachable: Bool
    /// When the shop told this.
    let asOf: String
    let woocommerce: String
    let wordpress: String
    let currency: String
    /// Whether the orders are in tables of their own (HPOS); nil if the shop does not tell.
    let hasOrderTables: Bool?
    let login: String
    let roles: [String]
    let plugins: [Plugin]
    let gateways: [Gateway]
    /// Whether the shop makes receipts of its own.
    let makesReceipts: Bool
    let tracksShipments: Bool
    /// Whether the shop takes card payments in person by an extension of its own; nil if that is not known.
    let cardPayments: CardPayments?

    init(
        shop: RememberedShop?, status known: Cached<SystemStatus>, gateways: [PaymentGateway], user: SiteUser,
        cards: CardPresentPaymentsOnboardingState?
    ) {
        let status = known.value
        self.shop = shop?.name
        address = shop?.address
        isReachable = known.failure == nil
        asOf = known.asOf.formatted(.iso8601)
        woocommerce = status.version
        wordpress = status.wordPressVersion
        currency = status.currency
        hasOrderTables = status.hasOrderTables
        login = user.name
        roles = user.roles
        plugins = status.plugins.map {
            Plugin(
                path: $0.path, name: $0.name, version: $0.version, latestVersion: $0.latestVersion,
                isActive: $0.isActive)
        }
        self.gateways = gateways.map { Gateway(id: $0.id, title: $0.title, isEnabled: $0.isEnabled) }
        makesReceipts = status.isAtLeast(8, 7)
        tracksShipments = status.activePlugin(in: "woocommerce-shipment-tracking") != nil
        cardPayments = cards.map(CardPayments.init)
    }

    var rows: [Sentence] {
        [
            shop.map { Sentence("shop.status.shop", ["name": $0, "address": address ?? ""]) },
            isReachable ? Sentence("shop.status.answers") : Sentence("shop.status.isAway"),
            Sentence("shop.status.login", ["login": ([login] + roles).joined(separator: ", ")]),
            Sentence("shop.status.wooCommerce", ["version": woocommerce]),
            wordpress.isEmpty ? nil : Sentence("shop.status.wordPress", ["version": wordpress]),
            currency.isEmpty ? nil : Sentence("shop.status.currency", ["currency": currency]),
            hasOrderTables.map { $0 ? Sentence("shop.status.orderTables") : Sentence("shop.status.orderPosts") },
        ].compactMap { $0 } + plugins.map(\.row) + gateways.map(\.row) + [
            makesReceipts ? Sentence("shop.status.receipts.yes") : Sentence("shop.status.receipts.no"),
            tracksShipments ? Sentence("shop.status.shipments.yes") : Sentence("shop.status.shipments.no"),
        ] + (cardPayments.map { [$0.row] } ?? [])
    }
}

extension ShopDocument.Plugin {
    fileprivate var row: Sentence {
        let values = ["name": name, "version": version]
        return isActive ? Sentence("shop.status.plugin.on", values) : Sentence("shop.status.plugin.off", values)
    }
}

extension ShopDocument.Gateway {
    fileprivate var row: Sentence {
        isEnabled
            ? Sentence("shop.status.gateway.on", ["title": title])
            : Sentence("shop.status.gateway.off", ["title": title])
    }
}

extension CardPresentPaymentsOnboardingState {
    fileprivate var row: Sentence {
        switch self {
        case .noConnection: Sentence("shop.status.inPerson.noConnection")
        case .genericError: Sentence("shop.status.inPerson.genericError")
        case .countryNotSupported(let country):
            Sentence("shop.status.inPerson.countryNotSupported", ["country": country])
        case .pluginNotInstalled: Sentence("shop.status.inPerson.pluginNotInstalled")
        case .pluginNotActivated(let gateway):
            Sentence("shop.status.inPerson.pluginNotActivated", ["name": gateway.name])
        case .selectPlugin: Sentence("shop.status.inPerson.selectPlugin")
        case .countryNotSupportedStripe(let country):
            Sentence("shop.status.inPerson.countryNotSupportedStripe", ["country": country])
        case .pluginUnsupportedVersion(let gateway, let version, let least):
            Sentence(
                "shop.status.inPerson.pluginUnsupportedVersion",
                ["name": gateway.name, "version": version, "least": least])
        case .pluginSetupNotCompleted(let gateway):
            Sentence("shop.status.inPerson.pluginSetupNotCompleted", ["name": gateway.name])
        case .pluginInTestModeWithLiveAccount(let gateway):
            Sentence("shop.status.inPerson.testModeWithLiveAccount", ["name": gateway.name])
        case .accountUnderReview: Sentence("shop.status.inPerson.accountUnderReview")
        case .accountOverdueRequirement: Sentence("shop.status.inPerson.accountOverdue")
        case .accountPendingRequirement: Sentence("shop.status.inPerson.accountPending")
        case .accountRejected: Sentence("shop.status.inPerson.accountRejected")
        case .cashOnDeliveryNotSetUp: Sentence("shop.status.inPerson.cashNotSetUp")
        case .completed(let gateway): Sentence("shop.status.inPerson.completed", ["name": gateway.name])
        }
    }
}
