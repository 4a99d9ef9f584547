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
