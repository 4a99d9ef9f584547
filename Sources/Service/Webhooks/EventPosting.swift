import Flow
import Foundation

/// Sends events over HTTP. It follows no redirect, sends nothing twice, and does not read a long answer to its end.
package protocol EventPosting: Sendable {
    /// Throws `endpoint.unanswered` if no answer begins in time.
    func post(_ request: EventRequest) async throws(Failure) -> EventAnswer
}

/// One event on its way to one endpoint.
package struct EventRequest: Hashable, Sendable {
    package let url: String
    package let fields: [String: String]
    package let body: [UInt8]

    /// - Parameters:
    ///   - event: the entry's number.
    ///   - time: now.
    package init(url: String, event: Int64, kind: String, body: [UInt8], secret: EndpointSecret, at time: Date) {
        self.url = url
        self.body = body
        fields = [
            "Content-Type": "application/json", "Till-Event": kind, "Till-Event-Id": String(event),
            "Till-Signature": secret.signature(of: body, at: time),
        ]
    }
}

/// What an endpoint answered.
package struct EventAnswer: Hashable, Sendable {
    package let status: Int
    /// How long the endpoint wants to be left alone.
    package let retryAfter: Duration?

    package init(status: Int, retryAfter: Duration?) { (self.status, self.retryAfter) = (status, retryAfter) }

    var isTaken: Bool { (200..<300).contains(status) }

    /// Whether the same event would be refused each time.
    var isRefusal: Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }
}
