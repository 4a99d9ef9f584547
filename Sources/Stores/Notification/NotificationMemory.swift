import Flow
import Foundation
import Model
import Networking
import Storage

/// What the till remembers of a shop's notifications.
struct NotificationMemory: Sendable {
    /// The most notifications that are kept; older ones are dropped.
    static let most = 200

    let notes: ShopCache<ShopNotification>

    /// How far the shop was asked, and looked at.
    struct Marks: Codable, Equatable {
        /// The latest change of an order that is known, by the shop's clock.
        var cursor: Date?
        /// When the shop was asked last.
        var askedAt: Date?
        var lastSeen: Date?
        /// The ids of the deliveries that were taken in last. Nil in marks of an earlier release.
        var deliveries: [String]?
    }

    func all() throws(Failure) -> [ShopNotification] { try notes.everything() }

    /// The notifications that are not deleted, newest first.
    func shown() throws(Failure) -> [ShopNotification] { try all().filter { !$0.isDeleted }.sorted { $0.isBefore($1) } }

    /// Keeps notifications. One that is another than before is unread; others stay as they are.
    func keep(_ found: [ShopNotification]) throws(Failure) {
        try notes.changeAll { items in
            for note in found {
                let index = items.firstIndex { $0.key == note.key }
                if let index, items[index].hash == note.hash || items[index].isNewer(than: note) { continue }
                if let index { items[index] = note } else { items.append(note) }
            }
            items.sort { $0.isBefore($1) }
            items.removeLast(max(0, items.count - Self.most))
        }
    }

    func remove(_ keys: Set<String>) throws(Failure) {
        guard !keys.isEmpty else { return }
        try notes.changeAll { items in items.removeAll { keys.contains($0.key) } }
    }

    func update(_ keys: Set<String>, _ change: (inout ShopNotification) -> Void) throws(Failure) {
        try notes.changeAll { items in
            for index in items.indices where keys.contains(items[index].key) { change(&items[index]) }
        }
    }

    func clear() {
        notes.clear()
        try? notes.storage.write { try $0.removeSetting(name) }
    }

    // MARK: Marks

    private var name: String { "shop.notifications \(notes.site.rawValue)" }

    /// Marks that cannot be read count as none: the shop is asked from the beginning.
    func marks() throws(Failure) -> Marks {
        try notes.storage.reading { (try? $0.setting(name, as: Marks.self)) ?? nil } ?? Marks()
    }

    func changeMarks(_ change: (inout Marks) -> Void) throws(Failure) {
        try notes.storage.writing(.withNext) { transaction in
            var marks = (try? transaction.setting(name, as: Marks.self)).flatMap { $0 } ?? Marks()
            change(&marks)
            try transaction.setSetting(name, to: marks)
        }
    }
}

extension ShopNotification {
    /// The order of the list: newest first.
    fileprivate func isBefore(_ other: ShopNotification) -> Bool { (time, key) > (other.time, other.key) }

    /// Whether the kept one is of a later change than one that arrives now. Deliveries may overtake each other.
    fileprivate func isNewer(than other: ShopNotification) -> Bool { kind == .storeOrder && time > other.time }
}
