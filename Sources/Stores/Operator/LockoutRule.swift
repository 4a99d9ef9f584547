/// How many wrong PINs are borne, and how long no PIN is taken after that.
struct LockoutRule: Hashable, Sendable {
    /// How many wrong PINs are borne before the first lock.
    let tries: Int
    /// The time after which one wrong PIN is forgotten; nil if none is.
    let forgets: Duration?

    /// The first lock. Each wrong PIN after it locks for twice as long as the one before.
    static let first = Duration.seconds(30)
    static let longest = Duration.seconds(15 * 60)

    /// For one operator. The right PIN, and nothing else, has the wrong ones forgotten.
    static let person = LockoutRule(tries: 5, forgets: nil)
    /// For all operators together, so that it does not help to try one PIN with each. A right PIN changes nothing, because
    /// a person who guesses may know one.
    static let till = LockoutRule(tries: 20, forgets: longest)

    /// The lock that follows so many wrong PINs; nil if none does.
    func lock(after count: Int) -> Duration? {
        guard count >= tries else { return nil }
        // Doubling it further would only overflow.
        let doublings = min(count - tries, 10)
        return min(Self.first * (1 << doublings), Self.longest)
    }
}
