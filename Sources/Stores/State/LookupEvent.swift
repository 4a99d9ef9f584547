import Flow
import Foundation

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
