import Model
import Networking
import Storage

/// The notes of which no writer has seen yet that the shop has them, over restarts. Whoever asks for one of them again means the
/// same note.
struct UnansweredNotes {
    let site: SiteID

    struct Entry: Codable, Hashable {
        /// The name of the message that tells the shop.
        let message: String
        let order: OrderID
        let text: String
        let isForCustomer: Bool
        /// Whether a writer was told that the note waits, so that only an operator may give it up.
        fileprivate(set) var isPromised = false
    }

    /// The most that are remembered. Of more, the oldest are forgotten.
    static let most = 100

    private var key: String { "note.unanswered.\(site.rawValue)" }

    func entry(of note: NewOrderNote, at order: OrderID, in reader: any SettingsReading) throws(StorageError) -> Entry?
    {
        try all(in: reader).last {
            $0.order == order && $0.text == note.text && $0.isForCustomer == note.isForCustomer
        }
    }

    func entry(of message: String, in reader: any SettingsReading) throws(StorageError) -> Entry? {
        try all(in: reader).first { $0.message == message }
    }

    func add(_ message: NoteAdded, in transaction: any StorageTransaction) throws(StorageError) {
        let entry = Entry(
            message: message.id, order: message.order, text: message.text, isForCustomer: message.isForCustomer)
        try set((try all(in: transaction) + [entry]).suffix(Self.most), in: transaction)
    }

    func promise(_ message: String, in transaction: any StorageTransaction) throws(StorageError) {
        let changed = try all(in: transaction).map { entry in
            var entry = entry
            entry.isPromised = entry.isPromised || entry.message == message
            return entry
        }
        try set(changed, in: transaction)
    }

    func remove(_ message: String, in transaction: any StorageTransaction) throws(StorageError) {
        try set(try all(in: transaction).filter { $0.message != message }, in: transaction)
    }

    private func all(in reader: any SettingsReading) throws(StorageError) -> [Entry] {
        try reader.setting(key, as: [Entry].self) ?? []
    }

    private func set(_ entries: [Entry], in transaction: any StorageTransaction) throws(StorageError) {
        guard entries.isEmpty else { return try transaction.setSetting(key, to: entries) }
        try transaction.removeSetting(key)
    }
}
