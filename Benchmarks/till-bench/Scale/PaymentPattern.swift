import Foundation
import Model
import Storage

/// A stored payment as a template, with every place that differs in another payment.
struct PaymentPattern {
    /// The values that differ in each payment.
    struct Copy {
        let payment: PaymentID
        let receipts: [ReceiptCopy: ReceiptID]
        let order: Int64
        /// The terminal's receipt number, and its trace.
        let number: Int
        let startedAt: Date
    }

    /// Real tills have short device paths; the simulated one's depends on the machine.
    private static let terminal = "/dev/ttyACM0"
    private static let printer = "/dev/usb/lp0"

    private let facts: [(kind: String, payload: TextPattern)]
    private let record: PaymentRecord
    private let receipts: [StoredReceipt]
    private let prints: [PrintJob]
    private let order: Order
    private let shopOrder: TextPattern
    private let news: OutboxItem
    private let newsPayload: TextPattern

    /// How many journal entries a payment has.
    var count: Int { facts.count }
    private var result: TransactionResult? { record.result }

    /// Takes the newest payment of a storage, which must be approved, for an order, and printed.
    init(of storage: StorageManager) throws {
        let found = try storage.read { reader -> Self? in
            guard let record = try reader.recentPayments(limit: 1).first, let id = record.order,
                let order = try reader.order(id: id, site: record.site)?.order,
                let shopOrder = try reader.shopOrder(id: id),
                let news = try reader.outboxItem(id: "order.paid-\(record.id)")
            else { return nil }
            let receipts = try reader.receipts(payment: record.id)
            let places = Self.places(record, order: id.rawValue, receipts)
            let prints = try receipts.flatMap { try reader.printJobs(receipt: $0.id) }
            let devices = [
                (Self.path(in: record.terminalAddress), Self.terminal),
                (prints.first.map { Self.path(in: $0.printer) } ?? "", Self.printer),
            ].filter { !$0.0.isEmpty }
            return Self(
                facts: try reader.journalEntries(payment: record.id).map { entry in
                    let text = String(decoding: entry.payload, as: UTF8.self)
                    let plain = devices.reduce(text) { $0.replacing($1.0, with: $1.1) }
                    return (entry.kind, TextPattern(plain, places))
                }, record: record, receipts: receipts, prints: prints, order: order,
                shopOrder: TextPattern(String(decoding: shopOrder.body, as: UTF8.self), places), news: news,
                newsPayload: TextPattern(String(decoding: news.payload, as: UTF8.self), places))
        }
        guard let found, found.prints.count == found.receipts.count else {
            throw BenchmarkFailed(description: "there is no paid and printed order to be copied")
        }
        self = found
    }

    private init(
        facts: [(kind: String, payload: TextPattern)], record: PaymentRecord, receipts: [StoredReceipt],
        prints: [PrintJob], order: Order, shopOrder: TextPattern, news: OutboxItem, newsPayload: TextPattern
    ) {
        (self.facts, self.record, self.receipts, self.prints) = (facts, record, receipts, prints)
        (self.order, self.shopOrder, self.news, self.newsPayload) = (order, shopOrder, news, newsPayload)
    }

    /// The path of a device's address, `SCHEME:PATH?OPTIONS`.
    private static func path(in address: String) -> String {
        String(address.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" })
    }

    private static func places(
        _ record: PaymentRecord, order: Int64, _ receipts: [StoredReceipt]
    ) -> [(text: String, slot: TextPattern.Slot)] {
        var places: [(String, TextPattern.Slot)] = [(record.id.rawValue, .payment)]
        places += receipts.map { ($0.id.rawValue, .receipt($0.copy)) }
        places += [(#""order":\#(order)"#, .order(#""order":"#)), (#""\#(order)""#, .order("\"", "\""))]
        places += [(#"order \#(order)""#, .order("order ", "\"")), (#""id":\#(order),"#, .order(#""id":"#, ","))]
        let numbers = [("receiptNumber", record.result?.receiptNumber), ("trace", record.result?.trace)]
        for (name, number) in numbers {
            guard let number else { continue }
            places += [",", "}"].map { ("\"\(name)\":\(number)\($0)", .number("\"\(name)\":", $0)) }
        }
        let startedAt = Int64((record.createdAt.timeIntervalSince1970 * 1000).rounded())
        return places + [("\"startedAt\":\(startedAt)", .startedAt("\"startedAt\":"))]
    }

    // MARK: Writing

    /// Writes everything that such a payment leaves behind: settled, printed and reported to the shop.
    func write(_ copy: Copy, into transaction: any StorageTransaction) throws {
        let (order, now) = (OrderID(rawValue: copy.order), copy.startedAt)
        try transaction.save(shopOrder(copy))
        try transaction.save([cached(copy)], fetchedAt: now)
        try transaction.insert(settled(copy))
        for fact in facts {
            try transaction.append(
                kind: fact.kind, payment: copy.payment, payload: Data(fact.payload.filled(copy).utf8))
        }
        try transaction.markPaid(order: order, site: record.site, by: copy.payment, at: now)
        let item = "\(news.kind)-\(copy.payment)"
        try transaction.enqueueOutbox(id: item, kind: news.kind, payload: Data(newsPayload.filled(copy).utf8), at: now)
        try transaction.markDelivered(outbox: item, at: now)
        for receipt in receipts { try write(receipt, copy, into: transaction) }
    }

    private func write(_ receipt: StoredReceipt, _ copy: Copy, into transaction: any StorageTransaction) throws {
        guard let id = copy.receipts[receipt.copy], let printed = prints.first(where: { $0.receipt == receipt.id })
        else { return }
        let old = receipt.document
        try transaction.insert(
            Receipt(
                id: id, copy: old.copy, merchant: old.merchant, payment: copy.payment, orderNumber: "\(copy.order)",
                issuedAt: copy.startedAt, utcOffset: old.utcOffset, lines: old.lines, adjustments: old.adjustments,
                taxes: old.taxes, total: old.total, tip: old.tip, card: old.card, footer: old.footer,
                language: old.language), createdAt: copy.startedAt)
        let job = try transaction.enqueuePrint(
            receipt: id, printer: printed.printer.replacing(Self.path(in: printed.printer), with: Self.printer),
            at: copy.startedAt)
        try transaction.claimPrint(id: job.id, at: copy.startedAt)
        try transaction.finishPrint(
            id: job.id, as: printed.state == .confirmed ? .confirmed : .probably, at: copy.startedAt)
    }

    private func settled(_ copy: Copy) -> PaymentRecord {
        var result = result ?? TransactionResult(resultCode: .success)
        (result.receiptNumber, result.trace) = (copy.number, copy.number)
        return PaymentRecord(
            id: copy.payment, fingerprint: "order \(copy.order)", site: record.site,
            order: OrderID(rawValue: copy.order), amount: record.amount,
            terminalAddress: record.terminalAddress.replacing(
                Self.path(in: record.terminalAddress), with: Self.terminal),
            terminalID: record.terminalID, watermark: record.watermark, stage: .settled, result: result,
            outcome: .approved(result), language: record.language, createdAt: copy.startedAt,
            updatedAt: copy.startedAt)
    }

    private func cached(_ copy: Copy) -> Order {
        Order(
            site: order.site, id: OrderID(rawValue: copy.order), number: "\(copy.order)", status: .processing,
            currency: order.currency, lines: order.lines, adjustments: order.adjustments, taxes: order.taxes,
            total: order.total, customer: order.customer)
    }

    private func shopOrder(_ copy: Copy) -> ShopOrder {
        ShopOrder(
            id: OrderID(rawValue: copy.order), status: .processing, body: Data(shopOrder.filled(copy).utf8))
    }
}

/// A text with gaps that are filled for each payment.
struct TextPattern {
    /// The content of a gap; a number is matched with its surrounding text.
    enum Slot {
        case payment
        case receipt(ReceiptCopy)
        case order(_ before: String, _ after: String = "")
        case number(_ before: String, _ after: String = "")
        case startedAt(_ before: String)
    }

    private let pieces: [(text: String, slot: Slot?)]

    init(_ text: String, _ places: [(text: String, slot: Slot)]) {
        var pieces: [(String, Slot?)] = []
        var rest = text[...]
        while true {
            let found = places.compactMap { place in rest.range(of: place.text).map { ($0, place.slot) } }
                .min { $0.0.lowerBound < $1.0.lowerBound }
            guard let (range, slot) = found else { break }
            pieces.append((String(rest[..<range.lowerBound]), slot))
            rest = rest[range.upperBound...]
        }
        self.pieces = pieces + [(String(rest), nil)]
    }

    func filled(_ copy: PaymentPattern.Copy) -> String {
        var text = ""
        for piece in pieces {
            text += piece.text
            switch piece.slot {
            case nil: break
            case .payment: text += copy.payment.rawValue
            case .receipt(let which): text += copy.receipts[which]?.rawValue ?? ""
            case .order(let before, let after): text += "\(before)\(copy.order)\(after)"
            case .number(let before, let after): text += "\(before)\(copy.number)\(after)"
            case .startedAt(let before):
                text += "\(before)\(Int64((copy.startedAt.timeIntervalSince1970 * 1000).rounded()))"
            }
        }
        return text
    }
}
