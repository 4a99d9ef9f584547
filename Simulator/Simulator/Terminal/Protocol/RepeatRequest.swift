/// `06 20`.
struct RepeatRequest: Equatable, Sendable {
    var service: UInt8 = 0
    /// Tag 1F01: 1 the last, 2 the merchant's, 3 the customer's, 4 the end of day's.
    var receipt: UInt8 = 1
    var password: String?
}
