import Flow
import Foundation
import Model
import Storage

/// Reads a terminal's day out of what this till has stored.
struct DayReading {
    /// So many facts at once are read of the journal.
    private static let page = 1_000
    private static let begun = "payment.intended"
    private static let told: Set = ["payment.result", "payment.evidence"]

    let terminal: TerminalName
    let reader: any StorageReader

    /// Every payment that was begun on the terminal between these facts of the journal, oldest first. None of an earlier
    /// day is open when a day ends, so the beginning decides to which it belongs.
    func payments(since sequence: Int64, through end: Int64 = .max) throws(StorageError) -> [PaymentRecord] {
        var begun: [PaymentRecord] = []
        var next = sequence + 1
        while true {
            let entries = try reader.journalEntries(from: next, limit: Self.page)
            guard let last = entries.last, next <= end else { return begun }
            for entry in entries where entry.kind == Self.begun && entry.sequence <= end {
                guard let id = entry.payment, let payment = try reader.payment(id: id), terminal.holds(payment) else {
                    continue
                }
                begun.append(payment)
            }
            next = last.sequence + 1
        }
    }

    func day(of payments: [PaymentRecord], in currency: Currency) throws(StorageError) -> DayBook {
        var day = DayBook(currency: currency)
        for payment in payments {
            day.knownReceipts.formUnion(try receipts(of: payment))
            guard payment.amount.currency == currency else {
                if payment.stands { day.foreign.append(payment.id) }
                continue
            }
            let booking = try booking(payment)
            if payment.isOpen {
                day.open.append(booking)
            } else if payment.stands {
                day.bookings.append(booking)
            } else {
                day.failed.append(booking)
            }
        }
        return day
    }

    private func booking(_ payment: PaymentRecord) throws(StorageError) -> DayBook.Booking {
        let result = payment.approval ?? payment.result
        return DayBook.Booking(
            payment: payment.id, receipt: result?.receiptNumber, scheme: result?.scheme,
            amountMinor: payment.amount.minorUnits,
            orderNumber: try payment.order.map { order throws(StorageError) in try number(of: order, payment.site) })
    }

    private func number(of order: OrderID, _ site: SiteID) throws(StorageError) -> String {
        try reader.order(id: order, site: site)?.order.number ?? String(order.rawValue)
    }

    /// Whatever number the terminal named with it: its own, and what it told when it was asked.
    private func receipts(of payment: PaymentRecord) throws(StorageError) -> [Int] {
        var receipts = [payment.approval, payment.result].compactMap { $0?.receiptNumber }
        for entry in try reader.journalEntries(payment: payment.id) where Self.told.contains(entry.kind) {
            switch try entry.decoded(as: PaymentEvent.self) {
            case .result(let result, _), .evidence(.transaction(let result), _):
                if let receipt = result.receiptNumber { receipts.append(receipt) }
            default: break
            }
        }
        return receipts
    }

    // MARK: Orders

    /// - Parameter statuses: what the shop says of them, where it could be asked.
    func orders(of payments: [PaymentRecord], _ statuses: [OrderID: OrderStatus]) throws(StorageError) -> [OrderBook] {
        var books: [OrderBook] = []
        for payment in payments {
            guard let order = payment.order, !books.contains(where: { $0.order == order }) else { continue }
            let tries = try reader.payments(order: order, site: payment.site)
            let standing = tries.filter(\.stands).map(\.id)
            var wasTold = true
            for id in standing where try reader.outboxItem(id: "\(OrderPaid.kind)-\(id)")?.deliveredAt == nil {
                wasTold = false
            }
            books.append(
                OrderBook(
                    order: order, number: try number(of: order, payment.site), standing: standing,
                    paidBy: try reader.paidBy(order: order, site: payment.site), shopStatus: statuses[order],
                    shopWasTold: wasTold))
        }
        return books
    }
}

extension PaymentRecord {
    /// The terminal's proof.
    fileprivate var approval: TransactionResult? {
        guard case .approved(let result)? = outcome else { return nil }
        return result
    }

    /// Whether it is approved and final.
    fileprivate var stands: Bool { !isOpen && approval != nil }
}
