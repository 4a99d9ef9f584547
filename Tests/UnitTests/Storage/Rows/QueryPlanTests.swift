import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Storage

/// SQLite's plan for each statement of the storage: none of them reads a whole table that grows with the years.
@Suite struct QueryPlanTests {
    private static let growing = [
        "journal", "payments", "print_jobs", "receipts", "orders", "paid_orders", "shop_orders",
        "outbox", "shop_order_texts", "texts",
    ]

    /// Statements that may read a whole table, each with its reason.
    private static let allowed: [(text: String, why: String)] = [
        ("FROM journal WHERE hash =", "asked for by a person, with a hash and no number"),
        ("FROM shop_order_texts AS texts", "text in the middle of a name: reads the texts alone, 40 bytes an order"),
        ("FROM outbox WHERE delivered_at IS NULL", "through the index of what is not delivered yet"),
        ("FROM receipts WHERE copy =", "ends at the newest; two receipts are made at a time, one of each copy"),
    ]

    @Test func noStatementReadsAGrowingTableThrough() throws {
        let statements = try Self.statements()
        #expect(statements.count > 60)
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        var used: Set<Int> = []
        for statement in statements {
            let scans = try queue.read { try Self.scans(statement, in: $0) }
            guard !scans.isEmpty else { continue }
            let reason = Self.allowed.firstIndex { statement.contains($0.text) }
            #expect(reason != nil, "\(statement)\n\(scans)")
            if let reason { used.insert(reason) }
        }
        #expect(used.count == Self.allowed.count, "an exception that nothing needs any more")
    }

    /// The rule finds a statement that breaks it.
    @Test func aStatementThatReadsATableThroughIsFound() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        for statement in [
            "SELECT * FROM payments WHERE language = 'de'",
            "SELECT * FROM print_jobs WHERE state = 'confirmed' ORDER BY id",
            "SELECT * FROM journal WHERE kind = 'payment.sending'",
            "SELECT * FROM receipts ORDER BY created_at LIMIT 1",
            "SELECT * FROM payments ORDER BY rowid",
        ] {
            #expect(try !queue.read { try Self.scans(statement, in: $0) }.isEmpty, "\(statement)")
        }
    }

    /// Every statement that is run when every question and every change is made once.
    private static func statements() throws -> [String] {
        let heard = Mutex<[String]>([])
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            database.trace { event in
                guard case .statement(let statement) = event else { return }
                heard.withLock { $0.append(statement.sql) }
            }
        }
        let queue = try DatabaseQueue(configuration: configuration)
        try Schema.migrator.migrate(queue)
        heard.withLock { $0 = [] }
        try queue.writeWithoutTransaction { database in
            let session = Session(database: database, now: { Sample.time })
            for write in EveryMethod.writes { try write.change(session) }
            for read in EveryMethod.reads { try read.ask(session) }
        }
        let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
        return Set(heard.withLock { $0 }.filter { text in verbs.contains { text.hasPrefix($0) } }).sorted()
    }

    /// The lines of the plan that read a growing table from end to end. Reading rows in their order and stopping after
    /// a number of them does not count, unless rows are skipped on the way.
    private static func scans(_ statement: String, in database: Database) throws -> [String] {
        let explained = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(statement)")
        explained.setUncheckedArguments(StatementArguments())
        let plan = try Row.fetchAll(explained)
        let lines = plan.map { $0["detail"] as String }
        let isSorted = lines.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }
        let clauses = statement.components(separatedBy: "FROM ").last ?? ""
        let ends = clauses.contains("LIMIT") && !clauses.contains("WHERE") && !isSorted
        return lines.filter { line in
            guard let table = line.firstMatch(of: /^SCAN (\w+)/).map({ String($0.1) }) else { return false }
            return growing.contains(table) && !(ends && !line.contains("USING"))
        }
    }
}
