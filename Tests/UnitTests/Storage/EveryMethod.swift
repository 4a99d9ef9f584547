import Failures
import Flow
import Foundation
import GRDB
import Model

@testable import Storage

/// Every question to the storage and every change, each at least once for every SQL statement behind it.
enum EveryMethod {
    typealias Read = (name: String, ask: @Sendable (any StorageReader) throws -> Void)
    typealias Write = (name: String, change: @Sendable (any StorageTransaction) throws -> Void)

    private static let payment = PaymentID(rawValue: "pay-1")
    private static let receipt = ReceiptID(rawValue: "rcp-1")
    private static let order = OrderID(rawValue: 1042)
    private static let print = PrintJobID(rawValue: 1)
    private static let printer = "file:/tmp/paper"

    static let reads: [Read] = journal + byKind + payments + paper + rest + names

    private static let journal: [Read] =
        [
            ("journalEntries", { _ = try $0.journalEntries(payment: payment) }),
            ("journalEntries", { _ = try $0.journalEntries(from: 1, limit: 100) }),
            ("journalIntents", { _ = try $0.journalIntents(givingBack: payment) }),
            ("journalIntents", { _ = try $0.journalIntents(order: order) }),
            ("journalIntents", { _ = try $0.journalIntents(key: "key") }),
            ("journalIntents", { _ = try $0.journalIntents(after: 0, limit: 9) }),
            ("verifyJournal", { _ = try $0.verifyJournal(newest: 1) }),
            ("journalHead", { _ = try $0.journalHead() }), ("verifyJournal", { _ = try $0.verifyJournal() }),
            ("journalStart", { _ = try $0.journalStart() }),
            ("journalSequence", { _ = try $0.journalSequence(hash: [1]) }),
        ]

    private static let byKind = JournalIndex.kinds.flatMap { kind -> [Read] in
        [
            ("journalEntries", { _ = try $0.journalEntries(kind: kind, before: 9, limit: 9) }),
            ("journalEntries", { _ = try $0.journalEntries(kind: kind, from: 9, limit: 9) }),
        ]
    }

    private static let payments: [Read] = [
        ("payment", { _ = try $0.payment(id: payment) }), ("payment", { _ = try $0.payment(key: "key") }),
        ("payments", { _ = try $0.payments(order: order, site: .embedded) }),
        ("givingBack", { _ = try $0.givingBack(payment) }), ("unsettledPayments", { _ = try $0.unsettledPayments() }),
        ("reservations", { _ = try $0.reservations() }),
        ("unsettledPayment", { _ = try $0.unsettledPayment(terminalAddress: "serial:/dev/ttyUSB0") }),
        ("recentPayments", { _ = try $0.recentPayments(limit: 100) }),
        ("payments", { _ = try $0.payments(before: payment, limit: 100) }),
        ("terminal", { _ = try $0.terminal(id: "52500038") }),
        ("paymentTimes", { _ = try $0.paymentTimes(amongNewest: 9) }),
        (
            "approvedPayments",
            { _ = try $0.approvedPayments(told: TransactionNumbers(receipt: 17, trace: 17), amongNewest: 9) }
        ),
        (
            "refundable",
            { reader in for payment in try reader.recentPayments(limit: 9) { _ = try reader.refundable(payment) } }
        ),
        ("end", { _ = try $0.end(ofReservation: payment) }),
        ("reservation", { _ = try $0.reservation(for: order, site: .embedded) }),
    ]

    private static let paper: [Read] = [
        ("receipt", { _ = try $0.receipt(id: receipt) }), ("receipts", { _ = try $0.receipts(payment: payment) }),
        ("withdrawnReceipts", { _ = try $0.withdrawnReceipts(payment: payment) }),
        ("receipts", { _ = try $0.receipts(orderNumber: "1042") }), ("receipts", { _ = try $0.receipts(limit: 100) }),
        ("receipts", { _ = try $0.receipts(before: receipt, limit: 100) }),
        ("latestReceipt", { _ = try $0.latestReceipt(copy: nil) }),
        ("latestReceipt", { _ = try $0.latestReceipt(copy: .merchant) }),
        ("printJob", { _ = try $0.printJob(id: print) }), ("printJobs", { _ = try $0.printJobs(receipt: receipt) }),
        ("pendingPrintJobs", { _ = try $0.pendingPrintJobs(printer: nil) }),
        ("pendingPrintJobs", { _ = try $0.pendingPrintJobs(printer: printer) }),
        ("interruptedPrintJobs", { _ = try $0.interruptedPrintJobs(printer: nil) }),
        ("interruptedPrintJobs", { _ = try $0.interruptedPrintJobs(printer: printer) }),
        ("doubtfulPrintJobs", { _ = try $0.doubtfulPrintJobs() }),
        ("unprintedJobs", { _ = try $0.unprintedJobs(amongNewest: 9) }),
        ("begunPrints", { _ = try $0.begunPrints(receipt: receipt) }),
    ]

    private static let rest: [Read] =
        [
            ("outboxItem", { _ = try $0.outboxItem(id: "item-1") }),
            ("pendingOutbox", { _ = try $0.pendingOutbox(limit: 9) }),
            ("pendingOutbox", { _ = try $0.pendingOutbox(limit: 9, .only("order.paid")) }),
            ("pendingOutbox", { _ = try $0.pendingOutbox(limit: 9, .allBut("mail")) }),
            ("deliverableOutbox", { _ = try $0.deliverableOutbox(site: .embedded, limit: 9) }),
            ("outboxSites", { _ = try $0.outboxSites() }), ("refusedOutbox", { _ = try $0.refusedOutbox() }),
            ("setting", { _ = try $0.setting("reader") }), ("settingKeys", { _ = try $0.settingKeys() }),
            ("keyedRequest", { _ = try $0.keyedRequest("key") }),
            ("order", { _ = try $0.order(id: order, site: .embedded) }),
            ("orders", { _ = try $0.orders(site: .embedded, status: nil, limit: 9) }),
            ("orders", { _ = try $0.orders(site: .embedded, status: .pending, limit: 9) }),
            ("searchOrders", { _ = try $0.searchOrders("groß", site: .embedded, limit: 9) }),
            ("order", { _ = try $0.order(number: "1042", site: .embedded) }),
            ("searchOrders", { _ = try $0.searchOrders("ß", site: .embedded, limit: 9) }),
            ("cached", { _ = try $0.cached("product", key: "11", site: .embedded) }),
            ("cached", { _ = try $0.cached("product", named: "KAF-CAP", site: .embedded) }),
            ("cached", { _ = try $0.cached("product", keys: ["11", "12"], site: .embedded) }),
            ("cachedList", { _ = try $0.cachedList("product", query: "{}", site: .embedded) }),
            ("searchCache", { _ = try $0.searchCache("cappu", resource: "product", site: .embedded, limit: 9) }),
            ("searchCache", { _ = try $0.searchCache("ca", resource: "product", site: .embedded, limit: 9) }),
            ("localOrder", { _ = try $0.localOrder(OrderID(rawValue: -1)) }),
            ("localOrder", { _ = try $0.localOrder(request: "request-1") }),
            ("localOrder", { _ = try $0.localOrder(shopID: order, site: .embedded) }),
            ("cachedCount", { _ = try $0.cachedCount(fetchedBefore: Sample.later, amongOldest: 9) }),
            ("paidBy", { _ = try $0.paidBy(order: order, site: .embedded) }),
            ("shopOrder", { _ = try $0.shopOrder(id: order) }),
            ("uncached", { _ = try $0.uncached([Sample.order()]) }),
            ("orderCount", { _ = try $0.orderCount(fetchedBefore: Sample.later, amongOldest: 9) }),
            (
                "agedReceiptOwners",
                { _ = try $0.agedReceiptOwners(before: Sample.later, keepingNewest: 0, limit: 9) }
            ),
            ("deliveredCount", { _ = try $0.deliveredCount(["order.paid"], before: Sample.later, amongOldest: 9) }),
            ("shopOrders", { _ = try $0.shopOrders(ShopOrderQuery(limit: 9)) }),
            (
                "shopOrders",
                { _ = try $0.shopOrders(ShopOrderQuery(statuses: [.pending, .failed], offset: 9, limit: 9)) }
            ),
            ("shopOrders", { _ = try $0.shopOrders(ShopOrderQuery(statuses: [.pending], search: "ä", limit: 9)) }),
            ("newestShopOrder", { _ = try $0.newestShopOrder() }),
            ("shopDocument", { _ = try $0.shopDocument(.notes, id: 1) }),
            ("shopDocuments", { _ = try $0.shopDocuments(.notes, of: nil) }),
            ("shopDocuments", { _ = try $0.shopDocuments(.notes, of: 1042) }),
        ]

    private static let names = DerivedTable.allCases.map { table -> Read in
        ("rowNames", { _ = try $0.rowNames(of: table, after: 0, limit: 9) })
    }

    /// The order gives each write what it needs; afterwards every table has rows.
    static let writes: [Write] = [
        ("append", { try $0.append(kind: "payment.intended", payment: payment, encoding: "fact") }),
        ("insert", { try $0.insert(Sample.payment(key: "key")) }),
        ("update", { try $0.update(Sample.payment(key: "key", stage: .settled, outcome: approved)) }),
        (
            "save",
            { try $0.save(TerminalMemory(terminalID: "52500038", lastReceiptNumber: 17, updatedAt: Sample.time)) }
        ),
        ("insert", { try $0.insert(Sample.receipt(), createdAt: Sample.time) }),
        ("enqueuePrint", { try $0.enqueuePrint(receipt: receipt, printer: printer, at: Sample.time) }),
        ("movePrint", { try $0.movePrint(id: print, to: "file:/tmp/other") }),
        ("claimPrint", { try $0.claimPrint(id: print, at: Sample.time) }),
        ("finishPrint", { try $0.finishPrint(id: print, as: .failed(.cutOff), at: Sample.later) }),
        ("requeuePrint", { try $0.requeuePrint(id: print) }),
        ("waivePrints", { try $0.waivePrints(receipt: receipt) }),
        ("enqueuePrint", { try $0.enqueuePrint(receipt: receipt, printer: printer, at: Sample.time) }),
        ("withdraw", { try $0.withdraw(receipt: receipt, at: Sample.later) }),
        ("reinstate", { try $0.reinstate(receipt: receipt) }),
        ("dropReceipts", { try $0.dropReceipts(of: [payment]) }),
        ("insert", { try $0.insert(Sample.receipt(), createdAt: Sample.time) }),
        ("enqueuePrint", { try $0.enqueuePrint(receipt: receipt, printer: printer, at: Sample.time) }),
        (
            "enqueueOutbox",
            { try $0.enqueueOutbox(id: "item-1", kind: "order.paid", payload: Data([1]), at: Sample.time) }
        ),
        ("reviseOutbox", { try $0.reviseOutbox(id: "item-1", payload: Data([2])) }),
        ("setAside", { try $0.setAside(outbox: "item-1", because: Sample.refusal) }),
        ("markDelivered", { try $0.markDelivered(outbox: "item-1", at: Sample.later) }),
        (
            "enqueueOutbox",
            { try $0.enqueueOutbox(id: "item-2", kind: "order.paid", payload: Data([1]), at: Sample.time) }
        ),
        ("save", { try $0.save([Sample.order()], fetchedAt: Sample.time) }),
        ("dropOrders", { try $0.dropOrders(site: SiteID(rawValue: 9)) }),
        ("dropOrder", { try $0.dropOrder(OrderID(rawValue: 9), site: .embedded) }),
        ("addLocalOrder", { _ = try $0.addLocalOrder(site: .embedded, request: "request-1") }),
        ("setShopID", { try $0.setShopID(OrderID(rawValue: 77), ofLocal: OrderID(rawValue: -1)) }),
        ("dropLocalOrder", { try $0.dropLocalOrder(OrderID(rawValue: -9)) }),
        ("dropOutbox", { try $0.dropOutbox(id: "item-9") }),
        ("cache", { try $0.cache([Sample.document()]) }),
        ("replace", { try $0.replace(Sample.list(["11", "12"]), documents: [Sample.document("12")], isOfAll: true) }),
        ("uncache", { try $0.uncache("product", key: "12", site: .embedded) }),
        ("forgetLists", { try $0.forgetLists("customer", site: .embedded) }),
        ("dropCache", { try $0.dropCache("customer", site: .embedded) }),
        ("dropCache", { try $0.dropCache(fetchedBefore: Sample.time, amongOldest: 9) }),
        ("dropOrders", { try $0.dropOrders(fetchedBefore: Sample.time, amongOldest: 9) }),
        ("dropDelivered", { try $0.dropDelivered(["order.paid"], before: Sample.time, amongOldest: 9) }),
        ("markPaid", { try $0.markPaid(order: order, site: .embedded, by: payment, at: Sample.time) }),
        ("unmarkPaid", { try $0.unmarkPaid(order: order, site: .embedded) }),
        ("reopen", { try $0.reopen(Sample.payment(key: "key", stage: .sending), mayExceed: false) }),
        ("update", { try $0.update(Sample.payment(key: "key", stage: .settled, outcome: approved)) }),
        ("markPaid", { try $0.markPaid(order: order, site: .embedded, by: payment, at: Sample.time) }),
        ("seedShopOrders", { try $0.seedShopOrders([shopOrder]) }), ("save", { try $0.save(shopOrder) }),
        (
            "markShopOrderPaid",
            {
                try $0.markShopOrderPaid(
                    id: order, payment: payment, transactionID: "1", method: .cardTerminal, at: Sample.time)
            }
        ),
        ("removeShopOrder", { try $0.removeShopOrder(id: OrderID(rawValue: 7)) }), ("save", { try $0.save(note) }),
        ("setSetting", { try $0.setSetting("reader", to: "serial:/dev/a") }),
        ("removeSetting", { try $0.removeSetting("none") }),
        ("setKeyedRequest", { try $0.setKeyedRequest("key", at: Sample.time, to: "answer") }),
        ("removeKeyedRequest", { try $0.removeKeyedRequest("none") }),
        ("dropKeyedRequests", { try $0.dropKeyedRequests(before: Sample.time, beyond: 9) }),
    ]

    private static let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))
    private static let note = ShopDocument(collection: .notes, id: 1, parent: 1042, body: Data("{}".utf8))
    private static let shopOrder = ShopOrder(id: order, status: .pending, body: Data("{}".utf8))

    /// The names of all methods of the storage's protocols, read from their source.
    static func promised() throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Storage")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for body in text.matches(of: /protocol \w+(?:Reading|Writing) \{(?s)(.*?)\n\}/) {
                names.formUnion(body.1.matches(of: /func (\w+)/).map { String($0.1) })
            }
        }
        return names
    }
}

extension Failure {
    fileprivate static let cutOff = Failure(PrinterFailure.lineLost, "The line broke.", recovery: .retry)
}
