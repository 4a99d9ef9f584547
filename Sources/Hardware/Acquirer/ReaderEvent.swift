/// What an encrypting reader tells while a request runs.
package enum ReaderEvent: Sendable {
    /// What the reader shows. It is progress and never an outcome.
    case progress(TerminalProgress)
    /// The request has ended; no event follows.
    case finished(ReaderEnd)
}
