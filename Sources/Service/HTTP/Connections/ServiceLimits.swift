import NIOCore

/// The limits on every client of the service.
package enum ServiceLimits {
    /// The longest field of a request's head, in bytes.
    package static let longestField = 8 * 1024
    /// The longest head of a request, in bytes.
    package static let longestHead = 16 * 1024
    package static let mostFields = 64
    /// The longest body of a request, in bytes.
    package static let longestBody = 64 * 1024
    /// The longest body of a request that is signed, in bytes. An order of WooCommerce has some kilobytes.
    package static let longestSignedBody = 1024 * 1024
    /// The most connections at each address. More are refused.
    package static let mostConnections = 256
    /// The most connections at each address with those that are being refused. More wait until one is closed.
    package static let mostAccepted = 512
    /// How long a connection that is refused may stay open.
    static let longestRefusal = TimeAmount.seconds(2)
    /// How long a connection may stay open without a complete head.
    static let longestWaitForHead = TimeAmount.seconds(30)
    /// How long a body may take after its head.
    static let longestWaitForBody = TimeAmount.seconds(10)
    /// How long a client may read nothing of what is sent to it.
    static let longestWaitForReading = TimeAmount.seconds(30)
}
