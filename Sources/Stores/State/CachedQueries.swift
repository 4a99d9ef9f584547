import Flow
import Foundation

/// Queries and their results, as a branch of the till's state. If there are too many, the oldest is dropped.
struct CachedQueries<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Hashable, Codable,
    Sendable
{
    static var most: Int { 64 }

    private struct Entry: Hashable, Codable, Sendable {
        let key: Key
        var loading: LoadingState<Value>
    }

    private var entries: [Entry] = []

    subscript(key: Key) -> LoadingState<Value> { entries.first { $0.key == key }?.loading ?? .idle }

    mutating func reduce(_ event: LookupEvent<Key, Value>) {
        let known = entries.firstIndex { $0.key == event.key }
        var loading = known.map { entries.remove(at: $0).loading } ?? .idle
        switch event {
        case .began(_, let previous):
            if let previous { loading = .loaded(previous) }
            loading.begin()
        case .loaded(_, let value, let now): loading.succeed(value, at: now)
        case .failed(_, let failure): loading.fail(failure)
        }
        entries.append(Entry(key: event.key, loading: loading))
        if entries.count > Self.most { entries.removeFirst() }
    }
}
