import Model
import Failures
import Flow

/// Why and where bytes cannot be decoded.
package struct InspectionError: LayerError, Hashable {
    package let sentence: Sentence
    /// The offset in the given bytes.
    package let offset: Int

    package var failure: Failure {
        Failure(
            InputFailure.malformed, Sentence("failure.input.malformed", ["sentence": sentence, "offset": offset]),
            recovery: .giveUp)
    }
}
