import Flow
import Foundation
import LogEvents
import Model
import Networking
import Payments
import Storage

/// The things of one kind of one shop, as a store loads, keeps and finds them.
///
/// An answer of the shop is kept. If the shop cannot be asked, what was kept is answered with its time and the reason. What
/// the shop no longer has is removed. Equal requests at the same time become one request to the shop.
struct ShopCache<Entity: ShopEntity>: Sendable {
    let caches: ShopCaches
    let site: SiteID
    let environment: Environment
    /// The name under which the things are kept.
    let resource: String
    /// That the shop does not answer. What one store finds out, the others need not wait for.
    let outage: ShopOutage
    /// How long a caller waits who can be shown what is kept; nil for as long as the shop takes.
    let longestWait: Duration?

    private let ones = SharedAnswers<[String], Cached<Entity>>()
    private let lists = SharedAnswers<ShopQuery, Cached<Listing<Entity>>>()

    init(
        _ caches: ShopCaches, site: SiteID, environment: Environment, keptAs resource: String = Entity.cachedAs,
        outage: ShopOutage, longestWait: Duration? = nil
    ) {
        self.caches = caches
        (self.outage, self.longestWait) = (outage, longestWait)
        self.site = site
        self.environment = environment
        self.resource = resource
    }

    var place: ShopCacheState.Place { ShopCacheState.Place(site: site, resource: resource) }
    var storage: any StorageManagerType { caches.storage }
}

// MARK: - One thing

extension ShopCache {
    /// Answers with the thing of this key, from the shop unless the kept one is fresh.
    ///
    /// - Parameter way: how the shop is asked, if not as usual. Only requests that ask in the same way become one, and only those that
    ///   ask as usual are answered with what is kept while the shop could still answer.
    func answer(
        _ reply: Reply<Cached<Entity>>, key: String, asked way: String = "", validity: CacheValidity<Entity> = .never,
        load: @escaping @Sendable () async throws(NetworkError) -> Entity
    ) {
        let ask = { @Sendable () async throws(Failure) in try await one(key, validity: validity, load: load) }
        guard way.isEmpty else {
            return ones.answer(reply, [key, way], in: environment, "load \(resource)", with: ask)
        }
        let old = { @Sendable () throws(Failure) in
            try kept(key).flatMap { validity.isFresh($0.value, $0.asOf, environment.now()) ? nil : $0 }
        }
        ones.answer(
            reply, [key, way], in: environment, "load \(resource)", orElse: instead(old),
            with: { () throws(Failure) in try await unlessAway(old, ask) })
    }

    func one(
        _ key: String, validity: CacheValidity<Entity> = .never, load: () async throws(NetworkError) -> Entity
    ) async throws(Failure) -> Cached<Entity> {
        let before = try kept(key)
        if let before, validity.isFresh(before.value, before.asOf, environment.now()) { return before }
        return try await loading(key, { () throws(Failure) in try kept(key) }) { now async throws(NetworkError) in
            let entity = try await load()
            return (entity, 1, { transaction in try keep([entity], at: now, in: transaction) })
        } gone: {
            try? remove(key)
        }
    }

    /// The kept thing; nil if there is none.
    func kept(_ key: String) throws(Failure) -> Cached<Entity>? {
        try storage.reading { try $0.cached(resource, key: key, site: site) }.flatMap(told)
    }

    /// The kept thing that people call by this number or code.
    func kept(named name: String) throws(Failure) -> Cached<Entity>? {
        try storage.reading { try $0.cached(resource, named: name, site: site) }.flatMap(told)
    }

    /// Keeps what the shop answered to a change, and forgets the lists, which may be others now. Where the disk is full the change
    /// was made all the same, and nothing is kept.
    ///
    /// - Parameter listsStay: whether the change puts nothing into a list, takes nothing out and moves nothing.
    func keep(_ entity: Entity, listsStay: Bool = false) throws(Failure) {
        let now = environment.now()
        try storage.caching { transaction in
            try keep([entity], at: now, in: transaction)
            if !listsStay { try transaction.forgetLists(resource, site: site) }
        }
        caches.branch.dispatch(.changed(place))
    }

    /// Keeps things that were loaded together. The lists stay as they are.
    func keep(_ entities: [Entity], at now: Date) throws(Failure) { try keep(documents(entities, at: now)) }

    /// Keeps documents that `documents(_:at:)` has made.
    func keep(_ documents: [CachedDocument]) throws(Failure) {
        try storage.writing(.withNext) { try $0.cache(documents) }
        caches.branch.dispatch(.changed(place))
    }

    /// Removes a thing that the shop does not have any more. Where the disk is full it stays, until the shop is asked again.
    func remove(_ key: String) throws(Failure) {
        try storage.caching { try $0.uncache(resource, key: key, site: site) }
        caches.branch.dispatch(.changed(place))
    }

    /// Removes everything of this kind, when the shop's operator signs out. What cannot be removed now is replaced later.
    func clear() {
        try? storage.write { try $0.dropCache(resource, site: site) }
        caches.branch.dispatch(.changed(place))
    }

    private func told(_ document: CachedDocument) -> Cached<Entity>? {
        guard let entity = entity(document) else { return nil }
        return Cached(value: entity, asOf: document.fetchedAt, failure: nil)
    }

    /// A document that this release cannot read counts as not cached.
    private func entity(_ document: CachedDocument) -> Entity? {
        guard let json = try? JSONValue(parsing: document.body), let object = try? ShopObject(json, at: "") else {
            return nil
        }
        return try? Entity(object)
    }

    func keep(
        _ entities: [Entity], at now: Date, in transaction: any StorageTransaction
    ) throws(StorageError) {
        try transaction.cache(documents(entities, at: now))
    }

    /// A text of one line for each name or code, without card data. Article numbers stay.
    private static func withoutCardData(_ text: String) -> String {
        guard CardData.isIn(written: text) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { CardData.masked(code: String($0)) }
            .joined(separator: "\n")
    }

    /// What is kept of things: nothing that could be card data.
    func documents(_ entities: [Entity], at now: Date) -> [CachedDocument] {
        entities.map { entity in
            CachedDocument(
                site: site, resource: resource, key: entity.key, name: entity.exactName.map(CardData.masked(code:)),
                body: entity.json.withoutCardData.data,
                searchText: Self.withoutCardData(entity.searchText), fetchedAt: now)
        }
    }
}

// MARK: - Lists

extension ShopCache {
    /// Answers with the list, from the shop unless the kept one is whole and fresh.
    func answer(
        _ reply: Reply<Cached<Listing<Entity>>>, _ query: ShopQuery,
        validity: CacheValidity<Listing<Entity>> = .never,
        load: @escaping @Sendable () async throws(NetworkError) -> Page<Entity>
    ) {
        answer(reply, query, "list") { () throws(Failure) in
            try kept(query).flatMap { isFresh($0, validity) ? nil : $0 }
        } ask: { () throws(Failure) in
            try await list(query, validity: validity, load: load)
        }
    }

    /// Answers with the list that `ask` brings from the shop. Equal requests that wait at the same time share one
    /// answer.
    ///
    /// - Parameter old: what can be shown while the shop does not answer.
    private func answer(
        _ reply: Reply<Cached<Listing<Entity>>>, _ query: ShopQuery, _ name: String,
        old: @escaping @Sendable () throws(Failure) -> Cached<Listing<Entity>>?,
        ask: @escaping @Sendable () async throws(Failure) -> Cached<Listing<Entity>>
    ) {
        // A list of which nothing is left is nothing to show.
        let old = { @Sendable () throws(Failure) in
            try old().flatMap { $0.value.items.isEmpty && !$0.value.isWhole ? nil : $0 }
        }
        lists.answer(
            reply, query, in: environment, "\(name) \(resource)", orElse: instead(old),
            with: { () throws(Failure) in try await unlessAway(old, ask) })
    }

    /// Answers with the shop's result of a search. If the shop cannot be asked, the kept things that contain the text are
    /// answered.
    func answer(
        _ reply: Reply<Cached<Listing<Entity>>>, _ query: ShopQuery, matching text: String,
        load: @escaping @Sendable () async throws(NetworkError) -> Page<Entity>
    ) {
        answer(reply, query, "search") { () throws(Failure) in
            if let known = try kept(query) { return known }
            return try search(text, limit: query.size)
        } ask: { () throws(Failure) in
            do throws(Failure) { return try await list(query, load: load) } catch {
                guard error.recovery == .retry, let found = try search(text, limit: query.size) else { throw error }
                return Cached(value: found.value, asOf: found.asOf, failure: error)
            }
        }
    }

    func list(
        _ query: ShopQuery, validity: CacheValidity<Listing<Entity>> = .never,
        load: () async throws(NetworkError) -> Page<Entity>
    ) async throws(Failure) -> Cached<Listing<Entity>> {
        let before = try kept(query)
        if let before, isFresh(before, validity) { return before }
        return try await loading(query.text, { () throws(Failure) in try kept(query) }) {
            now async throws(NetworkError) in
            let page = try await load()
            for error in page.unreadable { environment.log(.rowUnreadable, .words(resource), .failure(error.failure)) }
            let listing = Listing(
                page.items, total: page.total, isWhole: query.isWhole(page), unreadable: page.unreadable.count)
            return (listing, page.items.count, { try keep(listing, of: query, at: now, in: $0) })
        } gone: {
        }
    }

    private func isFresh(_ list: Cached<Listing<Entity>>, _ validity: CacheValidity<Listing<Entity>>) -> Bool {
        list.value.isWhole && validity.isFresh(list.value, list.asOf, environment.now())
    }

    /// The list as it was last loaded; nil if it never was.
    func kept(_ query: ShopQuery) throws(Failure) -> Cached<Listing<Entity>>? {
        try storage.reading { try kept(query, in: $0) }
    }

    func kept(_ query: ShopQuery, in reader: any StorageReader) throws(StorageError) -> Cached<Listing<Entity>>? {
        guard let list = try reader.cachedList(resource, query: query.text, site: site) else { return nil }
        let items = try reader.cached(resource, keys: list.keys, site: site).compactMap(entity)
        return Cached(
            value: Listing(items, total: list.total, isWhole: list.isWhole && items.count == list.keys.count),
            asOf: list.fetchedAt, failure: nil)
    }

    /// Keeps the whole list of a query, as it is known from something else than a request for it.
    func keep(_ items: [Entity], as query: ShopQuery) throws(Failure) {
        let now = environment.now()
        try storage.caching { transaction in
            try keep(Listing(items, total: items.count, isWhole: true), of: query, at: now, in: transaction)
        }
        caches.branch.dispatch(.changed(place))
    }

    /// The kept things that contain the text; never known to be all.
    func search(_ text: String, limit: Int) throws(Failure) -> Cached<Listing<Entity>>? {
        let found = try storage.reading { try $0.searchCache(text, resource: resource, site: site, limit: limit) }
        guard let oldest = found.map(\.fetchedAt).min() else { return nil }
        return Cached(
            value: Listing(found.compactMap(entity), total: nil, isWhole: false), asOf: oldest, failure: nil)
    }

    func keep(
        _ listing: Listing<Entity>, of query: ShopQuery, at now: Date, in transaction: any StorageTransaction
    ) throws(StorageError) {
        let list = CachedList(
            site: site, resource: resource, query: query.text, keys: listing.items.map(\.key), total: listing.total,
            isWhole: listing.isWhole, fetchedAt: now)
        // What cannot be read now is still there: the kept one stays.
        try transaction.replace(
            list, documents: documents(listing.items, at: now), isOfAll: query.isOfAll && listing.unreadable == 0)
    }
}

extension ShopQuery {
    /// Whether a page that answers this query is the whole list.
    fileprivate func isWhole(_ page: Page<some Sendable>) -> Bool {
        guard page.unreadable.isEmpty else { return false }
        guard let number = self.page else { return true }
        guard number == 1 else { return false }
        return page.total.map { $0 <= page.items.count } ?? (page.items.count < size)
    }
}

// MARK: - Loading

extension ShopCache {
    /// What was loaded, how many things it is, and what keeps it.
    private typealias Loaded<Value> = (
        value: Value, count: Int, keep: @Sendable (any StorageTransaction) throws -> Void
    )

    private func loading<Value: Sendable>(
        _ key: String, _ kept: () throws(Failure) -> Cached<Value>?,
        load: (_ now: Date) async throws(NetworkError) -> Loaded<Value>,
        gone: () -> Void
    ) async throws(Failure) -> Cached<Value> {
        let wanted = ShopCacheState.Wanted(place: place, key: key)
        let (now, start) = (environment.now(), environment.uptime())
        caches.branch.dispatch(.lookup(.began(wanted, previous: nil)))
        do throws(Failure) {
            let loaded = try await asFailure { () async throws(NetworkError) in
                do throws(NetworkError) { return try await load(now) } catch {
                    if case .notFound(_, of: Entity.resource?) = error { gone() }
                    throw error
                }
            }
            outage.note(nil, since: start, at: environment.uptime())
            try storage.caching { try loaded.keep($0) }
            caches.branch.dispatch(.lookup(.loaded(wanted, loaded.count, at: now)))
            caches.branch.dispatch(.changed(place))
            return Cached(value: loaded.value, asOf: now, failure: nil)
        } catch {
            caches.branch.dispatch(.lookup(.failed(wanted, error)))
            note(error, since: start)
            guard error.recovery == .retry, let before = try kept() else { throw error }
            return Cached(value: before.value, asOf: before.asOf, failure: error)
        }
    }
}
