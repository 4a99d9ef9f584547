import Failures
import Flow
import Model

/// Where the service listens over TCP: an address of this machine alone, because there is no TLS.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    package let port: Int

    /// - Parameter text: `127.0.0.1:7373`, `localhost:7373` or `[::1]:7373`. Port 0 takes any free one.
    package init(_ text: String) throws(Failure) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .badAddress(Sentence("failure.service.badAddress.form", ["address": text.presentable]))
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard ["127.0.0.1", "localhost", "::1"].contains(host) else {
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
