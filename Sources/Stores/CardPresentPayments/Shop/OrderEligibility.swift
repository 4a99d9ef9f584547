import Foundation
import Model
import Networking

/// Whether the shop's extension would take a card payment for an order: nothing stands against it.
package struct OrderEligibility: Hashable, Sendable {
    /// Why the extension would not take a payment.
    package enum Obstacle: Hashable, Sendable {
        case alreadyPaid
        /// The order comes to nothing.
        case nothingToPay
        /// A part of it was refunded.
        case partlyRefunded
        case status(OrderStatus)
        /// The order is to be paid otherwise, by the payment method with this id.
        case paymentMethod(String)
        /// The account does not take this currency.
        case currency(String)
        /// The order's total is less than the smallest payment of the account's country.
        case belowMinimum(Money)
        /// The order has a subscription, whose later payments need a card that is stored.
        case subscription
        /// No account of the shop for card payments is chosen.
        case noAccount
    }

    package let obstacles: [Obstacle]
    package var isEligible: Bool { obstacles.isEmpty }

    private static let payable: [OrderStatus] = [.pending, .onHold, .processing, .failed]
    private static let methods = ["", "cod", "woocommerce_payments", "stripe", "wc-booking-gateway", "none"]

    /// Finds everything that stands against a card payment for the order, by the rules of the shop's extension.
    ///
    /// - Parameters:
    ///   - productTypes: the types of its products, as far as the till knows them.
    ///   - account: the chosen one; nil if there is none.
    init(of order: OrderRecord, productTypes: [String], account: PaymentGatewayAccount?) {
        var found: [Obstacle] = []
        if order.dates.paid != nil { found.append(.alreadyPaid) }
        let currency = order.currencyCode.uppercased()
        let total = Decimal(string: order.total, locale: Locale(identifier: "en_US_POSIX")) ?? 0
        if total <= 0 { found.append(.nothingToPay) }
        if !order.refunds.isEmpty { found.append(.partlyRefunded) }
        if !Self.payable.contains(order.status) { found.append(.status(order.status)) }
        if !Self.methods.contains(order.payment.method) { found.append(.paymentMethod(order.payment.method)) }
        if productTypes.contains(where: { $0.contains("subscription") }) { found.append(.subscription) }
        if let account {
            let country = CardPresentPaymentsCountry.named(account.country)
            let taken = country.map { [$0.currency.code] } ?? account.currencies
            if !taken.contains(currency) { found.append(.currency(currency)) }
            if let country, currency == country.currency.code, total > 0 {
                let least = Money(minorUnits: country.leastUnits, currency: country.currency)
                if total < least.decimal { found.append(.belowMinimum(least)) }
            }
        } else {
            found.append(.noAccount)
        }
        obstacles = found
    }
}

extension Money {
    /// The amount in whole units, exactly.
    fileprivate var decimal: Decimal {
        Decimal(sign: .plus, exponent: -currency.exponent, significand: Decimal(minorUnits))
    }
}

extension OrderEligibility.Obstacle {
    /// The obstacle's stable name.
    package var code: String {
        switch self {
        case .alreadyPaid: "already_paid"
        case .nothingToPay: "nothing_to_pay"
        case .partlyRefunded: "partly_refunded"
        case .status: "status"
        case .paymentMethod: "payment_method"
        case .currency: "currency"
        case .belowMinimum: "below_minimum"
        case .subscription: "subscription"
        case .noAccount: "no_account"
        }
    }
}
