import Failures
import Flow
import Model

/// Refuses requests that a web page elsewhere has sent: by a name that leads to this machine (DNS rebinding), or across origins.
enum HostRule {
    private static let names = ["127.0.0.1", "localhost", "[::1]"]

    /// Throws unless `Host` is one of the service's names with its port, and `Origin`, if there is one, is of the same names.
    ///
    /// - Parameter port: the port at which the request arrived.
    static func check(host: String?, origin: String?, port: Int) throws(Failure) {
        let hosts = names.map { "\($0):\(port)" }
        guard let host, hosts.contains(host.lowercased()) else { throw .badHost(host ?? "") }
        guard let origin else { return }
        guard hosts.contains(where: { origin.lowercased() == "http://\($0)" }) else { throw .badOrigin(origin) }
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
