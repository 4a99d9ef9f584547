import Flow
import Model
import Networking
import Storage

/// The notes that this till began to write and of which it does not know whether they are written, over restarts.
struct OrderNoteAttempts: Sendable {
    let storage: any StorageManagerType
    let site: SiteID

    /// One note, and the ids of the notes that the order had before.
    struct Attempt: Codable, Hashable, Sendable {
        let text: String
        let isForCustomer: Bool
        let before: [Int64]
    }

    /// What was begun for the same note; nil if nothing was, or its result is known.
    func unanswered(_ note: NewOrderNote) throws(Failure) -> Attempt? {
        try storage.reading { try all(at: note.order, in: $0) }.first { $0.isOf(note) }
    }

    func begin(_ attempt: Attempt, at order: OrderID) throws(Failure) {
        try storage.writing { transaction in
            let others = try all(at: order, in: transaction).filter { $0 != attempt }
            try transaction.setSetting(key(of: order), to: others + [attempt])
        }
    }

    func end(_ note: NewOrderNote) throws(Failure) {
        try storage.writing { transaction in
            let others = try all(at: note.order, in: transaction).filter { !$0.isOf(note) }
            guard others.isEmpty else { return try transaction.setSetting(key(of: note.order), to: others) }
            try transaction.removeSetting(key(of: note.order))
        }
    }

    /// Forgets all of the shop's, when its operator signs out.
    func forgetAll() {
        try? storage.write { transaction in
            for key in try transaction.settingKeys() where key.hasPrefix(prefix) { try transaction.removeSetting(key) }
        }
    }

    private func all(at order: OrderID, in reader: any SettingsReading) throws(StorageError) -> [Attempt] {
        try reader.setting(key(of: order), as: [Attempt].self) ?? []
    }

    private var prefix: String { "note.begun.\(site.rawValue)." }
    private func key(of order: OrderID) -> String { "\(prefix)\(order)" }
}

extension OrderNoteAttempts.Attempt {
    init(_ note: NewOrderNote, before: [OrderNote]) {
        self.init(text: note.text, isForCustomer: note.isForCustomer, before: before.map(\.id))
    }

    func isOf(_ note: NewOrderNote) -> Bool { text == note.text && isForCustomer == note.isForCustomer }

    /// The note that this has written; nil if there is none.
    func result(among notes: [OrderNote]) -> OrderNote? {
        let said = NewOrderNote(at: OrderID(rawValue: 0), text, isForCustomer: isForCustomer)
        return notes.first { !before.contains($0.id) && said.isSaid(by: $0) }
    }
}
