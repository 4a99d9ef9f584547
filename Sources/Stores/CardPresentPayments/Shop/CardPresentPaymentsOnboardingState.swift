import Foundation
import Model

/// Whether the shop can take card payments in person by an extension of its own, and if not, the first thing that is missing.
package enum CardPresentPaymentsOnboardingState: Hashable, Sendable {
    /// The shop could not be asked.
    case noConnection
    /// The shop does not tell its country, or says something of its account that this release does not know.
    case genericError
    case countryNotSupported(country: String)
    case pluginNotInstalled
    case pluginNotActivated(PaymentGatewayExtension)
    /// Both extensions are active, and the operator has chosen none (`setPreferredInPersonPaymentGateway`).
    case selectPlugin
    case countryNotSupportedStripe(country: String)
    case pluginUnsupportedVersion(PaymentGatewayExtension, version: String, least: String)
    case pluginSetupNotCompleted(PaymentGatewayExtension)
    case pluginInTestModeWithLiveAccount(PaymentGatewayExtension)
    case accountUnderReview(PaymentGatewayExtension)
    case accountOverdueRequirement(PaymentGatewayExtension)
    /// The provider waits for documents until the deadline. Payments are taken until then.
    case accountPendingRequirement(PaymentGatewayExtension, deadline: Date?)
    case accountRejected(PaymentGatewayExtension)
    /// Payments are taken; the shop does not offer cash on delivery, which its own apps use for cash.
    case cashOnDeliveryNotSetUp(PaymentGatewayExtension)
    case completed(PaymentGatewayExtension)
}

extension CardPresentPaymentsOnboardingState {
    /// The extension that takes payments now; nil if none does.
    package var readyExtension: PaymentGatewayExtension? {
        switch self {
        case .completed(let gateway), .accountPendingRequirement(let gateway, _), .cashOnDeliveryNotSetUp(let gateway):
            gateway
        case .noConnection, .genericError, .countryNotSupported, .pluginNotInstalled, .pluginNotActivated,
            .selectPlugin, .countryNotSupportedStripe, .pluginUnsupportedVersion, .pluginSetupNotCompleted,
            .pluginInTestModeWithLiveAccount, .accountUnderReview, .accountOverdueRequirement, .accountRejected:
            nil
        }
    }

    /// The state's stable name.
    package var code: String {
        switch self {
        case .noConnection: "no_connection"
        case .genericError: "generic_error"
        case .countryNotSupported: "country_not_supported"
        case .pluginNotInstalled: "plugin_not_installed"
        case .pluginNotActivated: "plugin_not_activated"
        case .selectPlugin: "select_plugin"
        case .countryNotSupportedStripe: "country_not_supported_stripe"
        case .pluginUnsupportedVersion: "plugin_unsupported_version"
        case .pluginSetupNotCompleted: "plugin_setup_not_completed"
        case .pluginInTestModeWithLiveAccount: "plugin_in_test_mode_with_live_account"
        case .accountUnderReview: "account_under_review"
        case .accountOverdueRequirement: "account_overdue_requirement"
        case .accountPendingRequirement: "account_pending_requirement"
        case .accountRejected: "account_rejected"
        case .cashOnDeliveryNotSetUp: "cash_on_delivery_not_set_up"
        case .completed: "completed"
        }
    }
}
