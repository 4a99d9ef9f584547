import Flow
import Foundation

/// What was asked for, each with what came of it: a branch of the till's state. The oldest question goes when there are
/// too many.
struct Lookups<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    static var most: Int { 64 }

    private struct Entry: Hashable, Codable, Sendable {
        let key: Key
        var loading: LoadingState<Value>
    }

    private var entries: [Entry] = []

    subscript(key: Key) -> LoadingState<Value> { entries.first { $0.key == key }?.loading ?? .idle }

    mutating func reduce(_ event: LookupEvent<Key, Value>) {
        var loading = self[event.key]
        switch event {
        case .began(_, let previous):
            if let previous { loading = .loaded(previous) }
            loading.begin()
        case .loaded(_, let value, let now): loading.succeed(value, at: now)
        case .failed(_, let failure): loading.fail(failure)
        }
        entries.removeAll { $0.key == event.key }
        entries.append(Entry(key: event.key, loading: loading))
        if entries.count > Self.most { entries.removeFirst() }
    }
}

/// Facts about what was asked for.
enum LookupEvent<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable
{
    /// - Parameter previous: what is known until the answer comes, where it is not in the state yet.
    case began(Key, previous: LoadingState<Value>.Loaded?)
    case loaded(Key, Value, at: Date)
    case failed(Key, Failure)

    var key: Key {
        switch self {
        case .began(let key, _), .loaded(let key, _, _), .failed(let key, _): key
        }
    }
}

/// The one key of a branch that holds one thing.
struct Sole: Hashable, Codable, Sendable {}

/// What is known, since when, and why it is no newer.
package struct Known<Value: Sendable>: Sendable {
    package let value: Value
    package let asOf: Date
    /// Why it could not be asked for anew; nil when nothing newer was needed.
    package let failure: Failure?

    func map<Other>(_ make: (Value) throws(Failure) -> Other) throws(Failure) -> Known<Other> {
        Known<Other>(value: try make(value), asOf: asOf, failure: failure)
    }
}

/// Looks things up for a store: through here, each is loaded, tried again, cached and shown in the state the same way.
///
/// What is fresh is not asked for again. What cannot be asked for now is answered with what was known before.
struct Lookup<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Sendable {
    typealias Branch = StateStore<Lookups<Key, Value>, LookupEvent<Key, Value>>

    let environment: Environment
    let branch: Branch

    init(environment: Environment, root: StateStore<TillState, TillEvent>) {
        self.environment = environment
        branch = root.branch(Lookups()) { state, event in state.reduce(event) }
    }

    /// - Parameters:
    ///   - validity: until when what is known need not be asked for.
    ///   - kept: what is known from before this process.
    ///   - looksLate: whether that is looked for only where it cannot be asked for now, because to look takes its time.
    ///   - load: asks for it; what it tells counts as known since it was asked.
    func callAsFunction(
        _ key: Key, validity: CacheValidity<Value> = .never,
        kept: () throws(Failure) -> LoadingState<Value>.Loaded? = { () throws(Failure) in nil },
        looksLate: Bool = false, load: (_ now: Date) async throws(Failure) -> Value
    ) async throws(Failure) -> Known<Value> {
        var before = looksLate ? nil : try? kept()
        before = before ?? branch.state[key].latest
        if let before, validity.isFresh(before.value, before.loadedAt, environment.now()) {
            branch.dispatch(.loaded(key, before.value, at: before.loadedAt))
            return Known(value: before.value, asOf: before.loadedAt, failure: nil)
        }
        branch.dispatch(.began(key, previous: before))
        do throws(Failure) {
            let (value, asked) = try await environment.retrying(.onceMore) { () async throws(Failure) in
                let asked = environment.now()
                return (try await load(asked), asked)
            }
            branch.dispatch(.loaded(key, value, at: asked))
            return Known(value: value, asOf: asked, failure: nil)
        } catch {
            if looksLate, let found = try? kept() {
                before = found
                branch.dispatch(.began(key, previous: found))
            }
            branch.dispatch(.failed(key, error))
            guard let before, error.recovery == .retry else { throw error }
            return Known(value: before.value, asOf: before.loadedAt, failure: error)
        }
    }
}
