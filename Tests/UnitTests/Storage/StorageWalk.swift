import Failures
import Flow
import Foundation
import Model
import ZVTCodes

@testable import Storage

/// A random sequence of writes of every kind, the same for the same seed.
struct StorageWalk {
    typealias Step = (any StorageTransaction) throws -> AnyHashable

    /// The result of a step or a question.
    enum Answer: Hashable {
        case told(AnyHashable)
        case refused(String)

        init(_ work: () throws -> AnyHashable) {
            do { self = .told(try work()) } catch { self = .refused("\(error)") }
        }
    }

    static let terminals = ["a", "b", "c"]
    static let printers = ["test:left", "test:right"]
    static let kinds = ["order.paid", "order.refunded", "mail.receipt"]
    static let off = Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator)

    private var chance: SeededGenerator
    /// The number of payments, receipts and so on that may exist by now.
    private(set) var count = 0
    private var steps = 0
    /// The ids of the receipts that were written or refused.
    private var receipts: [String] = []

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    /// A time that is no whole number of milliseconds.
    static func time(_ number: Int) -> Date { Sample.time.addingTimeInterval(Double(number) * 0.700_4) }

    private mutating func now() -> Date {
        steps += 1
        return Self.time(steps)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    private mutating func one<T>(_ of: [T]) -> T { of[number(0...of.count - 1)] }
    private mutating func maybe<T>(_ value: T) -> T? { number(0...1) == 0 ? nil : value }
    private mutating func isLucky(_ oneIn: Int) -> Bool { number(1...oneIn) == 1 }

    private mutating func payment() -> PaymentID { PaymentID(rawValue: "pay-\(number(0...count))") }
    private mutating func receipt() -> ReceiptID {
        ReceiptID(rawValue: receipts.isEmpty || isLucky(6) ? "rcp-\(number(0...count))" : one(receipts))
    }
    private mutating func print() -> PrintJobID { PrintJobID(rawValue: Int64(number(1...count + 2))) }
    private mutating func order() -> OrderID { OrderID(rawValue: Int64(one([-2, -1, 1, 2, 3, 4]))) }
    private mutating func site() -> SiteID { isLucky(4) ? SiteID(rawValue: 7) : .embedded }
    private mutating func text() -> Data { Data("{\"n\":\(number(0...9))}".utf8) }

    /// One transaction of a few steps, and whether it is rolled back at its end.
    mutating func transaction() -> (steps: [Step], isGivenUp: Bool) {
        let length = isLucky(3) ? number(2...4) : 1
        return ((0..<length).map { _ in step() }, isLucky(8))
    }

    private mutating func step() -> Step {
        switch number(0...9) {
        case 0, 1: return insertion()
        case 2: return progress()
        case 3: return reopening()
        case 4: return receiptStep()
        case 5, 6: return printStep()
        case 7: return shopStep()
        case 8: return keepingStep()
        default: return terminalStep()
        }
    }

    // MARK: Payments

    private mutating func outcome() -> PaymentOutcome? {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace) = (number(0...3), maybe(number(0...3)))
        return one([
            nil, .approved(result), .approved(result), .declined(code: 5, text: "Nein"), .inDoubt(reason: "cable"),
            .goodsNotGiven, .reversed(nil), .notCharged(reason: "never sent"), .cancelled(code: 0x6C), .goodsUnpaid,
        ])
    }

    private mutating func insertion() -> Step {
        let kind = one([
            TransactionKind.payment, .payment, .payment, .reservation, .reservation, .refund, .reversal, .booking,
            .release,
        ])
        let original: PaymentID? =
            switch kind {
            case .payment, .reservation: isLucky(12) ? payment() : nil
            case .refund, .reversal, .booking, .release: isLucky(12) ? nil : payment()
            }
        let outcome = outcome()
        let id = isLucky(10) ? payment().rawValue : "pay-\(count + 1)"
        count += 1
        let time = now()
        let amount =
            isLucky(9)
            ? Money(minorUnits: 500, currency: Currency(code: "CHF") ?? .eur)
            : Sample.euros(one([1250, 1250, 1250, 500, 1]))
        let record = PaymentRecord(
            id: PaymentID(rawValue: id), key: maybe("key-\(number(0...6))"), fingerprint: "print \(number(0...9))",
            site: site(), order: isLucky(4) ? nil : order(), amount: amount,
            tip: maybe(Money(minorUnits: 100, currency: amount.currency)), terminalAddress: one(Self.terminals),
            terminalID: maybe(one(["1", "2"])),
            watermark: maybe(number(1...9999)), stage: outcome == nil ? one([.intended, .sending]) : .settled,
            outcome: outcome, language: one(["de", "en"]), createdAt: time, updatedAt: time, kind: kind,
            original: original)
        return { transaction in
            try transaction.insert(record)
            return AnyHashable(record.id)
        }
    }

    /// Any change of a payment.
    private mutating func change() -> (inout PaymentRecord) -> Void {
        let (outcome, time, mark, id) = (outcome(), now(), maybe(number(1...9999)), maybe(one(["1", "2", "3"])))
        let result = maybe(TransactionResult(resultCode: DeviceCode(zvt: UInt8(number(0...255)))))
        let stage = one([PaymentStage.resulted, .completed, .aborted, .sending])
        return {
            $0.stage = outcome == nil ? stage : .settled
            $0.outcome = outcome
            $0.result = result
            $0.updatedAt = time
            $0.watermark = mark
            $0.terminalID = id
        }
    }

    private mutating func progress() -> Step {
        let (id, change) = (payment(), change())
        return { transaction in
            var record = try transaction.payment(id: id) ?? Sample.payment(id.rawValue)
            change(&record)
            try transaction.update(record)
            return AnyHashable(record)
        }
    }

    private mutating func reopening() -> Step {
        let (id, change, mayExceed) = (payment(), change(), isLucky(3))
        return { transaction in
            var record = try transaction.payment(id: id) ?? Sample.payment(id.rawValue)
            change(&record)
            // SQLite itself refuses a second end of one reservation.
            try transaction.reopen(record, mayExceed: mayExceed && !record.kind.endsReservation)
            return AnyHashable(record)
        }
    }

    private mutating func terminalStep() -> Step {
        let (id, time, known) = (payment(), now(), maybe(number(1...9999)))
        let (name, payload, isOf) = (one(["1", "2"]), text(), isLucky(3) ? nil : id)
        let kind = one(["test.one", "test.two"])
        return switch number(0...1) {
        case 0:
            {
                let memory = TerminalMemory(terminalID: name, lastReceiptNumber: known, updatedAt: time)
                try $0.save(memory)
                return AnyHashable(memory)
            }
        default: { AnyHashable(try $0.append(kind: kind, payment: isOf, payload: payload)) }
        }
    }

    // MARK: Receipts and prints

    private mutating func receiptStep() -> Step {
        let (id, time) = (receipt(), now())
        let new = Self.receipt(
            isLucky(10) ? id.rawValue : "rcp-\(count)", of: payment(), one([.customer, .merchant]),
            order: one([nil, "1042", "7"]))
        let kind = number(0...3)
        if kind > 1 { receipts.append(new.id.rawValue) }
        return switch kind {
        case 0 where steps.isMultiple(of: 3):
            {
                let owners = try $0.agedReceiptOwners(before: time, keepingNewest: 2, limit: 3)
                return AnyHashable([AnyHashable(owners), AnyHashable(try $0.dropReceipts(of: owners))])
            }
        case 0: { AnyHashable(try $0.withdraw(receipt: id, at: time)) }
        case 1:
            {
                try $0.reinstate(receipt: id)
                return AnyHashable(id)
            }
        default:
            {
                try $0.insert(new, createdAt: time)
                return AnyHashable(new.id)
            }
        }
    }

    private static func receipt(_ id: String, of payment: PaymentID, _ copy: ReceiptCopy, order: String?) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: id), copy: copy, merchant: Receipt.Merchant(name: "Café", address: [], taxID: nil),
            payment: payment, orderNumber: order, issuedAt: Sample.time, utcOffset: 3600, lines: [], taxes: [],
            total: Sample.euros(1250), tip: nil, card: .terminalReport(lines: []), footer: [], language: "de")
    }

    private mutating func printStep() -> Step {
        let (id, job, time, printer) = (receipt(), print(), now(), one(Self.printers))
        let end = one([
            PrintEnd.confirmed, .probably, .failed(Self.off), .failed(Self.off), .unknown(Self.off),
            .unknown(Failure(PrintJob.cutOff, "Cut off.", recovery: .askOperator)),
        ])
        return switch number(0...6) {
        case 0 where job.rawValue.isMultiple(of: 4): { AnyHashable(try $0.waivePrints(receipt: id)) }
        case 0, 1: { AnyHashable(try $0.enqueuePrint(receipt: id, printer: printer, at: time)) }
        case 2, 3: { AnyHashable(try $0.claimPrint(id: job, at: time)) }
        case 4:
            {
                try $0.finishPrint(id: job, as: end, at: time)
                return AnyHashable(job)
            }
        case 5:
            {
                try $0.requeuePrint(id: job)
                return AnyHashable(job)
            }
        default:
            {
                try $0.movePrint(id: job, to: printer)
                return AnyHashable(job)
            }
        }
    }
}

// MARK: - The shop, its orders, and settings

extension StorageWalk {
    private mutating func status() -> OrderStatus {
        one([.pending, .processing, .onHold, .completed, .cancelled, .refunded, .failed, .other("draft")])
    }

    fileprivate mutating func shopStep() -> Step {
        let (id, site, time, by) = (order(), site(), now(), payment())
        let told = Sample.order(
            id.rawValue, site: site, status: status(), customer: one([nil, "Jürgen Groß", "ANNA"]))
        return switch number(0...7) {
        case 0, 1:
            {
                try $0.save([told], fetchedAt: time)
                return AnyHashable(told)
            }
        case 2, 3:
            {
                // A payment pays the order that it names.
                let payment = try $0.payment(id: by)
                let order = payment?.order ?? id
                try $0.markPaid(order: order, site: payment?.site ?? site, by: by, at: time)
                return AnyHashable(order)
            }
        case 4:
            {
                try $0.unmarkPaid(order: id, site: site)
                if id.rawValue == 4 { try $0.dropOrders(site: site) }
                return AnyHashable(id)
            }
        case 5, 6: cacheStep()
        default: ownShopStep()
        }
    }

    private mutating func cacheStep() -> Step {
        let (site, time, text) = (site(), now(), one(["Café", "Straße 7", "ab", "", "Kaffee Crème", "CAFE"]))
        let keys = ["1", "2", "3", "4"].filter { _ in isLucky(2) }
        let (resource, key, query) = (
            one(["product", "customer"]), one(["1", "2", "3", "4"]), one(["{}", "{\"a\":1}"])
        )
        let (isWhole, isOfAll, total) = (isLucky(2), isLucky(2), one([nil, 2, 9]))
        let documents = ([key] + keys).map {
            CachedDocument(
                site: site, resource: resource, key: $0, name: text.isEmpty ? nil : "N\($0)", body: Data("{}".utf8),
                searchText: "\(text) \($0)", fetchedAt: time)
        }
        let list = CachedList(
            site: site, resource: resource, query: query, keys: keys, total: total, isWhole: isWhole, fetchedAt: time)
        let step = number(0...9)
        return { transaction in
            switch step {
            case 0...3: try transaction.cache(documents)
            case 4...6: try transaction.replace(list, documents: documents, isOfAll: isOfAll)
            case 7: try transaction.uncache(resource, key: key, site: site)
            case 8: try transaction.forgetLists(resource, site: site)
            default: try transaction.dropCache(resource, site: site)
            }
            return AnyHashable(try transaction.searchCache(text, resource: resource, site: site, limit: 3))
        }
    }

    private mutating func ownShopStep() -> Step {
        let (id, by, time) = (order(), payment(), now())
        let own = ShopOrder(id: id, status: status(), body: Data("{\"id\":\(id.rawValue)}".utf8))
        let note = ShopDocument(collection: .notes, id: Int64(number(1...4)), parent: id.rawValue, body: own.body)
        return switch number(0...4) {
        case 3:
            {
                try $0.removeShopOrder(id: id)
                return AnyHashable(id)
            }
        case 4:
            {
                try $0.save(note)
                return AnyHashable(id)
            }
        case 0:
            {
                try $0.seedShopOrders([own])
                return AnyHashable(id)
            }
        case 1:
            {
                try $0.save(own)
                return AnyHashable(id)
            }
        default:
            {
                try $0.markShopOrderPaid(
                    id: id, payment: by, transactionID: "\(by)", method: .cardTerminal, at: time)
                return AnyHashable(id)
            }
        }
    }

    fileprivate mutating func keepingStep() -> Step {
        let (id, kind, payload, time) = ("out-\(number(0...count))", one(Self.kinds), text(), now())
        let site = one([nil, SiteID.embedded, SiteID(rawValue: 1)])
        let refusal = one([nil, Sample.refusal])
        return switch number(0...9) {
        case 0, 1:
            {
                try $0.enqueueOutbox(id: id, kind: kind, payload: payload, site: site, at: time)
                return AnyHashable(id)
            }
        case 6:
            {
                try $0.setAside(outbox: id, because: refusal)
                return AnyHashable(id)
            }
        case 2:
            {
                try $0.reviseOutbox(id: id, payload: payload)
                return AnyHashable(id)
            }
        case 3:
            {
                try $0.markDelivered(outbox: id, at: time)
                return AnyHashable(id)
            }
        case 4:
            {
                try $0.dropOutbox(id: id)
                return AnyHashable(id)
            }
        default: settingStep(payload, time)
        }
    }

    private mutating func settingStep(_ payload: Data, _ time: Date) -> Step {
        let key = "key-\(number(0...3))"
        return switch number(0...4) {
        case 0:
            {
                try $0.setSetting(key, json: payload)
                return AnyHashable(key)
            }
        case 1:
            {
                try $0.removeSetting(key)
                return AnyHashable(key)
            }
        case 2:
            {
                try $0.removeKeyedRequest(key)
                return AnyHashable(key)
            }
        case 3:
            {
                try $0.dropKeyedRequests(before: time - 5, beyond: 2)
                return AnyHashable(time)
            }
        default:
            {
                try $0.setKeyedRequest(key, at: time, json: payload)
                return AnyHashable(key)
            }
        }
    }
}
