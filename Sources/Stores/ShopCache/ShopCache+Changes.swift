import Flow
import Networking
import Payments
import Storage

extension ShopCache {
    /// Keeps things that the shop told in another way than as one thing or as a list of the cache. Lists stay as they are.
    func note(_ entities: [Entity]) throws(Failure) {
        let now = environment.now()
        try storage.caching { try keep(entities, at: now, in: $0) }
        caches.branch.dispatch(.changed(place))
    }
}

/// Changes that a store makes at the shop. They need the shop; nothing is changed in the cache until the shop has answered.
extension ShopCache {
    /// Answers with what the shop made of a change, and keeps it. What the shop does not have any more is removed.
    /// - Parameter key: of what is changed; nil when it is new.
    func change(
        _ reply: Reply<Entity>, key: String?, _ work: @escaping @Sendable () async throws(NetworkError) -> Entity
    ) {
        environment.answer(reply, "change \(Entity.cachedAs)") { () throws(Failure) in
            try await changed(key: key, work)
        }
    }

    func changed(
        key: String?, _ work: @Sendable () async throws(NetworkError) -> Entity
    ) async throws(Failure) -> Entity {
        let entity = try await asFailure { () async throws(NetworkError) in
            do throws(NetworkError) { return try await work() } catch {
                if let key, case .notFound(_, of: Entity.resource?) = error { try? remove(key) }
                throw error
            }
        }
        try keep(entity)
        return entity
    }

    /// Deletes something at the shop and in the cache. What the shop does not have any more counts as deleted.
    func delete(
        _ reply: Reply<Void>, key: String, _ work: @escaping @Sendable () async throws(NetworkError) -> Void
    ) {
        environment.answer(reply, "delete \(Entity.cachedAs)") { () throws(Failure) in
            try await asFailure { () async throws(NetworkError) in
                do throws(NetworkError) { try await work() } catch {
                    guard case .notFound(_, of: Entity.resource?) = error else { throw error }
                }
            }
            try remove(key)
        }
    }
}
