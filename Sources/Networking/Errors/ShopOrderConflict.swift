import Failures
import Model

/// Why an order is not the one any more for which a till wants to tell its shop something. An operator decides.
package enum ShopOrderConflict: Hashable, Sendable {
    /// The order was cancelled, refunded or deleted.
    case ended(status: String)
    /// The order was paid by something else.
    case paidElsewhere(transaction: String)
    /// The shop has noted that this very payment was taken back.
    case takenBack
    /// The shop may have the note already: it has one that says the same.
    case noteInDoubt
    /// The order comes to another amount.
    case changed(total: String, paid: Money)
    /// Somebody changed it after the till had seen it.
    case modified(at: String)
    /// The shop has made two orders of one of this till's; the first is the later one.
    case isTwice(OrderID, OrderID)
    /// The shop has made an order that was made at the till without this product, which it does not have.
    case productGone(Int64, of: OrderID)
    /// The shop has recorded one refund of this till so often.
    case refundedTwice(reason: String, count: Int)
    /// The shop's clock is so far behind the time at which the order was made at the till that the shop was not told to make
    /// it: it could not be found there again after a lost answer.
    case clockBehind(Duration)
}

extension ShopOrderConflict {
    var kind: any ListedFailure {
        switch self {
        case .ended: OrderFailure.ended
        case .paidElsewhere: OrderFailure.paidElsewhere
        case .takenBack: OrderFailure.takenBack
        case .noteInDoubt: NoteFailure.inDoubt
        case .changed: OrderFailure.changed
        case .modified: OrderFailure.modified
        case .isTwice: OrderFailure.isTwice
        case .productGone: OrderFailure.productGone
        case .refundedTwice: OrderFailure.refundedTwice
        case .clockBehind: ShopFailure.wrongClock
        }
    }

    var sentence: Sentence {
        switch self {
        case .ended(let status): Sentence("failure.order.ended", ["status": status])
        case .paidElsewhere(let transaction):
            Sentence("failure.order.paidElsewhere", ["transaction": transaction.isEmpty ? "?" : transaction])
        case .takenBack: Sentence("failure.order.takenBack")
        case .noteInDoubt: Sentence("failure.note.inDoubt")
        case .changed(let total, let paid): Sentence("failure.order.changed", ["total": total, "paid": paid])
        case .modified(let time): Sentence("failure.order.modified", ["time": time])
        case .isTwice(let one, let other): Sentence("failure.order.isTwice", ["number": one, "other": other])
        case .productGone(let product, let order):
            Sentence("failure.order.productGone", ["product": product, "number": order])
        case .refundedTwice(let reason, let count):
            Sentence("failure.order.refundedTwice", ["reason": reason, "count": count])
        case .clockBehind(let behind):
            Sentence("failure.shop.wrongClock.behind", ["hours": Int(behind.components.seconds / 3_600)])
        }
    }

    var remedy: Sentence {
        switch self {
        case .ended: Sentence("remedy.order.ended")
        case .paidElsewhere: Sentence("remedy.order.paidElsewhere")
        case .takenBack: Sentence("remedy.order.takenBack")
        case .noteInDoubt: Sentence("remedy.note.inDoubt")
        case .changed: Sentence("remedy.order.changed")
        case .modified: Sentence("remedy.order.modified")
        case .isTwice(let one, let other): Sentence("remedy.order.isTwice", ["number": one, "other": other])
        case .productGone: Sentence("remedy.order.productGone")
        case .refundedTwice: Sentence("remedy.order.refundedTwice")
        case .clockBehind: Sentence("remedy.shop.wrongClock.behind")
        }
    }
}
