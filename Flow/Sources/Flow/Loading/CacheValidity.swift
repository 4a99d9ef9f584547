import Foundation

/// How long something loaded may be used without asking again, as a function of what it is and of time.
///
/// ```swift
/// let prices = CacheValidity<PriceList> { list, loadedAt, now in list.isForToday || now < loadedAt + 30 }
/// ```
public struct CacheValidity<Value>: Sendable {
    public let isFresh: @Sendable (_ value: Value, _ loadedAt: Date, _ now: Date) -> Bool

    public init(_ isFresh: @escaping @Sendable (_ value: Value, _ loadedAt: Date, _ now: Date) -> Bool) {
        self.isFresh = isFresh
    }

    /// Never fresh: loaded again each time.
    public static var never: CacheValidity { CacheValidity { _, _, _ in false } }
    public static var always: CacheValidity { CacheValidity { _, _, _ in true } }

    /// Fresh for this long after loading; not when the clock was set back to before the loading, because the age is then
    /// unknown.
    public static func lasting(_ span: Duration) -> CacheValidity {
        let seconds = Double(span.wholeNanoseconds) / 1e9
        return CacheValidity { _, loadedAt, now in
            (0..<seconds).contains(now.timeIntervalSince(loadedAt))
        }
    }
}
