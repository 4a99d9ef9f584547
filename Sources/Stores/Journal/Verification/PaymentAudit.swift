import Foundation
import Model
import Receipts
import Storage
import Payments

// Comparison of one payment's rows in every derived table with its facts.
extension JournalAudit {
    mutating func comparePayment(_ id: PaymentID) throws(StorageError) {
        let entries = try reader.journalEntries(payment: id)
        var events: [PaymentEvent] = []
        for entry in entries where entry.kind.hasPrefix("payment.") {
            events.append(try entry.decoded(as: PaymentEvent.self))
        }
        guard let history = PaymentHistory(events) else { return }
        attempt(DerivedTable.payments.rawValue, id.rawValue) { audit throws(StorageError) in
            try audit.compareRow(of: history)
        }
        attempt(DerivedTable.receipts.rawValue, id.rawValue) { audit throws(StorageError) in
            try audit.compareReceipts(of: history, entries)
        }
        attempt(DerivedTable.paidOrders.rawValue, id.rawValue) { audit throws(StorageError) in
            try audit.compareOrder(of: history, entries)
        }
    }

    private mutating func compareRow(of history: PaymentHistory) throws(StorageError) {
        let id = history.intent.payment
        guard let stored = try reader.payment(id: id) else {
            return add(.payments, id, Sentence("detail.table.notInTable", ["payment": id]))
        }
        let differing = stored.columns(differingFrom: PaymentRecord(history, at: stored.updatedAt))
        guard !differing.isEmpty else { return }
        add(.payments, id, .differing(id, differing))
    }

    // MARK: Receipts and prints

    private mutating func compareReceipts(of history: PaymentHistory, _ entries: [JournalEntry]) throws(StorageError) {
        let id = history.intent.payment
        let standing = try reader.receipts(payment: id)
        let withdrawn = try reader.withdrawnReceipts(payment: id)
        // The receipts of a payment are dropped all at once, so one that is missing beside others was not.
        if standing.isEmpty, withdrawn.isEmpty, try areReceiptsDropped(entries) { return }
        for copy in history.archivedCopies where !standing.contains(where: { $0.copy == copy }) {
            add(.receipts, id, Sentence("difference.receipt.missing", ["copy": copy.name, "payment": id]))
        }
        for receipt in standing {
            let differing = receipt.parts(differingFrom: history)
            guard !differing.isEmpty else { continue }
            let named: [String: any CustomStringConvertible] = [
                "receipt": receipt.id, "payment": id, "parts": Sentence(all: differing),
            ]
            add(
                .receipts, receipt.id,
                differing.count == 1
                    ? Sentence("difference.receipt.differs", named) : Sentence("difference.receipt.differ", named))
        }
        try comparePrints(of: standing + withdrawn, entries)
    }

    /// Whether the receipts of these facts may have been dropped since because they were old. The journal from which an
    /// archive was made tells the hash of the whole archive, so in an archive none can be missing that was not dropped.
    private func areReceiptsDropped(_ entries: [JournalEntry]) throws(StorageError) -> Bool {
        guard archiveEnds == nil else { return true }
        guard let settled = Self.lastSettlement(entries), let dropped = try DroppedReceipts.last(in: reader) else {
            return false
        }
        return settled.at < dropped.madeBefore + Self.longestCommit
    }

    /// How much later the entry of a settlement may be than the receipts that are stored with it, in seconds.
    private static let longestCommit: TimeInterval = 60

    private static func lastSettlement(_ entries: [JournalEntry]) -> JournalEntry? {
        entries.last { ["payment.settled", "payment.operatorSettled"].contains($0.kind) }
    }

    private mutating func comparePrints(
        of receipts: [StoredReceipt], _ entries: [JournalEntry]
    ) throws(StorageError) {
        var told: [PrintFact] = []
        for entry in entries where entry.kind == PrintFact.kind {
            told.append(try entry.decoded(as: PrintFact.self))
        }
        var jobs: [PrintJob] = []
        for receipt in receipts { jobs += try reader.printJobs(receipt: receipt.id) }
        for fact in told where fact.end != "failed" {
            guard !jobs.contains(where: { fact.isOf($0) && $0.state.rawValue == fact.end }) else { continue }
            add(
                .printJobs, fact.receipt,
                Sentence(
                    "difference.print.notInTable",
                    ["receipt": fact.receipt, "mark": fact.mark.words, "end": fact.end]))
        }
        for job in jobs where job.state.isEnd && !told.contains(where: { $0.isOf(job) }) && isToBeTold(job) {
            add(
                .printJobs, job.id,
                Sentence(
                    "difference.print.notInJournal",
                    ["print": job.id, "receipt": job.receipt, "state": job.state.rawValue]))
        }
    }

    /// Whether the journal must tell this print. Later prints of an archived receipt are told by the journal from which
    /// the archive was made.
    private func isToBeTold(_ job: PrintJob) -> Bool {
        guard let archiveEnds else { return true }
        return job.startedAt ?? job.createdAt <= archiveEnds
    }

    // MARK: The order and the shop

    private mutating func compareOrder(of history: PaymentHistory, _ entries: [JournalEntry]) throws(StorageError) {
        let id = history.intent.payment
        // An archive does not contain which orders are paid now, nor what the shop is told.
        guard archiveEnds == nil, let order = history.intent.order else { return }
        let kinds = Set(entries.map(\.kind))
        let number = history.intent.orderNumber ?? order.written
        if kinds.contains(OrderHandover.kind) { try comparePayer(of: order, history.intent, number) }
        guard history.paysOrder(order.rawValue), !kinds.contains(OrderConflict.kind) else { return }
        if try reader.outboxItem(id: "\(OrderPaid.kind)-\(id)") == nil, try !mayBeDropped(entries) {
            add(.outbox, id, Sentence("difference.outbox.missing", ["order": number, "payment": id]))
        }
        // A reversal opens the order again, unless the shop was told of a partial refund.
        for entry in try reader.journalIntents(givingBack: id) {
            guard let other = entry.payment, let reversal = try StoredLedger.history(other, in: reader),
                reversal.intent.purpose.kind == .reversal, case .settled(.approved) = reversal.stage
            else { continue }
            return
        }
        // Another payment pays the order since, or did so.
        guard kinds.isDisjoint(with: [OrderHandover.kind, OrderHandover.takenOver]) else { return }
        guard try reader.paidBy(order: order, site: history.intent.site) != id else { return }
        add(.paidOrders, order, Sentence("difference.order.notNoted", ["order": number, "payment": id]))
    }

    /// Compares the payment that pays an order, after one payment has handed the order over to another.
    private mutating func comparePayer(
        of order: OrderID, _ intent: PaymentIntent, _ number: String
    ) throws(StorageError) {
        guard let payer = try OrderPayer(order, intent.site, in: reader), payer.lastReplaced == intent.payment else {
            return
        }
        let noted = try reader.paidBy(order: order, site: intent.site)
        guard noted != payer.paidBy else { return }
        if let paidBy = payer.paidBy {
            add(.paidOrders, order, Sentence("difference.order.notNoted", ["order": number, "payment": paidBy]))
        } else if let noted {
            add(.paidOrders, order, Sentence("difference.order.notPaid", ["order": number, "payment": noted]))
        }
    }

    /// Whether messages about these facts may have been dropped from the outbox since.
    private func mayBeDropped(_ entries: [JournalEntry]) throws(StorageError) -> Bool {
        guard let settled = Self.lastSettlement(entries),
            let dropped = try reader.journalEntries(kind: DroppedMessages.kind, limit: 1).first
        else { return false }
        return settled.at < (try dropped.decoded(as: DroppedMessages.self)).deliveredBefore
    }

    /// Compares an outbox item about a payment.
    mutating func compareNews(_ row: RowName) throws(StorageError) {
        guard [OrderPaid.kind, OrderRefunded.kind, OrderReopened.kind].contains(row.owner) else { return }
        guard let item = try reader.outboxItem(id: row.name), let message = try? item.message else {
            return add(.outbox, row.name, Sentence("difference.outbox.unreadable", ["item": row.name]))
        }
        if let paid = message as? OrderPaid, let told = try told.payment(paid.payment, in: reader)?.record,
            told.isApproved, paid.amount != told.amount, try isSettledOnce(paid.payment)
        {
            add(.outbox, row.name, Sentence("difference.outbox.otherAmount", ["item": row.name]))
        }
        for id in message.transactions where try order(of: id) != message.order {
            return add(.outbox, row.name, Sentence("difference.outbox.unknown", ["item": row.name]))
        }
    }

    private func order(of id: PaymentID) throws(StorageError) -> OrderID? {
        if let known = try told.payment(id, in: reader) { return known.record.order }
        guard let payment = try reader.payment(id: id), payment.archive != nil else { return nil }
        return payment.order
    }

    /// Whether the transaction was settled only once: messages of an earlier settlement stay in the outbox.
    private func isSettledOnce(_ id: PaymentID) throws(StorageError) -> Bool {
        try reader.journalEntries(payment: id).count { $0.kind.hasSuffix("ettled") } == 1
    }
}

extension OutboxMessage {
    /// The transactions that the message is about.
    var transactions: [PaymentID] {
        switch self {
        case let paid as OrderPaid: [paid.payment]
        case let refunded as OrderRefunded: [refunded.payment, refunded.refund]
        case let reopened as OrderReopened: [reopened.payment]
        default: []
        }
    }
}

extension PaymentHistory {
    /// The copies that were archived when the transaction was settled.
    fileprivate var archivedCopies: [ReceiptCopy] {
        guard case .settled(let outcome) = stage else { return [] }
        return switch outcome {
        case .approved: intent.isSaid ? [] : ReceiptCopy.allCases
        case .declined: [.customer]
        case .cancelled: texts.isEmpty ? [] : [.customer]
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: []
        }
    }

    fileprivate var verdict: Receipt.Verdict? {
        guard case .settled(let outcome) = stage else { return nil }
        return switch outcome {
        case .approved: .approved
        case .declined: .declined
        case .cancelled: .cancelled
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: nil
        }
    }
}

extension StoredReceipt {
    /// The parts of the document that differ from the journal. The journal does not contain the shop's lines, the
    /// address and the footer.
    fileprivate func parts(differingFrom history: PaymentHistory) -> [Sentence] {
        let compared: [(Sentence, Bool)] = [
            (Sentence("difference.part.id"), document.id == id && document.payment == payment && document.copy == copy),
            (Sentence("difference.part.orderNumber"), document.orderNumber == orderNumber),
            (Sentence("difference.part.kind"), document.kind == history.intent.purpose.kind),
            (Sentence("difference.part.total"), document.total == history.amount),
            (Sentence("difference.part.tip"), document.tip == history.intent.tip),
            (Sentence("difference.part.language"), document.language == history.intent.language),
            (Sentence("difference.part.outcome"), document.card.result == history.verdict),
            (Sentence("difference.part.card"), isTold(by: history)),
        ]
        return compared.filter { !$0.1 }.map(\.0)
    }

    /// Whether the card block is the terminal's own text, or was made from its result.
    private func isTold(by history: PaymentHistory) -> Bool {
        guard case .settled(let outcome) = history.stage else { return false }
        switch document.card {
        case .terminalReport: return false
        case .composed(let status, _):
            guard case .approved(let result) = outcome else { return true }
            return status.amountMinor == result.amountMinor && status.receiptNumber == result.receiptNumber
        case .terminalText(let lines, _):
            let told = TerminalReceipts(history.texts(of: outcome)).byCopy[copy] ?? []
            return lines.count <= told.count && zip(lines, told).allSatisfy { $0.text.isMasked(from: $1.text) }
        }
    }
}

extension String {
    /// Whether this is the other text with some digits masked. The masking rules have changed between releases.
    fileprivate func isMasked(from other: String) -> Bool {
        let (ours, theirs) = (Array(self), Array(other))
        guard ours.count == theirs.count else { return false }
        return zip(ours, theirs).allSatisfy { $0 == $1 || "*xX#".contains($0) && $1.isNumber }
    }
}

extension PrintFact {
    fileprivate func isOf(_ job: PrintJob) -> Bool { receipt == job.receipt && mark.number == job.mark.number }
}

extension PrintMark {
    /// The duplicate's number; nil for the original.
    fileprivate var number: Int? {
        switch self {
        case .original: nil
        case .duplicate(let number, at: _): number
        }
    }

    fileprivate var words: Sentence {
        number.map { Sentence("print.duplicate", ["number": $0]) } ?? Sentence("difference.print.original")
    }
}

extension PrintState {
    /// Whether bytes were sent and the print is over.
    fileprivate var isEnd: Bool {
        switch self {
        case .confirmed, .probably, .unknown: true
        case .pending, .printing, .failed, .voided: false
        }
    }
}
