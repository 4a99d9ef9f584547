import Model

/// A template for each kind of sheet.
package struct ReceiptTemplates: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The customer's receipt with the goods.
        case orderReceipt = "order_receipt"
        /// The customer's receipt of a card payment alone: an amount without goods, or money given back.
        case cardSlip = "card_slip"
        /// The merchant's receipt of any payment.
        case merchantCopy = "merchant_copy"
        /// The terminal's own report.
        case endOfDay = "end_of_day"

        /// The copy to which it belongs.
        package var copy: ReceiptCopy {
            switch self {
            case .orderReceipt, .cardSlip: .customer
            case .merchantCopy, .endOfDay: .merchant
            }
        }
    }

    package var orderReceipt: ReceiptTemplate
    package var cardSlip: ReceiptTemplate
    package var merchantCopy: ReceiptTemplate
    package var endOfDay: ReceiptTemplate

    package subscript(kind: Kind) -> ReceiptTemplate {
        get {
            switch kind {
            case .orderReceipt: orderReceipt
            case .cardSlip: cardSlip
            case .merchantCopy: merchantCopy
            case .endOfDay: endOfDay
            }
        }
        set {
            switch kind {
            case .orderReceipt: orderReceipt = newValue
            case .cardSlip: cardSlip = newValue
            case .merchantCopy: merchantCopy = newValue
            case .endOfDay: endOfDay = newValue
            }
        }
    }

    package static let builtIn = ReceiptTemplates(
        orderReceipt: ReceiptTemplate(
            .logo, .merchant, .blank, .copy, .blank, .title, .references, .rule, .goods, .rule, .totals, .taxes, .rule,
            .card, .fiscal, .codes, .footer),
        cardSlip: ReceiptTemplate(
            .logo, .merchant, .blank, .copy, .blank, .title, .references, .rule, .totals, .taxes, .rule, .card, .fiscal,
            .codes, .footer),
        merchantCopy: ReceiptTemplate(
            .merchant, .blank, .copy, .blank, .title, .references, .rule, .goods, .rule, .totals, .taxes, .rule, .card,
            .fiscal, .codes, .footer),
        endOfDay: ReceiptTemplate(.merchant, .blank, .copy, .blank, .title, .references, .rule, .card, .footer))
}
