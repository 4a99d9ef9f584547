import Flow
import Model
import Networking

/// Requests about card payments that the shop takes itself: by WooPayments, or by its Stripe extension. The till's own terminals
/// need none of this (`CardPresentPaymentsAction`).
package enum CardPresentPaymentsShopAction: Action {
    /// The accounts of both extensions, asked for at the same time. One that answers is a success; the account of an extension that
    /// the shop does not have is forgotten.
    /// - Endpoint: GET wc/v3/payments/accounts, GET wc/v3/wc_stripe/account/summary
    /// - Offline: fails; what is kept stays
    /// - Test: CardPresentPaymentsShopTests
    case loadAccounts(Reply<Listing<PaymentGatewayAccount>>)
    /// Chooses the account with which payments are captured, until the session ends. Fails with `gateway.noAccount` if it was not
    /// loaded.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: CardPresentPaymentsShopTests
    case use(PaymentGatewayExtension, Reply<PaymentGatewayAccount>)
    /// The chosen account: by `use`, else the only one that is kept; nil if there is none.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: CardPresentPaymentsShopTests
    case selectedPaymentGatewayAccount(Reply<PaymentGatewayAccount?>)
    /// The extension of the chosen account; nil if there is none.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: CardPresentPaymentsShopTests
    case loadActivePaymentGatewayExtension(Reply<PaymentGatewayExtension?>)
    /// Whether the shop can take card payments in person, as far as it tells, and what is missing. A finished account is chosen.
    /// - Endpoint: GET wc/v3/system_status, GET wc/v3/settings/general/woocommerce_default_country,
    ///   GET wc/v3/payment_gateways, and those of `loadAccounts`
    /// - Offline: `noConnection`
    /// - Test: OnboardingTests
    case refreshOnboardingState(Reply<CardPresentPaymentsOnboardingState>)
    /// Whether the shop's extension would take a card payment for the order, and each reason against it.
    /// - Endpoint: GET wc/v3/orders/{id}
    /// - Offline: of the kept order, with its time
    /// - Test: OrderEligibilityTests
    case checkEligibility(OrderID, Reply<Cached<OrderEligibility>>)
    /// A charge of WooPayments. One that the shop does not have any more is forgotten. Fails with `shop.unsupported` while the
    /// Stripe extension is chosen, which tells no charges.
    /// - Endpoint: GET wc/v3/payments/charges/{id}
    /// - Offline: the kept charge, with its time
    /// - Test: CardPresentPaymentsShopTests
    case fetchWCPayCharge(String, Reply<Cached<WCPayCharge>>)
    /// Captures a payment intent that a reader of the shop's extension has authorised. The order is looked at before and, when the
    /// answer is lost or the shop says that there is nothing to capture, after it: an intent is captured once, however often this
    /// is repeated. Refused for an order for which this till takes or has taken money.
    /// - Endpoint: GET wc/v3/orders/{id}, POST wc/v3/payments/orders/{id}/capture_terminal_payment or
    ///   POST wc/v3/wc_stripe/orders/{id}/capture_terminal_payment
    /// - Offline: fails; nothing is captured later
    /// - Test: OrderCaptureTests
    case captureOrderPayment(OrderID, intent: String, Reply<CapturedOrderPayment>)
    /// Fails with `shop.unsupported`: a connection token is for readers of Stripe.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: CardPresentPaymentsShopTests
    case fetchConnectionToken(Reply<Void>)
    /// Fails with `shop.unsupported`: a location is for readers of Stripe.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: CardPresentPaymentsShopTests
    case fetchDefaultLocation(Reply<Void>)
    /// Fails with `shop.unsupported`: terminals are updated by their own menu or their provider.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: CardPresentPaymentsShopTests
    case startCardReaderUpdate(Reply<Void>)
    /// Fails with `shop.unsupported`: Tap to Pay is the reader inside a telephone.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: CardPresentPaymentsShopTests
    case checkTapToPaySupport(Reply<Bool>)
}
