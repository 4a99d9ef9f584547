import Flow
import Model

/// Refuses values that hold a card number or a track: what the till is told may be kept.
enum CardNumberRule {
    /// Throws `request.invalid`, which does not repeat the value.
    static func check(_ text: String, in name: String) throws(Failure) {
        guard !CardData.isIn(written: text) else { throw .invalid(name, Sentence("config.value.cardNumber")) }
    }
}
