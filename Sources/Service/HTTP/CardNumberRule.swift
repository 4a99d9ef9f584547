import Failures
import Flow
import Model

/// Refuses values that hold a card number or a track: what the till is told may be kept.
enum CardNumberRule {
    /// Throws `request.invalid`, which does not repeat the value.
    static func check(_ text: String, in name: String) throws(Failure) {
        guard !CardData.isIn(written: text) else { throw .cardNumber(in: name) }
    }
}

extension Failure {
    /// `request.invalid`, with what to do about it.
    static func cardNumber(in name: String) -> Failure {
        Failure(
            RequestFailure.invalid, Sentence("failure.request.invalid.cardNumber", ["field": name.presentable]),
            remedy: Sentence("remedy.request.invalid.cardNumber"), recovery: .giveUp)
    }
}
