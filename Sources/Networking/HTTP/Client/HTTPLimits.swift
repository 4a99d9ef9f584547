/// The bounds of a conversation with a shop. None of them can be widened by the shop.
package struct HTTPLimits: Hashable, Sendable {
    /// How long a connection may take to be made, TLS included.
    package var connecting: Duration = .seconds(5)
    /// How long one request may take, from the first byte sent to the last byte of the answer.
    package var exchange: Duration = .seconds(20)
    /// How long one request may take with all its repetitions and pauses.
    package var patience: Duration = .seconds(30)
    /// The longest body of an answer, unpacked.
    package var answerBytes = 16 << 20
    /// How many redirects are followed.
    package var redirects = 5

    package static let usual = HTTPLimits()

    package init() {}
}
