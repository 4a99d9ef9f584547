import Recorder

/// How a replay ended.
package enum ReplayEnding: Hashable, Sendable {
    case played
    case diverged(Divergence)
    /// The till did not send everything that it sent in the recording.
    case unfinished(remaining: Int)
}
