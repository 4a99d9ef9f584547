import Flow
import Foundation

/// Loads values for a store, with the same retries, caching and display in the state for each.
///
/// A fresh value is not loaded again. If a value cannot be loaded now, the last known one is returned.
struct Lookup<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Sendable {
    typealias Branch = StateStore<CachedQueries<Key, Value>, LookupEvent<Key, Value>>

    let environment: Environment
    let branch: Branch

    init(environment: Environment, root: StateStore<TillState, TillEvent>) {
        self.environment = environment
        branch = root.branch(CachedQueries()) { state, event in state.reduce(event) }
    }

    /// Returns the value: the known one while it is fresh, and otherwise a newly loaded one. If it cannot be loaded
    /// now, the known one is returned together with the failure.
    ///
    /// - Parameters:
    ///   - validity: how long a known value is fresh.
    ///   - kept: the value known from an earlier process.
    ///   - keptIsAll: whether a value that `kept` does not find was forgotten, so that this process does not know it either.
    ///   - looksLate: whether `kept` is called only if loading fails, because it takes time.
    ///   - load: loads the value, which counts as known since loading began.
    func callAsFunction(
        _ key: Key, validity: CacheValidity<Value> = .never,
        kept: () throws(Failure) -> LoadingState<Value>.Loaded? = { () throws(Failure) in nil },
        keptIsAll: Bool = false, looksLate: Bool = false, load: (_ now: Date) async throws(Failure) -> Value
    ) async throws(Failure) -> Cached<Value> {
        var before: LoadingState<Value>.Loaded?
        var remembers = true
        if !looksLate {
            do throws(Failure) {
                before = try kept()
                remembers = !keptIsAll
            } catch {
                // What this process remembers counts while the disk is busy.
            }
        }
        if remembers { before = before ?? branch.state[key].latest }
        if let before, validity.isFresh(before.value, before.loadedAt, environment.now()) {
            branch.dispatch(.loaded(key, before.value, at: before.loadedAt))
            return Cached(value: before.value, asOf: before.loadedAt, failure: nil)
        }
        branch.dispatch(.began(key, previous: before))
        do throws(Failure) {
            let (value, asked) = try await environment.retrying(.onceMore) { () async throws(Failure) in
                let asked = environment.now()
                return (try await load(asked), asked)
            }
            branch.dispatch(.loaded(key, value, at: asked))
            return Cached(value: value, asOf: asked, failure: nil)
        } catch {
            // What is kept may have changed while the value was loaded: this till may have charged the order.
            if let found = try? kept(), looksLate || found != before {
                before = found
                branch.dispatch(.began(key, previous: found))
            }
            branch.dispatch(.failed(key, error))
            guard let before, error.recovery == .retry else { throw error }
            return Cached(value: before.value, asOf: before.loadedAt, failure: error)
        }
    }

    /// Answers with a kept value without loading it, because it is known why that would fail.
    func answer(_ key: Key, with kept: LoadingState<Value>.Loaded, instead failure: Failure) -> Cached<Value> {
        branch.dispatch(.began(key, previous: kept))
        branch.dispatch(.failed(key, failure))
        return Cached(value: kept.value, asOf: kept.loadedAt, failure: failure)
    }
}
