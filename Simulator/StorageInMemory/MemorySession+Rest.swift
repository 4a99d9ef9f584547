import Flow
import Foundation
import Model
import Storage

// MARK: - Receipts and their prints

extension MemorySession {
    func receipt(id: ReceiptID) -> StoredReceipt? { tables.receipts.last { $0.id == id }.map(counted) }

    func receipts(payment: PaymentID) -> [StoredReceipt] {
        receipts { $0.payment == payment && $0.stands }.sorted { $0.copy.rawValue < $1.copy.rawValue }
    }

    func withdrawnReceipts(payment: PaymentID) -> [StoredReceipt] {
        receipts { $0.payment == payment && !$0.stands }.reversed()
    }

    func receipts(orderNumber: String) -> [StoredReceipt] { receipts { $0.orderNumber == orderNumber } }
    func latestReceipt(copy: ReceiptCopy?) -> StoredReceipt? { receipts { copy == nil || $0.copy == copy }.first }
    func receipts(limit: Int) -> [StoredReceipt] { Array(receipts { _ in true }.prefix(max(0, limit))) }

    func receipts(before receipt: ReceiptID, limit: Int) -> [StoredReceipt] {
        Array(receipts { _ in true }.drop { $0.id != receipt }.dropFirst().prefix(max(0, limit)))
    }

    /// The matching receipts, newest first.
    private func receipts(where matches: (StoredReceipt) -> Bool) -> [StoredReceipt] {
        tables.receipts.filter(matches).reversed().map(counted)
    }

    private func counted(_ stored: StoredReceipt) -> StoredReceipt {
        StoredReceipt(
            id: stored.id, payment: stored.payment, orderNumber: stored.orderNumber, copy: stored.copy,
            document: stored.document, printCount: begunPrints(receipt: stored.id), createdAt: stored.createdAt,
            withdrawnAt: stored.withdrawnAt)
    }

    func insert(_ document: Receipt, createdAt: Date) throws(StorageError) {
        let twin = tables.receipts.first {
            $0.id == document.id || $0.stands && $0.payment == document.payment && $0.copy == document.copy
        }
        if let twin { throw .conflict(.id(twin.id.rawValue)) }
        tables.receipts.append(
            StoredReceipt(
                id: document.id, payment: document.payment, orderNumber: document.orderNumber, copy: document.copy,
                document: document, printCount: 0, createdAt: createdAt.asStored, withdrawnAt: nil))
    }

    func withdraw(receipt: ReceiptID, at time: Date) -> [PrintJob] {
        let waiting = printJobs(receipt: receipt).filter { $0.state == .pending }
        if let place = tables.receipts.lastIndex(where: { $0.id == receipt }), tables.receipts[place].stands {
            tables.receipts[place] = tables.receipts[place].with(withdrawnAt: time.asStored)
        }
        for job in waiting {
            guard let place = tables.prints.lastIndex(where: { $0.id == job.id }) else { continue }
            tables.prints[place] = job.with(.voided, mark: job.mark)
        }
        return waiting
    }

    func reinstate(receipt: ReceiptID) throws(StorageError) {
        guard let place = tables.receipts.lastIndex(where: { $0.id == receipt }) else {
            throw .missing(.receipt, id: "\(receipt)")
        }
        let stored = tables.receipts[place]
        let twin = receipts(payment: stored.payment).first { $0.copy == stored.copy && $0.id != receipt }
        if let twin { throw .conflict(.id(twin.id.rawValue)) }
        tables.receipts[place] = stored.with(withdrawnAt: nil)
    }

    func printJob(id: PrintJobID) -> PrintJob? { tables.prints.first { $0.id == id } }
    func printJobs(receipt: ReceiptID) -> [PrintJob] { tables.prints.filter { $0.receipt == receipt } }

    func pendingPrintJobs(printer: String?) -> [PrintJob] {
        tables.prints.filter { $0.state == .pending && (printer.map($0.isFor) ?? true) }
    }

    func interruptedPrintJobs(printer: String?) -> [PrintJob] {
        tables.prints.filter { $0.state == .printing && (printer.map($0.isFor) ?? true) }
    }

    func doubtfulPrintJobs() -> [PrintJob] {
        tables.prints.filter { job in
            guard job.state == .printing || job.state == .unknown,
                receipt(id: job.receipt)?.stands ?? false
            else { return false }
            return !printJobs(receipt: job.receipt).contains { other in
                guard other.state == .confirmed || other.state == .probably else { return false }
                return (other.startedAt ?? .distantPast) >= (job.startedAt ?? .distantPast)
            }
        }
    }

    func unprintedJobs(amongNewest limit: Int) -> [PrintJob] {
        let newest = tables.prints.map(\.id.rawValue).max() ?? 0
        return tables.prints.filter { job in
            guard job.state != .pending else { return true }
            return job.state == .failed && job.id.rawValue > newest - Int64(clamping: limit)
                && receipt(id: job.receipt)?.stands ?? false && begunPrints(receipt: job.receipt) == 0
        }
    }

    func begunPrints(receipt: ReceiptID) -> Int { printJobs(receipt: receipt).count { $0.state.wasBegun } }

    func enqueuePrint(receipt: ReceiptID, printer: String, at time: Date) throws(StorageError) -> PrintJob {
        guard let stored = self.receipt(id: receipt), stored.stands else { throw .missing(.receipt, id: "\(receipt)") }
        let before = printJobs(receipt: receipt).filter { $0.state != .failed && $0.state != .voided }
        let number = PrintJob.duplicateNumber(after: before)
        tables.lastPrint += 1
        let job = PrintJob(
            id: PrintJobID(rawValue: tables.lastPrint), receipt: receipt, copy: stored.copy,
            mark: number.map { .duplicate($0, at: time.asStored) } ?? .original, printer: printer, state: .pending,
            failureCode: nil, failureSentence: nil, createdAt: time.asStored, startedAt: nil, finishedAt: nil)
        tables.prints.append(job)
        return job
    }

    func claimPrint(id: PrintJobID, at time: Date) throws(StorageError) -> PrintJob {
        try change(id, from: .pending) { job in
            let number = PrintJob.duplicateNumber(after: printJobs(receipt: job.receipt).filter(\.state.wasBegun))
            return job.with(
                .printing, mark: number.map { .duplicate($0, at: time.asStored) } ?? .original,
                startedAt: time.asStored)
        }
    }

    func finishPrint(id: PrintJobID, as end: PrintEnd, at time: Date) throws(StorageError) {
        _ = try change(id, from: .printing) {
            PrintJob(
                id: id, receipt: $0.receipt, copy: $0.copy, mark: $0.mark, printer: $0.printer, state: end.state,
                failureCode: end.failure?.code, failureSentence: end.failure?.said, createdAt: $0.createdAt,
                startedAt: $0.startedAt, finishedAt: time.asStored)
        }
    }

    func requeuePrint(id: PrintJobID) throws(StorageError) {
        _ = try change(id, from: .failed) { job in
            let mark = job.mark.duplicateNumber.map { PrintMark.duplicate($0, at: job.createdAt) }
            return job.with(.pending, mark: mark ?? .original)
        }
    }

    func waivePrints(receipt: ReceiptID) -> [PrintJob] {
        let waived = printJobs(receipt: receipt).filter { $0.state == .pending || $0.state == .failed }
        for job in waived {
            guard let place = tables.prints.lastIndex(where: { $0.id == job.id }) else { continue }
            let mark = job.mark.duplicateNumber.map { PrintMark.duplicate($0, at: job.createdAt) }
            tables.prints[place] = job.with(.voided, mark: mark ?? .original)
        }
        return waived
    }

    func movePrint(id: PrintJobID, to printer: String) throws(StorageError) {
        _ = try change(id, from: .pending) { $0.with(.pending, mark: $0.mark, printer: printer) }
    }

    private func change(
        _ id: PrintJobID, from state: PrintState, _ change: (PrintJob) -> PrintJob
    ) throws(StorageError) -> PrintJob {
        guard let place = tables.prints.firstIndex(where: { $0.id == id }) else { throw .missing(.print, id: "\(id)") }
        guard tables.prints[place].state == state else {
            throw .conflict(.printState(id, tables.prints[place].state))
        }
        tables.prints[place] = change(tables.prints[place])
        return tables.prints[place]
    }
}

extension StoredReceipt {
    fileprivate func with(withdrawnAt: Date?) -> StoredReceipt {
        StoredReceipt(
            id: id, payment: payment, orderNumber: orderNumber, copy: copy, document: document, printCount: printCount,
            createdAt: createdAt, withdrawnAt: withdrawnAt)
    }
}

extension PrintJob {
    /// Returns this print job in a state that is not final; the reason of an earlier failure stays.
    fileprivate func with(
        _ state: PrintState, mark: PrintMark, printer: String? = nil, startedAt: Date? = nil
    ) -> PrintJob {
        PrintJob(
            id: id, receipt: receipt, copy: copy, mark: mark, printer: printer ?? self.printer, state: state,
            failureCode: failureCode, failureSentence: failureSentence, createdAt: createdAt, startedAt: startedAt,
            finishedAt: nil)
    }
}

// MARK: - Orders and the embedded shop

extension MemorySession {
    func order(id: OrderID, site: SiteID) -> CachedOrder? {
        let place = MemoryTables.Place(site: site, order: id)
        return tables.orders[place].map { cached in
            let paidBy = tables.paid[place]?.payment
            var status = cached.order.status
            if let paidBy {
                if isGivenBack(paidBy) { status = .refunded } else if status.awaitsPayment { status = .processing }
            }
            return CachedOrder(
                order: cached.order.with(status: status), paidBy: paidBy, fetchedAt: cached.fetchedAt)
        }
    }

    private func isGivenBack(_ id: PaymentID) -> Bool {
        guard let payment = payment(id: id) else { return false }
        let back = givingBack(id).filter(\.isApproved)
        return !back.isEmpty && back.reduce(0) { $0 + $1.amount.minorUnits } >= payment.amount.minorUnits
    }

    func order(number: String, site: SiteID) -> OrderID? {
        orderIDs(site).filter { order(id: $0, site: site)?.order.number == number }.max { $0.rawValue < $1.rawValue }
    }

    private func orderIDs(_ site: SiteID) -> [OrderID] { tables.orders.keys.filter { $0.site == site }.map(\.order) }

    func orders(site: SiteID, status: OrderStatus?, limit: Int) -> [CachedOrder] {
        // First those of this till that no shop knows yet: the lowest id is the latest.
        let cached = inOrderOfLists(orderIDs(site), site).compactMap { order(id: $0, site: site) }
        return Array(cached.filter { status == nil || $0.order.status == status }.prefix(max(0, limit)))
    }

    func searchOrders(_ text: String, site: SiteID, limit: Int) -> [CachedOrder] {
        let wanted = SearchText.folded(text)
        let found = orderIDs(site).compactMap { order(id: $0, site: site) }.filter {
            SearchText.folded("\($0.order.number)\n\($0.order.customer ?? "")").contains(wanted)
        }
        let local = found.filter(\.order.id.isLocal).sorted { $0.order.id.rawValue < $1.order.id.rawValue }
        let others = found.filter { !$0.order.id.isLocal }.sorted { $0.order.id.rawValue > $1.order.id.rawValue }
        return Array((local + others).prefix(max(0, limit)))
    }

    func paidBy(order: OrderID, site: SiteID) -> PaymentID? {
        tables.paid[MemoryTables.Place(site: site, order: order)]?.payment
    }

    func save(_ orders: [Order], fetchedAt: Date) {
        for order in orders {
            tables.orders[MemoryTables.Place(site: order.site, order: order.id)] = MemoryTables.Cached(
                order: order, fetchedAt: fetchedAt.asStored)
        }
    }

    func markPaid(order: OrderID, site: SiteID, by payment: PaymentID, at time: Date) throws(StorageError) {
        guard self.payment(id: payment) != nil else { throw .missing(.payment, id: "\(payment)") }
        if let paying = paidBy(order: order, site: site) {
            guard paying == payment else { throw .conflict(.orderPaid(paying)) }
            return
        }
        tables.paid[MemoryTables.Place(site: site, order: order)] = MemoryTables.Paid(
            payment: payment, at: time.asStored)
    }

    func unmarkPaid(order: OrderID, site: SiteID) {
        tables.paid[MemoryTables.Place(site: site, order: order)] = nil
    }

    func uncached(_ orders: [Order]) -> [Order] {
        orders.filter { tables.orders[MemoryTables.Place(site: $0.site, order: $0.id)]?.order != $0 }
    }

    func orderCount(fetchedBefore time: Date, amongOldest limit: Int) -> Int {
        old(fetchedBefore: time, limit).count
    }

    func dropOrders(fetchedBefore time: Date, amongOldest limit: Int) -> Int {
        let dropped = old(fetchedBefore: time, limit)
        for place in dropped { tables.orders[place] = nil }
        return dropped.count
    }

    /// The cached orders to drop. The dictionary does not record when an order was cached, so the orders with the
    /// smallest numbers count as the oldest.
    private func old(fetchedBefore time: Date, _ limit: Int) -> [MemoryTables.Place] {
        let open = tables.payments.filter(\.isOpen)
        let oldest = tables.orders.keys.sorted { $0.order.rawValue < $1.order.rawValue }.prefix(max(0, limit))
        return oldest.filter { place in
            (tables.orders[place]?.fetchedAt ?? .distantFuture) < time && !isUntold(place.order)
                && !open.contains { $0.order == place.order && $0.site == place.site }
        }
    }

    func dropOrder(_ order: OrderID, site: SiteID) {
        tables.orders[MemoryTables.Place(site: site, order: order)] = nil
    }

    func dropOrders(site: SiteID) {
        tables.orders = tables.orders.filter { $0.key.site != site || isUntold($0.key.order) }
    }

    /// Whether it is an order that the shop was never told of, and that is known nowhere else.
    private func isUntold(_ order: OrderID) -> Bool { order.isLocal && localOrder(order)?.shopID == nil }

    func shopOrder(id: OrderID) -> ShopOrder? { tables.shop[id] }
    func newestShopOrder() -> OrderID? { tables.shop.keys.max { $0.rawValue < $1.rawValue } }

    func shopOrders(_ wanted: ShopOrderQuery) -> (orders: [ShopOrder], total: Int) {
        let text = wanted.search.map(SearchText.folded)
        let found = tables.shop.values.filter { order in
            (wanted.statuses?.contains(order.status) ?? true) && text.map(order.searchText.contains) ?? true
        }.sorted { $0.id.rawValue > $1.id.rawValue }
        return (Array(found.dropFirst(wanted.offset).prefix(wanted.limit)), found.count)
    }

    func seedShopOrders(_ orders: [ShopOrder]) {
        for order in orders where tables.shop[order.id] == nil { tables.shop[order.id] = order }
    }

    func save(_ order: ShopOrder) { tables.shop[order.id] = order }
    func removeShopOrder(id: OrderID) { tables.shop[id] = nil }

    func shopDocument(_ collection: ShopCollection, id: Int64) -> ShopDocument? {
        tables.shopDocuments[collection]?[id]
    }

    func shopDocuments(_ collection: ShopCollection, of parent: Int64?) -> [ShopDocument] {
        (tables.shopDocuments[collection] ?? [:]).values.filter { parent == nil || $0.parent == parent }
            .sorted { $0.id < $1.id }
    }

    func save(_ document: ShopDocument) {
        tables.shopDocuments[document.collection, default: [:]][document.id] = document
    }

    /// Marks an order of the embedded shop as paid. Its stored body stays unchanged, because no simulation reads it
    /// back.
    func markShopOrderPaid(
        id: OrderID, payment: PaymentID, transactionID: String, method: ShopPaymentMethod, at time: Date
    ) throws(StorageError) {
        guard let order = tables.shop[id] else { throw .missing(.order, id: "\(id)") }
        tables.shop[id] = ShopOrder(id: id, status: .processing, body: order.body)
    }
}
