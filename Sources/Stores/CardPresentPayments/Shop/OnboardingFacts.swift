import Model
import Networking

/// What is known of a shop when it is decided whether it can take card payments in person.
struct OnboardingFacts: Sendable {
    /// The ISO 3166 code of two letters; nil if the shop does not tell.
    var country: String?
    var plugins: [SystemPlugin]
    var accounts: [PaymentGatewayAccount]
    /// The extension that the operator has chosen.
    var preferred: PaymentGatewayExtension?
    var offersCashOnDelivery: Bool

    /// The first thing that is missing.
    var state: CardPresentPaymentsOnboardingState {
        guard let code = country else { return .genericError }
        guard let country = CardPresentPaymentsCountry.named(code) else { return .countryNotSupported(country: code) }
        let gateway: PaymentGatewayExtension
        switch choice(in: country) {
        case .missing(let state): return state
        case .found(let found): gateway = found
        }
        guard let least = country.oldest[gateway] else { return .countryNotSupportedStripe(country: code) }
        guard let plugin = plugin(gateway) else { return .pluginNotInstalled }
        guard PluginVersion(plugin.version) >= least else {
            return .pluginUnsupportedVersion(gateway, version: plugin.version, least: least.text)
        }
        guard plugin.isActive else { return .pluginNotActivated(gateway) }
        return state(of: accounts.first { $0.gateway == gateway }, gateway)
    }

    private enum Choice {
        case found(PaymentGatewayExtension)
        case missing(CardPresentPaymentsOnboardingState)
    }

    private func plugin(_ gateway: PaymentGatewayExtension) -> SystemPlugin? {
        plugins.first { $0.path.hasPrefix("\(gateway.folder)/") }
    }

    private func choice(in country: CardPresentPaymentsCountry) -> Choice {
        let installed = PaymentGatewayExtension.allCases.filter { plugin($0) != nil }
        let active = installed.filter { plugin($0)?.isActive ?? false }
        switch (installed.count, active.count) {
        case (0, _): return .missing(.pluginNotInstalled)
        case (1, _): return .found(installed[0])
        case (_, 0): return .missing(.pluginNotActivated(.wooPayments))
        case (_, 1): return .found(active[0])
        default:
            let allowed = active.filter { country.oldest[$0] != nil }
            if allowed.count == 1 { return .found(allowed[0]) }
            guard let preferred, allowed.contains(preferred) else { return .missing(.selectPlugin) }
            return .found(preferred)
        }
    }

    private func state(
        of account: PaymentGatewayAccount?, _ gateway: PaymentGatewayExtension
    ) -> CardPresentPaymentsOnboardingState {
        guard let account, account.status != .noAccount, account.isCardPresentEligible else {
            return .pluginSetupNotCompleted(gateway)
        }
        if account.isLive, account.isInTestMode { return .pluginInTestModeWithLiveAccount(gateway) }
        switch account.status {
        case .restricted:
            let waits = account.hasOverdueRequirements || account.hasPendingRequirements
            return waits ? .accountOverdueRequirement(gateway) : .accountUnderReview(gateway)
        case .rejected: return .accountRejected(gateway)
        case .noAccount: return .pluginSetupNotCompleted(gateway)
        case .other: return .genericError
        case .complete, .enabled, .restrictedSoon, .pendingVerification: break
        }
        if account.hasOverdueRequirements { return .accountOverdueRequirement(gateway) }
        if account.hasPendingRequirements {
            return .accountPendingRequirement(gateway, deadline: account.deadline)
        }
        return offersCashOnDelivery ? .completed(gateway) : .cashOnDeliveryNotSetUp(gateway)
    }
}
