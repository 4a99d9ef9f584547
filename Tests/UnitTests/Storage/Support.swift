import Failures
import Flow
import Foundation
import GRDB
import Model

@testable import Storage

/// A directory for one test, removed with this value.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/till-storage-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/till.sqlite" }

    func open() throws -> StorageManager { try StorageManager(directory: path, environment: .standing) }

    /// Changes the file as someone with sqlite3 can, who drops our triggers first.
    func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { database in
            let triggers = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger)") }
            try database.execute(sql: sql)
        }
        try queue.close()
    }
}

extension Environment {
    /// An environment in which time stands still and nothing runs.
    static var standing: Environment {
        Environment(
            now: { Sample.time }, uptime: { Uptime(nanoseconds: 0) }, random: { 0 },
            lane: { _, _ in NoLane() }, spawn: { _, _ in Nothing() }, sleep: { _ in })
    }
}

private struct NoLane: Lane {
    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool { false }
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running { Nothing() }
    func assertOnLane() {}
}

private struct Nothing: Running {
    func cancel() {}
}

/// Records with usual values, in which a test changes only what it is about.
enum Sample {
    static let time = Date(timeIntervalSince1970: 1_795_219_200.25)
    static func document(
        _ key: String = "11", site: SiteID = .embedded, resource: String = "product", name: String? = nil,
        text: String = "Cappuccino", at time: Date = Sample.time
    ) -> CachedDocument {
        CachedDocument(
            site: site, resource: resource, key: key, name: name, body: Data("{\"id\":\(key)}".utf8), searchText: text,
            fetchedAt: time)
    }

    static func list(
        _ keys: [String], site: SiteID = .embedded, query: String = "{}", total: Int? = nil, isWhole: Bool = true
    ) -> CachedList {
        CachedList(
            site: site, resource: "product", query: query, keys: keys, total: total ?? keys.count, isWhole: isWhole,
            fetchedAt: Sample.time)
    }

    static let later = Date(timeIntervalSince1970: 1_795_219_260)

    /// What a shop says of a message that it does not take.
    static let refusal = Failure(
        ShopFailure.refused, Sentence("failure.shop.refused", ["status": 400]), recovery: .giveUp)

    static func euros(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .eur) }

    static func payment(
        _ id: String = "pay-1", key: String? = nil, order: Int64? = 1042, site: SiteID = .embedded,
        terminal: String = "serial:/dev/ttyUSB0", stage: PaymentStage = .intended, outcome: PaymentOutcome? = nil
    ) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: id), key: key, fingerprint: "order 1042, 12.50 EUR", site: site,
            order: order.map(OrderID.init(rawValue:)), amount: euros(1250), tip: euros(100), terminalAddress: terminal,
            terminalID: terminal == "serial:/dev/ttyUSB0" ? "52500038" : terminal, watermark: 17, stage: stage,
            outcome: outcome, language: "de", createdAt: time,
            updatedAt: time)
    }

    static func receipt(_ id: String = "rcp-1", payment: String = "pay-1", copy: ReceiptCopy = .customer) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: id), copy: copy,
            merchant: Receipt.Merchant(name: "Café Käthe", address: ["Hauptstraße 1"], taxID: "DE123456789"),
            payment: PaymentID(rawValue: payment), orderNumber: "1042", issuedAt: time, utcOffset: 3600,
            lines: [OrderLine(name: "Kaffee", quantity: 2, total: euros(1250))],
            taxes: [TaxLine(label: "19 %", amount: euros(200))], total: euros(1250), tip: nil,
            card: .terminalText(lines: [PrintedLine("** Kundenbeleg **", centred: true)], result: .approved),
            footer: [], language: "de")
    }

    static func order(
        _ id: Int64 = 1042, site: SiteID = .embedded, status: OrderStatus = .pending, customer: String? = "Jürgen Groß"
    ) -> Order {
        Order(
            site: site, id: OrderID(rawValue: id), number: String(id), status: status, currency: .eur, lines: [],
            taxes: [], total: euros(1250), customer: customer)
    }
}
