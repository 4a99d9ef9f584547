import Failures
import Model

/// What a request to a shop is about. It gives the failure its code when the shop does not have it: `order.notFound`.
package enum ShopResource: Hashable, Sendable, CaseIterable {
    case order, refund, note, customer, product, coupon, review, setting, taxClass, taxRate, gateway, webhook, shipment
    case report, charge

    /// The name under which things of this kind are cached. It is stored, so it never changes.
    package var word: String { String(describing: self) }
}

extension ShopResource {
    /// The code of the failure that says that the shop has no such thing.
    var notFound: any ListedFailure {
        switch self {
        case .order: OrderFailure.notFound
        case .refund: RefundFailure.notFound
        case .note: NoteFailure.notFound
        case .customer: CustomerFailure.notFound
        case .product: ProductFailure.notFound
        case .coupon: CouponFailure.notFound
        case .review: ReviewFailure.notFound
        case .setting: SettingFailure.notFound
        case .taxClass: TaxClassFailure.notFound
        case .taxRate: TaxRateFailure.notFound
        case .gateway: GatewayFailure.notFound
        case .webhook: WebhookFailure.notFound
        case .shipment: ShipmentFailure.notFound
        case .report: ReportFailure.notFound
        case .charge: GatewayFailure.chargeNotFound
        }
    }
}

extension ShopResource {
    var notFoundSentence: Sentence {
        switch self {
        case .order: Sentence("failure.order.notFound")
        case .refund: Sentence("failure.refund.notFound")
        case .note: Sentence("failure.note.notFound")
        case .customer: Sentence("failure.customer.notFound")
        case .product: Sentence("failure.product.notFound")
        case .coupon: Sentence("failure.coupon.notFound")
        case .review: Sentence("failure.review.notFound")
        case .setting: Sentence("failure.setting.notFound")
        case .taxClass: Sentence("failure.taxClass.notFound")
        case .taxRate: Sentence("failure.taxRate.notFound")
        case .gateway: Sentence("failure.gateway.notFound")
        case .webhook: Sentence("failure.webhook.notFound")
        case .shipment: Sentence("failure.shipment.notFound")
        case .report: Sentence("failure.report.notFound")
        case .charge: Sentence("failure.gateway.chargeNotFound")
        }
    }
}
