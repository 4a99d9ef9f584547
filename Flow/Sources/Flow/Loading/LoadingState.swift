import Foundation

/// A loaded value in a state. An earlier value stays visible while it is loaded again, and when that failed.
public enum LoadingState<Value> {
    /// A value, and when it was loaded by the wall clock.
    public struct Loaded {
        public let value: Value
        public let loadedAt: Date

        public init(_ value: Value, at loadedAt: Date) {
            self.value = value
            self.loadedAt = loadedAt
        }
    }

    case idle
    case loading(previous: Loaded?)
    case loaded(Loaded)
    case failed(Failure, previous: Loaded?)

    public init() { self = .idle }

    /// The last loaded value and its time, however old.
    public var latest: Loaded? {
        switch self {
        case .idle: nil
        case .loaded(let loaded): loaded
        case .loading(let previous), .failed(_, let previous): previous
        }
    }

    /// The last loaded value, however old.
    public var value: Value? { latest?.value }

    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Why the last loading failed, until the next one begins.
    public var failure: Failure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }

    /// Whether the last loaded value may still be used.
    public func isFresh(_ validity: CacheValidity<Value>, now: Date) -> Bool {
        latest.map { validity.isFresh($0.value, $0.loadedAt, now) } ?? false
    }

    /// Whether loading should begin: none is in progress, and no fresh value exists.
    public func needsLoading(_ validity: CacheValidity<Value>, now: Date) -> Bool {
        !isLoading && !isFresh(validity, now: now)
    }

    /// Begins loading; the last loaded value stays visible.
    public mutating func begin() { self = .loading(previous: latest) }
    public mutating func succeed(_ value: Value, at now: Date) { self = .loaded(Loaded(value, at: now)) }
    public mutating func fail(_ failure: Failure) { self = .failed(failure, previous: latest) }
}

extension LoadingState.Loaded: Sendable where Value: Sendable {}
extension LoadingState.Loaded: Equatable where Value: Equatable {}
extension LoadingState.Loaded: Hashable where Value: Hashable {}
extension LoadingState.Loaded: Codable where Value: Codable {}
extension LoadingState: Sendable where Value: Sendable {}
extension LoadingState: Equatable where Value: Equatable {}
extension LoadingState: Hashable where Value: Hashable {}
extension LoadingState: Codable where Value: Codable {}
