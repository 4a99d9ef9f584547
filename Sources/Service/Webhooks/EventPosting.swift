import Flow

/// Sends events over HTTP. It follows no redirect, sends nothing twice, and does not read a long answer to its end.
package protocol EventPosting: Sendable {
    /// Throws `endpoint.unanswered` if no answer begins in time.
    func post(_ request: EventRequest) async throws(Failure) -> EventAnswer
}
