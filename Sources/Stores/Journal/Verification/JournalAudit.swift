import Foundation
import Model
import Storage
import Payments

/// Replays the whole journal and compares every table that is derived from it.
///
/// The journal is read entry by entry and the tables row by row, so memory grows with neither. Differences beyond
/// `mostTold` are only counted.
struct JournalAudit {
    static let mostTold = 1_000
    /// How many rows are read at a time.
    static let page = 1_000

    let reader: any StorageReader
    /// A small cache is enough, because everything that belongs to a payment is compared at once.
    let told = ToldPayments(most: 16)
    private(set) var differences: [JournalDifference] = []
    private(set) var count = 0
    private(set) var signature: JournalSignature?
    private(set) var unsigned: UnsignedJournal?
    /// Ends of day that were begun and not settled, and those that ended with a report of the terminal.
    private var openDays: Set<String> = []
    private var days: Set<String> = []
    /// When the last entry of an archive was written; nil when a till's journal is verified.
    private(set) var archiveEnds: Date?
    /// The archives whose files exist, by number, to look for stored heads in them.
    let archives: [Int: any StorageManagerType]

    init(_ reader: any StorageReader, archives: [Int: any StorageManagerType] = [:]) {
        self.reader = reader
        self.archives = archives
    }

    static func run(
        _ storage: any StorageManagerType, kept: [KeptHead] = [], publicKey: JournalPublicKey? = nil,
        replays: Bool = true
    ) throws(StorageError) -> JournalVerification {
        let chain = try JournalVerifier(storage).verify()
        // The signed head is read before the database, because another process writes to the database first.
        let signed = try storage.signedHead()
        let found = try replays ? storage.examineDatabase() : []
        let archives = try storage.examineArchives()
        var opened: [Int: any StorageManagerType] = [:]
        if !kept.isEmpty {
            for state in archives { opened[state.archive.number] = try? storage.archive(state.archive.number) }
        }
        let audit = try storage.read { reader in
            var audit = JournalAudit(reader, archives: opened)
            archives.forEach { audit.compare($0) }
            found.forEach { audit.add(JournalDifference($0.object, nil, $0.sentence)) }
            if replays { audit.compareAll() }
            for head in kept { audit.attempt("journal") { audit throws(StorageError) in try audit.compare(head) } }
            audit.attempt("journal") { audit throws(StorageError) in try audit.compare(signed, publicKey) }
            return audit
        }
        return JournalVerification(
            chain: chain, differences: audit.differences, count: audit.count, signature: audit.signature,
            unsigned: audit.unsigned, archives: archives)
    }

    mutating func compareAll() {
        attempt("journal") { audit throws(StorageError) in try audit.findArchiveEnd() }
        attempt("journal") { audit throws(StorageError) in try audit.replay() }
        for table in DerivedTable.allCases {
            attempt(table.rawValue) { audit throws(StorageError) in try audit.compare(table) }
        }
        attempt("settings") { audit throws(StorageError) in try audit.compareSettings() }
    }

    mutating func add(_ difference: JournalDifference) {
        count += 1
        if count <= Self.mostTold { differences.append(difference) }
    }

    mutating func add(_ table: DerivedTable, _ row: some CustomStringConvertible, _ sentence: Sentence) {
        add(JournalDifference(table.rawValue, row.description, sentence))
    }

    /// Runs a comparison. A table that cannot be read counts as a difference, and the others are still compared.
    mutating func attempt(
        _ table: String, _ row: String? = nil, _ work: (inout JournalAudit) throws(StorageError) -> Void
    ) {
        do { try work(&self) } catch { add(JournalDifference(table, row, error.failure.said)) }
    }

    private mutating func findArchiveEnd() throws(StorageError) {
        guard let label = try reader.archiveLabel() else { return }
        archiveEnds = try reader.journalEntries(from: label.through, limit: 1).first?.at ?? label.madeAt
    }

    // MARK: From the journal to the tables

    private mutating func replay() throws(StorageError) {
        var next: Int64 = 1
        var till: String?
        while true {
            let entries = try reader.journalEntries(from: next, limit: Self.page)
            for entry in entries {
                attempt("journal", String(entry.sequence)) { audit throws(StorageError) in
                    try audit.take(entry, till: &till)
                }
            }
            guard let last = entries.last, last.sequence < .max else { return }
            next = last.sequence + 1
        }
    }

    private mutating func take(_ entry: JournalEntry, till: inout String?) throws(StorageError) {
        switch entry.kind {
        case "payment.intended":
            guard let id = entry.payment else { return }
            attempt(DerivedTable.payments.rawValue, id.rawValue) { audit throws(StorageError) in
                try audit.comparePayment(id)
            }
        case EndOfDayEvent.intendedKind: openDays.insert(try entry.decoded(as: EndOfDayFact.self).id.rawValue)
        case EndOfDayEvent.settledKind:
            let id = try entry.decoded(as: EndOfDayFact.self).id.rawValue
            openDays.remove(id)
            days.insert(id)
        case TillEnrolment.kind:
            let named = try entry.decoded(as: TillEnrolment.self).till
            if let till, till != named {
                add(
                    JournalDifference(
                        "journal", String(entry.sequence),
                        Sentence(
                            "difference.journal.twoTills", ["entry": entry.sequence, "named": named, "till": till]),
                        forgery: .anotherTill))
            }
            till = named
        default: break
        }
    }

    // MARK: From the tables to the journal

    private mutating func compare(_ table: DerivedTable) throws(StorageError) {
        var row: Int64 = .min
        while true {
            let names = try reader.rowNames(of: table, after: row, limit: Self.page)
            for name in names {
                attempt(table.rawValue, name.name) { audit throws(StorageError) in
                    try audit.compareOwner(of: name, in: table)
                }
            }
            guard let last = names.last else { return }
            row = last.row
        }
    }

    private mutating func compareOwner(of row: RowName, in table: DerivedTable) throws(StorageError) {
        let owner = PaymentID(rawValue: row.owner)
        switch table {
        case .payments:
            guard try !isJournalled(owner), try !isArchived(owner) else { return }
            add(table, row.name, Sentence("detail.table.notInJournal", ["payment": row.name]))
        case .receipts:
            guard !days.contains(row.owner), try !isJournalled(owner) else { return }
            add(
                table, row.name, Sentence("difference.receipt.unknown", ["receipt": row.name, "owner": row.owner]))
        case .printJobs:
            guard try reader.receipt(id: ReceiptID(rawValue: row.owner)) == nil else { return }
            add(table, row.name, Sentence("difference.print.noReceipt", ["print": row.name, "receipt": row.owner]))
        case .paidOrders:
            let paying = try told.payment(owner, in: reader)
            let order = Int64(row.name)
            guard paying?.paysOrder(order) != true, try !archivedPays(owner, order) else { return }
            let number = order.map { OrderID(rawValue: $0).written } ?? row.name
            add(table, row.name, Sentence("difference.order.notPaid", ["order": number, "payment": row.owner]))
        case .outbox: try compareNews(row)
        }
    }

    /// Whether the payment is archived. The rows of archived payments are compared as a whole with the journal.
    private func isArchived(_ payment: PaymentID) throws(StorageError) -> Bool {
        try reader.payment(id: payment)?.archive != nil
    }

    private func archivedPays(_ payment: PaymentID, _ order: Int64?) throws(StorageError) -> Bool {
        guard let payment = try reader.payment(id: payment), payment.archive != nil else { return false }
        return payment.isApproved && payment.kind.takesMoney && payment.order?.rawValue == order
    }

    private func isJournalled(_ payment: PaymentID) throws(StorageError) -> Bool {
        try reader.journalEntries(payment: payment).contains { entry in entry.kind == "payment.intended" }
    }

    // MARK: Settings

    /// Compares the settings in which a payment looks for an open end of day, and for what its terminal has told before.
    private mutating func compareSettings() throws(StorageError) {
        if let own = try reader.tillID(), let enrolled = try reader.enrolment()?.enrolment.till, own != enrolled {
            add(
                JournalDifference(
                    "settings", "till.id",
                    Sentence("difference.settings.otherTill", ["enrolled": enrolled, "own": own]),
                    forgery: .anotherTill))
        }
        let noted = Set(try EndOfDayIntent.open(in: reader).map(\.id.rawValue))
        for id in openDays.subtracting(noted).sorted() {
            add(
                JournalDifference(
                    "settings", id, Sentence("difference.settings.dayNotNoted", ["day": id])))
        }
        for id in noted.subtracting(openDays).sorted() {
            add(
                JournalDifference(
                    "settings", id, Sentence("difference.settings.dayNoted", ["day": id])))
        }
        for id in try EndOfDayIntent.contradicted(in: reader).map(\.rawValue) where openDays.contains(id) {
            add(
                JournalDifference(
                    "settings", id, Sentence("difference.settings.dayDiffers", ["day": id])))
        }
        for (terminal, payment) in try RepeatedKinds.contradicted(in: reader) {
            add(
                JournalDifference(
                    "settings", "terminal.repeats \(terminal)",
                    Sentence("difference.settings.notRepeated", ["terminal": terminal, "payment": payment])))
        }
    }

    mutating func note(_ signature: JournalSignature) { self.signature = signature }
    mutating func note(_ unsigned: UnsignedJournal) { self.unsigned = unsigned }
}
