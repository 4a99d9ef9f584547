import Model
import Networking
import Storage

/// The notes whose writer has had no answer yet, over restarts. Whoever asks for one of them again means the same note, even if the
/// shop has it by now.
struct UnansweredNotes {
    let site: SiteID
    let order: OrderID

    private struct Entry: Codable {
        let message: String
        let text: String
        let isForCustomer: Bool
    }

    private var key: String { "note.unanswered.\(site.rawValue).\(order)" }

    /// The message that is to tell this note; nil if every writer of it had an answer.
    func message(of note: NewOrderNote, in reader: any SettingsReading) throws(StorageError) -> String? {
        try entries(reader).first { $0.text == note.text && $0.isForCustomer == note.isForCustomer }?.message
    }

    func add(_ message: NoteAdded, in transaction: any StorageTransaction) throws(StorageError) {
        let entry = Entry(message: message.id, text: message.text, isForCustomer: message.isForCustomer)
        try transaction.setSetting(key, to: try entries(transaction) + [entry])
    }

    func remove(_ message: String, in transaction: any StorageTransaction) throws(StorageError) {
        let left = try entries(transaction).filter { $0.message != message }
        guard left.isEmpty else { return try transaction.setSetting(key, to: left) }
        try transaction.removeSetting(key)
    }

    private func entries(_ reader: any SettingsReading) throws(StorageError) -> [Entry] {
        try reader.setting(key, as: [Entry].self) ?? []
    }
}
