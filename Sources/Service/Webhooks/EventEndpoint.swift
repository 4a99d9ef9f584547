import Foundation

/// Somebody who is told of events by HTTP requests: a webhook. Its secret is in a file of its own.
package struct EventEndpoint: Hashable, Codable, Sendable {
    package let id: String
    package let url: String
    /// The kinds of entries that it is told of: `payment.settled`, `payment.*`, or `*`.
    package let events: [String]
    package let createdAt: Date

    package init(id: String, url: String, events: [String], createdAt: Date) {
        (self.id, self.url, self.events, self.createdAt) = (id, url, events, createdAt)
    }

    /// Whether it is told of entries of this kind.
    package func wants(_ kind: String) -> Bool {
        events.contains { wanted in
            wanted == "*" || wanted == kind || (wanted.hasSuffix(".*") && kind.hasPrefix(wanted.dropLast()))
        }
    }

    /// The host and port of the address, for a person. The path may be secret.
    package var place: String { EndpointAddress.place(of: url) }
}
