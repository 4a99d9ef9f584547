/// A value in a state whose changes an effect works on, together with how far that work has come.
///
/// ```swift
/// struct SearchState: Codable, Sendable {
///     var query = Tracked(done: "")
///     var results: [String] = []
/// }
/// ```
///
/// Setting another value asks for the effect anew, and cancels its work on the value before. The effect's last event tells
/// the reducer that it is done (`succeed`, `fail`). So a state that is encoded and read back is continued exactly: finished
/// work is not begun again, unfinished work is. A plain value followed by `effect(onChange:)` has no such memory.
public struct Tracked<Value: Equatable & Sendable>: Sendable {
    /// Setting another value begins the work on it; setting an equal one does nothing.
    public var value: Value {
        didSet { if value != oldValue { work.restart() } }
    }
    /// The progress of the work on the value.
    public private(set) var work = EffectState()

    /// A value whose work is in progress from the start.
    public init(_ value: Value) {
        self.value = value
        work.run()
    }

    /// A value without work until it changes.
    public init(done value: Value) { self.value = value }

    /// Ends the work in progress, if there is any, as succeeded.
    public mutating func succeed() { work.succeed() }
    /// Ends the work in progress, if there is any, as failed for good.
    public mutating func fail(_ failure: Failure) { work.fail(failure) }
    /// Begins the work on the current value again; work in progress is cancelled.
    public mutating func restart(retry: Retry = .never, after delay: Duration = .zero) {
        work.restart(retry: retry, after: delay)
    }
}

extension Tracked: Equatable {}
extension Tracked: Hashable where Value: Hashable {}
extension Tracked: Encodable where Value: Encodable {}
extension Tracked: Decodable where Value: Decodable {}
