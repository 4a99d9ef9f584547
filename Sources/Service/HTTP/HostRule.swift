import Failures
import Flow
import Model
import NIOCore

/// Refuses requests that a web page elsewhere has sent: by a name that leads to this machine (DNS rebinding), or across origins.
enum HostRule {
    private static let names = ["127.0.0.1", "localhost", "[::1]"]

    /// Whether a name or an address in a URL leads to this machine, whoever asks: `localhost`, `127.0.0.0/8`, `[::1]`.
    static func isOfThisMachine(host: String) -> Bool {
        var plain = host.lowercased()
        if plain.hasPrefix("["), plain.hasSuffix("]") { plain = String(plain.dropFirst().dropLast()) }
        return plain == "localhost" || isOfThisMachine((try? SocketAddress(ipAddress: plain, port: 0))?.ipAddress)
    }

    /// Whether an address is one of this machine's own that no other machine has.
    static func isOfThisMachine(_ address: String?) -> Bool {
        guard let address else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Throws unless `Host` is one of the service's names with its port or a configured one, and `Origin`, if there is one, is of
    /// the same names. Its names are those that every machine calls itself, and the one of these addresses at which it was asked;
    /// clients leave out the port that is usual for the scheme. What a proxy says of a request that it passes on
    /// (`X-Forwarded-Host`, `Forwarded`) is not looked at.
    ///
    /// - Parameters:
    ///   - address: the service's address at which the request arrived.
    ///   - port: the port there.
    ///   - configured: what `Host` may be besides, in lower case. Their pages come over TLS.
    ///   - isTLS: whether the request came over TLS.
    static func check(
        host: String?, origin: String?, at address: String? = nil, port: Int, configured: [String] = [],
        isTLS: Bool = false
    ) throws(Failure) {
        let asked = isOfThisMachine(address) ? address?.replacing("::ffff:", with: "") : nil
        let plain = names + (asked.map { [$0] } ?? [])
        let own = plain.map { "\($0):\(port)" } + (port == (isTLS ? 443 : 80) ? plain : [])
        guard let host, (own + configured).contains(host.lowercased()) else { throw .badHost(host ?? "") }
        guard let origin else { return }
        let origins = own.map { (isTLS ? "https://" : "http://") + $0 } + configured.map { "https://" + $0 }
        guard origins.contains(origin.lowercased()) else { throw .badOrigin(origin) }
    }
}

extension Failure {
    fileprivate static func badHost(_ host: String) -> Failure {
        Failure(
            RequestFailure.badHost,
            Sentence("failure.request.badHost", ["host": host.isEmpty ? "-" : host.presentable]),
            recovery: .giveUp)
    }

    fileprivate static func badOrigin(_ origin: String) -> Failure {
        Failure(
            RequestFailure.badOrigin, Sentence("failure.request.badOrigin", ["origin": origin.presentable]),
            recovery: .giveUp)
    }
}
