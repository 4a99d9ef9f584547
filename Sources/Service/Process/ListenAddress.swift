import Failures
import Flow
import Model

/// Where the service listens over TCP: at this machine alone, unless it has a certificate.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    package let port: Int

    /// Reads an address and a port. Throws `service.badAddress` for any other form, and for a place that is not taken.
    ///
    /// - Parameters:
    ///   - text: `127.0.0.1:7373` or another of `127.0.0.0/8`, `localhost:7373` or `[::1]:7373`. Port 0 takes any free one.
    ///   - isBeyond: whether other addresses are taken, such as `0.0.0.0:7373`, because the service has a certificate.
    package init(_ text: String, beyondLoopback isBeyond: Bool = false) throws(Failure) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .badAddress(Sentence("failure.service.badAddress.form", ["address": text.presentable]))
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty, isBeyond || HostRule.isOfThisMachine(host: host) else {
            throw .badAddress(Sentence("failure.service.badAddress.notLoopback", ["address": text.presentable]))
        }
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = Int(port)
    }
}

extension Failure {
    fileprivate static func badAddress(_ sentence: Sentence) -> Failure {
        Failure(
            ServiceFailure.badAddress, sentence, remedy: Sentence("remedy.service.badAddress"), recovery: .giveUp)
    }
}
