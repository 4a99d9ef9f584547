/// A request to repeat a receipt (`06 20`).
struct RepeatRequest: Equatable, Sendable {
    var service: UInt8 = 0
    /// The receipt to repeat (tag 1F01): 1 the last one, 2 the merchant's, 3 the customer's, 4 that of the end of day.
    var receipt: UInt8 = 1
    var password: String?
}
