import Flow
import Foundation
import Model
import Networking
import Payments

/// What happens in the shop: new and changed orders, and reviews.
package final class NotificationStore: Store {
    package typealias Handled = NotificationAction

    private let remote: NotificationsRemote
    private let webhooks: WebhooksRemote
    private let memory: NotificationMemory
    private let environment: Environment

    init(shop: ShopSession) {
        let leftOut = LeftOutRows(environment: shop.environment)
        remote = NotificationsRemote(network: shop.network) { leftOut.log($0) }
        webhooks = WebhooksRemote(network: shop.network)
        memory = NotificationMemory(notes: shop.cache())
        environment = shop.environment
    }

    package func onAction(_ action: NotificationAction) {
        let webhooks = webhooks
        switch action {
        case .registerDevice(let url, let name, let secret, let reply):
            environment.answer(reply, "register webhooks") { () throws(Failure) in
                try await asFailure { () async throws(NetworkError) in
                    try await webhooks.register(url, name: name, secret: secret)
                }
            }
        case .loadDevice(let ids, let reply):
            environment.answer(reply, "load webhooks") { () throws(Failure) in
                try await asFailure { () async throws(NetworkError) in try await webhooks.load(ids) }
            }
        case .unregisterDevice(let ids, let reply):
            environment.answer(reply, "remove webhooks") { [self] () throws(Failure) in try await remove(ids) }
        case .receive(let event, let delivery, let reply):
            environment.answer(reply, "receive a delivery") { [self] () throws(Failure) in try take(event, delivery) }
        case .observeNotifications(let reply):
            reply(memory.notes.liveList)
        case .synchronizeNotifications(let reply):
            environment.answer(reply, "load notifications") { [self] () throws(Failure) in try await load() }
        case .synchronizeNotification(let kind, let id, let reply):
            environment.answer(reply, "load a notification") { [self] () throws(Failure) in
                try await load(kind, id)
            }
        case .updateLastSeen, .loadLastSeen, .updateReadStatus, .updateMultipleReadStatus, .updateLocalDeletedStatus:
            remember(action)
        }
    }

    package func clearOperatorData() { memory.clear() }

    private func remove(_ ids: [Int64]) async throws(Failure) {
        let webhooks = webhooks
        for id in ids {
            try await asFailure { () async throws(NetworkError) in
                do throws(NetworkError) { try await webhooks.delete(id) } catch {
                    guard case .notFound(_, of: .webhook?) = error else { throw error }
                }
            }
        }
    }

    private func take(_ event: WebhookEvent, _ delivery: String?) throws(Failure) {
        if let delivery, try memory.marks().deliveries?.contains(delivery) == true { return }
        try take(event)
        guard let delivery else { return }
        // After what it says: what is taken in twice is the same.
        try memory.changeMarks { marks in
            marks.deliveries = Array((marks.deliveries ?? []).suffix(NotificationMemory.most - 1)) + [delivery]
        }
    }

    private func take(_ event: WebhookEvent) throws(Failure) {
        switch event {
        case .ping, .other: break
        case .orderChanged(let note): try memory.keep([note])
        case .orderDeleted(let id): try memory.remove(["\(ShopNotification.Kind.storeOrder.rawValue)-\(id)"])
        }
    }
}

// MARK: - What only this till knows

extension NotificationStore {
    private func remember(_ action: NotificationAction) {
        let memory = memory
        switch action {
        case .updateLastSeen(let time, let reply):
            environment.answer(reply, "remember what was seen") { () throws(Failure) in
                try memory.changeMarks { $0.lastSeen = max($0.lastSeen ?? time, time) }
            }
        case .loadLastSeen(let reply):
            environment.answer(reply, "load what was seen") { () throws(Failure) in try memory.marks().lastSeen }
        case .updateReadStatus(let key, let isRead, let reply): update([key], reply) { $0.isRead = isRead }
        case .updateMultipleReadStatus(let keys, let isRead, let reply):
            update(Set(keys), reply) { $0.isRead = isRead }
        case .updateLocalDeletedStatus(let key, let isDeleted, let reply):
            update([key], reply) { $0.isDeleted = isDeleted }
        case .registerDevice, .loadDevice, .unregisterDevice, .receive, .observeNotifications,
            .synchronizeNotifications, .synchronizeNotification:
            break
        }
    }

    private func update(
        _ keys: Set<String>, _ reply: Reply<Void>, _ change: @escaping @Sendable (inout ShopNotification) -> Void
    ) {
        environment.answer(reply, "change notifications") { [memory] () throws(Failure) in
            try memory.update(keys, change)
        }
    }
}

// MARK: - Asking the shop

extension NotificationStore {
    /// How far before the latest known change the shop is asked again: a change can become visible a little after a later
    /// one. Orders that have not changed since are not loaded again.
    static let overlap: TimeInterval = 60

    private func load() async throws(Failure) -> Cached<[ShopNotification]> {
        let now = environment.now()
        do throws(Failure) { try await loadOrders() } catch {
            let shown = try memory.shown()
            guard error.recovery == .retry, let asOf = try memory.marks().askedAt ?? shown.first?.time else {
                throw error
            }
            return Cached(value: shown, asOf: asOf, failure: error)
        }
        let failure = await loadReviews()
        try memory.changeMarks { $0.askedAt = now }
        return Cached(value: try memory.shown(), asOf: now, failure: failure)
    }

    /// Loads the orders that are new or have changed, and forgets those that the shop does not list any more. If that fails,
    /// all of it is asked for again next time.
    private func loadOrders() async throws(Failure) {
        let remote = remote
        let since = try cursor().map { $0 - Self.overlap }
        let changes = try await asFailure { () async throws(NetworkError) in try await remote.loadChanges(since: since)
        }
        let known = Dictionary(try memory.all().map { ($0.key, $0.hash) }, uniquingKeysWith: { $1 })
        let key = { (id: Int64) in "\(ShopNotification.Kind.storeOrder.rawValue)-\(id)" }
        let wanted = changes.filter { known[key($0.id)] != $0.hash }.map(\.id)
        if !wanted.isEmpty {
            let found = try await asFailure { () async throws(NetworkError) in try await remote.loadOrders(wanted) }
            try memory.keep(found)
            try memory.remove(Set(Set(wanted).subtracting(found.map(\.subjectID)).map(key)))
        }
        // A change of tomorrow, which somebody has mistyped, would hide those of today.
        let soon = environment.now() + Self.overlap
        guard let latest = changes.map(\.modified).filter({ $0 <= soon }).max() else { return }
        let mark = try cursor()
        try memory.changeMarks { $0.cursor = max(mark ?? latest, latest) }
    }

    /// Up to when changes are known; nil if nothing is, or only something that cannot be, such as a time in the year 9999.
    private func cursor() throws(Failure) -> Date? {
        try memory.marks().cursor.flatMap { $0 <= environment.now() + OrderSync.farthestMark ? $0 : nil }
    }

    /// The reviews of any state. Those that are newer than the oldest in the answer and not in it were deleted.
    /// - Returns: why they could not be loaded.
    private func loadReviews() async -> Failure? {
        let found: [ShopNotification]
        do throws(NetworkError) { found = try await remote.loadReviews() } catch { return error.failure }
        do throws(Failure) {
            let there = Set(found.map(\.key))
            let isAll = found.count < NotificationsRemote.mostAtFirst
            let oldest = found.map(\.time).min()
            let gone = try memory.all().filter { note in
                note.kind == .review && !there.contains(note.key) && (isAll || oldest.map { note.time > $0 } == true)
            }
            try memory.keep(found)
            try memory.remove(Set(gone.map(\.key)))
            return nil
        } catch { return error }
    }

    private func load(_ kind: ShopNotification.Kind, _ id: Int64) async throws(Failure) -> Cached<ShopNotification> {
        let now = environment.now()
        let key = "\(kind.rawValue)-\(id)"
        do throws(NetworkError) {
            let note = try await remote.load(kind, id)
            try? memory.keep([note])
            let kept = try? memory.all().first { $0.key == key }
            return Cached(value: kept ?? note, asOf: now, failure: nil)
        } catch {
            if case .notFound(_, of: _?) = error { try? memory.remove([key]) }
            let failure = error.failure
            guard failure.recovery == .retry, let kept = try memory.all().first(where: { $0.key == key }) else {
                throw failure
            }
            return Cached(value: kept, asOf: try memory.marks().askedAt ?? now, failure: failure)
        }
    }
}
