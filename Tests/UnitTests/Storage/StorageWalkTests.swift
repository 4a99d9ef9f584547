import Foundation
import Model
import StorageInMemory
import Testing

@testable import Storage

/// The storage in memory, on which simulations run, answers as SQLite does after any sequence of writes.
@Suite struct StorageWalkTests {
    private struct GivenUp: Error {}

    private static let transactions = 50

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func bothStoragesAnswerAlikeWhateverIsWritten(seed: UInt64) throws {
        var walk = StorageWalk(seed: seed)
        let file = try StorageManager.inMemory { Sample.time }
        let memory = MemoryStorage { Sample.time }
        for number in 1...Self.transactions {
            let (steps, isGivenUp) = walk.transaction()
            let answers = [file as any StorageManagerType, memory].map { storage in
                Self.answer(steps, isGivenUp, storage)
            }
            try #require(answers[0] == answers[1], "transaction \(number)")
            guard number % 25 == 0 || isGivenUp && number % 3 == 0 else { continue }
            let seen = try [file as any StorageManagerType, memory].map { storage in
                try storage.read { Self.seen($0, walk.count) }
            }
            for (place, pair) in zip(seen[0], seen[1]).enumerated() {
                try #require(pair.0 == pair.1, "question \(place) after transaction \(number)")
            }
        }
        #expect(try memory.read { try $0.verifyJournal() } == file.read { try $0.verifyJournal() })
    }

    /// A payment that was settled wrongly twice has two withdrawn receipts for one copy.
    @Test(arguments: [false, true]) func withdrawnReceiptsAreThoseOfTheirPaymentOldestFirst(inMemory: Bool) throws {
        let storage: any StorageManagerType =
            inMemory ? MemoryStorage { Sample.time } : try StorageManager.inMemory { Sample.time }
        let wanted = [Sample.receipt("rcp-1"), Sample.receipt("rcp-2")]
        try storage.write { transaction in
            for receipt in wanted {
                try transaction.insert(receipt, createdAt: Sample.time)
                try transaction.withdraw(receipt: receipt.id, at: Sample.time)
            }
            let other = Sample.receipt("rcp-3", payment: "pay-2")
            try transaction.insert(other, createdAt: Sample.time)
            try transaction.withdraw(receipt: other.id, at: Sample.time)
            try transaction.insert(Sample.receipt("rcp-4"), createdAt: Sample.time)
        }
        let found = try storage.read { try $0.withdrawnReceipts(payment: PaymentID(rawValue: "pay-1")) }
        #expect(found.map(\.id) == wanted.map(\.id))
    }

    /// A refund or reversal has the order of the payment that it returns, and pays no order.
    @Test(arguments: [false, true]) func thePaymentsOfAnOrderAreWhatTakesItsMoneyOrHoldsIt(inMemory: Bool) throws {
        let storage: any StorageManagerType =
            inMemory ? MemoryStorage { Sample.time } : try StorageManager.inMemory { Sample.time }
        let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))
        try storage.write { transaction in
            try transaction.insert(Sample.payment("pay-1", stage: .settled, outcome: approved))
            try transaction.insert(Self.givingBack(.reversal, "rev-1"))
            try transaction.insert(Self.givingBack(.refund, "ref-1"))
            try transaction.insert(
                Sample.payment("pay-2", site: SiteID(rawValue: 7), terminal: "b", stage: .settled, outcome: approved))
            try transaction.insert(
                Sample.payment("pay-3", order: 7, terminal: "c", stage: .settled, outcome: approved))
        }
        let found = try storage.read { try $0.payments(order: OrderID(rawValue: 1042), site: .embedded) }
        #expect(found.map(\.id.rawValue) == ["pay-1"])
    }

    /// A refund that came to nothing, as a person may try it again.
    private static func givingBack(_ kind: TransactionKind, _ id: String) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: id), key: nil, fingerprint: "", site: .embedded, order: OrderID(rawValue: 1042),
            amount: Sample.euros(1250), tip: nil, terminalAddress: "a", terminalID: nil, watermark: nil,
            stage: .settled, outcome: .cancelled(code: 0x6C), language: "de", createdAt: Sample.time,
            updatedAt: Sample.time, kind: kind, original: PaymentID(rawValue: "pay-1"))
    }

    /// A refusal rolls back the whole transaction, and so does an error of the caller.
    private static func answer(
        _ steps: [StorageWalk.Step], _ isGivenUp: Bool, _ storage: any StorageManagerType
    ) -> StorageWalk.Answer {
        var told: [AnyHashable] = []
        let end = StorageWalk.Answer {
            try storage.write { transaction in
                for step in steps { told.append(try step(transaction)) }
                if isGivenUp { throw GivenUp() }
                return AnyHashable(told)
            }
        }
        if case .refused = end {
            return .told(AnyHashable([AnyHashable(told), AnyHashable(isGivenUp ? "" : "\(end)")]))
        }
        return end
    }

    private static func seen(_ reader: any StorageReader, _ count: Int) -> [StorageWalk.Answer] {
        var seen: [StorageWalk.Answer] = []
        func ask<T: Hashable>(_ question: () throws -> T) {
            seen.append(StorageWalk.Answer { AnyHashable(try question()) })
        }
        for number in 0...count + 1 {
            let id = PaymentID(rawValue: "pay-\(number)")
            let receipt = ReceiptID(rawValue: "rcp-\(number)")
            ask { try reader.payment(id: id) }
            ask { try reader.givingBack(id) }
            ask { try reader.journalEntries(payment: id) }
            ask { try reader.receipts(payment: id) }
            ask { try reader.withdrawnReceipts(payment: id) }
            ask { try reader.receipt(id: receipt) }
            ask { try reader.printJobs(receipt: receipt) }
            ask { try reader.begunPrints(receipt: receipt) }
            ask { try reader.printJob(id: PrintJobID(rawValue: Int64(number))) }
            ask { try reader.outboxItem(id: "out-\(number)") }
        }
        for site in [SiteID.embedded, SiteID(rawValue: 1)] {
            for resource in ["product", "customer"] {
                ask { try reader.cached(resource, keys: ["1", "2", "3", "4"], site: site) }
                ask { try reader.cached(resource, named: "N2", site: site) }
                for query in ["{}", "{\"a\":1}"] { ask { try reader.cachedList(resource, query: query, site: site) } }
                for text in ["cafe", "É", "ß", "strasse", "", "creme 2"] {
                    ask { try reader.searchCache(text, resource: resource, site: site, limit: 9) }
                }
            }
            ask { try reader.order(number: "2", site: site) }
            for text in ["groß", "an", "ANNA", "jürgen g"] {
                ask { try reader.searchOrders(text, site: site, limit: 9) }
            }
        }
        ask { try reader.cachedCount(fetchedBefore: StorageWalk.time(20), amongOldest: 5) }
        seenOfAll(reader, ask: { question in seen.append(StorageWalk.Answer(question)) })
        seenOfNewest(reader, ask: { question in seen.append(StorageWalk.Answer(question)) })
        seenOfShop(reader, ask: { question in seen.append(StorageWalk.Answer(question)) })
        return seen
    }

    private static func seenOfAll(_ reader: any StorageReader, ask: (() throws -> AnyHashable) -> Void) {
        for limit in [-1, 0, 1, 3, 1000] {
            ask { AnyHashable(try reader.recentPayments(limit: limit)) }
            ask { AnyHashable(try reader.receipts(limit: limit)) }
            ask { AnyHashable(try reader.journalEntries(kind: "test.one", limit: limit)) }
            ask { AnyHashable(try reader.journalEntries(kind: "test.one", before: 9, limit: limit)) }
            ask { AnyHashable(try reader.journalEntries(kind: "test.one", from: 3, limit: limit)) }
            ask { AnyHashable(try reader.journalEntries(from: 3, limit: limit)) }
            for kinds in [OutboxKinds.all, .only("order.paid"), .allBut("order.paid")] {
                ask { AnyHashable(try reader.pendingOutbox(limit: limit, kinds)) }
            }
        }
        ask { AnyHashable(try reader.outboxSites()) }
        ask { AnyHashable(try reader.refusedOutbox()) }
        for site in [SiteID.embedded, SiteID(rawValue: 1)] {
            for limit in [-1, 2, 1000] { ask { AnyHashable(try reader.deliverableOutbox(site: site, limit: limit)) } }
        }
        for number in 0...6 { ask { AnyHashable(try reader.payment(key: "key-\(number)")) } }
        for printer in StorageWalk.printers.map(Optional.some) + [nil] {
            ask { AnyHashable(try reader.pendingPrintJobs(printer: printer)) }
            ask { AnyHashable(try reader.interruptedPrintJobs(printer: printer)) }
        }
        for address in StorageWalk.terminals {
            ask { AnyHashable(try reader.unsettledPayment(terminalAddress: address)) }
        }
        for name in ["1", "2", "3"] { ask { AnyHashable(try reader.terminal(id: name)) } }
        for copy in [nil, ReceiptCopy.customer, .merchant] {
            ask { AnyHashable(try reader.latestReceipt(copy: copy)) }
        }
        for order in ["1042", "7", "8"] { ask { AnyHashable(try reader.receipts(orderNumber: order)) } }
        for key in reader.settingKeysOrNone { ask { AnyHashable(try reader.setting(key)) } }
        ask { AnyHashable(try reader.settingKeys()) }
        for number in 0...3 { ask { AnyHashable(try reader.keyedRequest("key-\(number)")) } }
        ask { AnyHashable(try reader.setting("never")) }
        seenOfParts(reader, ask: ask)
        ask { [AnyHashable(try reader.unsettledPayments()), AnyHashable(try reader.reservations())] as AnyHashable }
        ask { AnyHashable(try reader.doubtfulPrintJobs()) }
        for limit in [2, 1_000] { ask { AnyHashable(try reader.unprintedJobs(amongNewest: limit)) } }
        ask { AnyHashable(try reader.journalHead()) }
    }

    /// The parts of lists that come after their newest entries.
    private static func seenOfParts(_ reader: any StorageReader, ask: (() throws -> AnyHashable) -> Void) {
        for payment in ((try? reader.recentPayments(limit: 2)) ?? []).map(\.id) {
            ask { AnyHashable(try reader.payments(before: payment, limit: 3)) }
        }
        for receipt in ((try? reader.receipts(limit: 2)) ?? []).map(\.id) {
            ask { AnyHashable(try reader.receipts(before: receipt, limit: 3)) }
        }
    }

    private static func seenOfNewest(_ reader: any StorageReader, ask: (() throws -> AnyHashable) -> Void) {
        for number in 0...3 {
            let numbers = TransactionNumbers(receipt: number, trace: number)
            for limit in [0, 2, 1_000] {
                ask { AnyHashable(try reader.approvedPayments(told: numbers, amongNewest: limit)) }
                ask { AnyHashable(try reader.journalIntents(after: Int64(number), limit: limit)) }
            }
        }
        ask {
            let (count, times) = try reader.paymentTimes(amongNewest: 3)
            return AnyHashable(["\(count)", "\(times.map { "\($0)" } ?? "")"])
        }
    }

    private static let shopQueries = [
        ShopOrderQuery(limit: 100), ShopOrderQuery(offset: 1, limit: 2), ShopOrderQuery(limit: 0),
        ShopOrderQuery(statuses: [.pending], limit: 100), ShopOrderQuery(statuses: [.processing, .pending], limit: 2),
        ShopOrderQuery(statuses: [.processing, .pending], offset: 1, limit: 1), ShopOrderQuery(statuses: [], limit: 9),
        ShopOrderQuery(search: "JURGEN", limit: 100), ShopOrderQuery(search: "2", offset: 1, limit: 1),
        ShopOrderQuery(statuses: [.pending], search: "ü", limit: 100), ShopOrderQuery(search: "nobody", limit: 9),
    ]

    private static func seenOfShop(_ reader: any StorageReader, ask: (() throws -> AnyHashable) -> Void) {
        for query in shopQueries {
            ask {
                let page = try reader.shopOrders(query)
                return AnyHashable(page.orders.map { "\($0.id) \($0.status.rawValue)" } + ["\(page.total)"])
            }
        }
        for time in [Date.distantPast, Sample.time, .distantFuture] {
            ask { AnyHashable(try reader.orderCount(fetchedBefore: time, amongOldest: 1_000)) }
            ask { AnyHashable(try reader.agedReceiptOwners(before: time, keepingNewest: 1, limit: 1_000)) }
            ask { AnyHashable(try reader.deliveredCount(["order.paid", "test"], before: time, amongOldest: 1_000)) }
        }
        for site in [SiteID.embedded, SiteID(rawValue: 7)] {
            for id in (-2...5).map({ OrderID(rawValue: $0) }) {
                ask { AnyHashable(try reader.order(id: id, site: site)) }
                ask { AnyHashable(try reader.paidBy(order: id, site: site)) }
                ask { AnyHashable(try reader.payments(order: id, site: site)) }
                ask { AnyHashable(try reader.shopOrder(id: id)?.status) }
                ask { AnyHashable(try reader.shopDocument(.notes, id: id.rawValue)) }
                ask { AnyHashable(try reader.shopDocuments(.notes, of: id.rawValue)) }
            }
            for status in [nil, OrderStatus.pending, .processing, .refunded, .other("draft")] {
                for limit in [-1, 0, 1, 100] {
                    ask { AnyHashable(try reader.orders(site: site, status: status, limit: limit)) }
                }
            }
            for text in ["jurgen", "ANNA", "2", "nobody"] {
                for limit in [0, 1, 100] {
                    ask { AnyHashable(try reader.searchOrders(text, site: site, limit: limit)) }
                }
            }
        }
    }
}

extension StorageReader {
    fileprivate var settingKeysOrNone: [String] { (try? settingKeys()) ?? [] }
}
