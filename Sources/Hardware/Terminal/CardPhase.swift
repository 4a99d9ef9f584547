/// How long a terminal may be running a payment about which it tells nothing, unless it has told something else.
package enum CardPhase {
    /// T4, 180 s between two telegrams (ZVT PA00P016 §5.2.6), and a minute to take the card out (ZVT 13.08 §2.2.8).
    package static let longest = Duration.seconds(240)
    /// The time for taking out the card.
    package static let cardRemoval = Duration.seconds(60)
}
