import Failures
import Model

/// Why an order is not the one any more for which a till wants to tell its shop something. An operator decides.
package enum ShopOrderConflict: Hashable, Sendable {
    /// It was cancelled, refunded or deleted.
    case ended(status: String)
    /// It was paid by something else.
    case paidElsewhere(transaction: String)
    /// It comes to another amount.
    case changed(total: String, paid: Money)
    /// Somebody changed it after the till had seen it.
    case modified(at: String)
}

extension ShopOrderConflict {
    var kind: any ListedFailure {
        switch self {
        case .ended: OrderFailure.ended
        case .paidElsewhere: OrderFailure.paidElsewhere
        case .changed: OrderFailure.changed
        case .modified: OrderFailure.modified
        }
    }

    var sentence: Sentence {
        switch self {
        case .ended(let status): Sentence("failure.order.ended", ["status": status])
        case .paidElsewhere(let transaction):
            Sentence("failure.order.paidElsewhere", ["transaction": transaction.isEmpty ? "?" : transaction])
        case .changed(let total, let paid): Sentence("failure.order.changed", ["total": total, "paid": paid])
        case .modified(let time): Sentence("failure.order.modified", ["time": time])
        }
    }

    var remedy: Sentence {
        switch self {
        case .ended: Sentence("remedy.order.ended")
        case .paidElsewhere: Sentence("remedy.order.paidElsewhere")
        case .changed: Sentence("remedy.order.changed")
        case .modified: Sentence("remedy.order.modified")
        }
    }
}
