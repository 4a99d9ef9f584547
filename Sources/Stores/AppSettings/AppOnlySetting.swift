import Flow
import Model
import Networking

/// Settings that the mobile app of WooCommerce keeps, and that Till has no use for.
package enum AppOnlySetting: String, CaseIterable, Sendable {
    case statsRanges, dashboardCards, analyticsCards, stockCardType, statusCardStatus, favouriteProducts
    case feedback, addOnsSwitch, jetpackBanner, shippingNotice, featureAnnouncement, installationDate
    case telemetry
    case trackingProviders
    case eligibilityError, skippedCashOnDeliveryStep
    case simplePaymentsTaxes

    /// The answer to whoever asks for it.
    var refusal: Failure { .unsupported(because: reason) }

    private var reason: Sentence {
        switch self {
        case .telemetry: Sentence("detail.unsupported.telemetry")
        case .trackingProviders: Sentence("detail.unsupported.trackingProviders")
        case .eligibilityError, .skippedCashOnDeliveryStep: Sentence("detail.unsupported.askedAnew")
        case .simplePaymentsTaxes: Sentence("detail.unsupported.simplePaymentsTaxes")
        default: Sentence("detail.unsupported.appScreens")
        }
    }
}
