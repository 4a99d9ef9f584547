/// How long a terminal may be in the middle of a payment of which it tells nothing, unless it has shown anything else.
package enum CardPhase {
    /// T4, 180 s between two telegrams (ZVT PA00P016 §5.2.6), and a minute to take the card out (ZVT 13.08 §2.2.8).
    package static let longest = Duration.seconds(240)
    /// The time in which the card is taken out.
    package static let cardRemoval = Duration.seconds(60)
}
