import Foundation
import Model
import Storage
import Synchronization

/// A storage without SQLite, fast enough for a thousand simulated tills per second. It enforces every rule that
/// `StorageManager` enforces, including the journal's chain and the limits on open payments, but is not durable.
package final class MemoryStorage: StorageManagerType {
    private struct State {
        var tables: MemoryTables
        /// The tables before the commits that are not synced yet; nil when all are.
        var synced: MemoryTables?
    }

    private let state: Mutex<State>
    /// Held by the only writer; readers see the state from before its transaction.
    private let writing = Mutex(())
    private let now: @Sendable () -> Date

    package convenience init(now: @escaping @Sendable () -> Date) { self.init(MemoryTables(), now: now) }

    private init(_ tables: MemoryTables, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(tables: tables))
        self.now = now
    }

    /// A copy of the current state, like a restored backup.
    package func copy() -> MemoryStorage { MemoryStorage(state.withLock { $0.tables }, now: now) }

    /// Undoes what a power cut undoes: the commits that are not synced.
    package func losePower() {
        state.withLock { state in
            state.tables = state.synced ?? state.tables
            state.synced = nil
        }
    }

    @discardableResult
    package func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        do {
            return try writing.withLock { _ in
                let session = MemorySession(state.withLock { $0.tables }, now: now)
                let result = try work(session)
                state.withLock { state in
                    state.synced = sync == .now ? nil : state.synced ?? state.tables
                    state.tables = session.tables
                }
                return result
            }
        } catch {
            self.sync()
            throw StorageError(error)
        }
    }

    package func sync() { state.withLock { $0.synced = nil } }

    package func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        do { return try work(MemorySession(state.withLock { $0.tables }, now: now)) } catch {
            throw StorageError(error)
        }
    }

    package func checkReady() throws(StorageError) {}
}

/// The tables of `Schema` as collections.
struct MemoryTables: Sendable {
    struct Place: Hashable {
        let site: SiteID
        let order: OrderID
    }

    struct Paid {
        let payment: PaymentID
        let at: Date
    }

    struct KeyedRequest {
        let at: Date
        let json: Data
    }

    struct Cached {
        let order: Order
        let fetchedAt: Date
    }

    struct Intent {
        let entry: JournalEntry
        let index: JournalIndex.Intent
    }

    var journal = MemoryTable<JournalEntry>()
    /// The enrolment in force at the journal's end.
    var enrolment: TillEnrolment?
    /// The intents among the journal's entries.
    var intents = MemoryTable<Intent>()
    /// The payments in the order of insertion.
    var payments = MemoryTable<PaymentRecord>()
    var terminals: [String: TerminalMemory] = [:]
    var receipts = MemoryTable<StoredReceipt>()
    var prints = MemoryTable<PrintJob>()
    /// The number of the newest print. No number is used again, even if its print is deleted.
    var lastPrint: Int64 = 0
    var outbox = MemoryTable<OutboxItem>()
    var settings: [String: Data] = [:]
    var keyedRequests: [String: KeyedRequest] = [:]
    var orders: [Place: Cached] = [:]
    var cache = MemoryCache()
    var localOrders: [LocalOrder] = []
    /// The number of the newest of them. No number is used again, even if its order is dropped.
    var lastLocalOrder: Int64 = 0
    var paid: [Place: Paid] = [:]
    var shop: [OrderID: ShopOrder] = [:]
    var shopDocuments: [ShopCollection: [Int64: ShopDocument]] = [:]
}

/// A table that stores its rows by reference, so that a transaction can copy the table without copying the rows.
struct MemoryTable<Element: Sendable>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Sendable {
    private final class Row: Sendable {
        let element: Element
        init(_ element: Element) { self.element = element }
    }

    private var rows: [Row] = []

    var startIndex: Int { rows.startIndex }
    var endIndex: Int { rows.endIndex }

    subscript(position: Int) -> Element {
        get { rows[position].element }
        set { rows[position] = Row(newValue) }
    }

    /// Looks at the rows where they are; only those that match are copied.
    func filter(_ matches: (Element) throws -> Bool) rethrows -> [Element] {
        var found: [Element] = []
        for row in rows where try matches(row.element) { found.append(row.element) }
        return found
    }

    func last(where matches: (Element) throws -> Bool) rethrows -> Element? {
        for row in rows.reversed() where try matches(row.element) { return row.element }
        return nil
    }

    func first(where matches: (Element) throws -> Bool) rethrows -> Element? {
        for row in rows where try matches(row.element) { return row.element }
        return nil
    }

    mutating func append(_ element: Element) { rows.append(Row(element)) }

    mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        rows.replaceSubrange(range, with: elements.map(Row.init))
    }
}
