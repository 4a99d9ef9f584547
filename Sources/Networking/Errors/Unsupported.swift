import Failures
import Flow
import Model

extension Failure {
    /// What apps of other platforms do with a shop, and Till does not: a store answers this, so that nobody takes nothing for
    /// a success. The reason is part of a sentence: `detail.unsupported.…` of the catalogue.
    package static func unsupported(because reason: Sentence) -> Failure {
        Failure(
            ShopFailure.unsupported, Sentence("failure.shop.unsupported", ["reason": reason]), recovery: .giveUp)
    }
}
