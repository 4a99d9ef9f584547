import Flow
import Foundation

/// Events about loaded values.
enum LookupEvent<Key: Hashable & Codable & Sendable, Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable
{
    /// Loading began. Until it ends, `previous` is shown: the value known before, if it is not in the state yet.
    case began(Key, previous: LoadingState<Value>.Loaded?)
    case loaded(Key, Value, at: Date)
    case failed(Key, Failure)

    var key: Key {
        switch self {
        case .began(let key, _), .loaded(let key, _, _), .failed(let key, _): key
        }
    }
}
