import Foundation

/// One event on its way to one endpoint.
package struct EventRequest: Hashable, Sendable {
    package let url: String
    package let fields: [String: String]
    package let body: [UInt8]

    /// Signs the body with the endpoint's secret.
    ///
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
