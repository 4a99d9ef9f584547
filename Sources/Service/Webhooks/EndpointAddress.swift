import Failures
import Flow
import Foundation
import Model

/// Where events may be sent: over https, or over http to this machine.
package enum EndpointAddress {
    private static let longest = 500

    /// Throws `endpoint.badAddress` for any other address, for one that has a login or a fragment, and for one that nothing can
    /// reach: with a blank in it, or a port that there is none of.
    package static func check(_ text: String) throws(Failure) {
        guard text.utf8.count <= longest, !CardData.isIn(written: text), text.printable == text,
            !text.contains(where: \.isWhitespace), let parts = URLComponents(string: text), let host = parts.host,
            !host.isEmpty, parts.port.map({ 1...65_535 ~= $0 }) ?? true,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { throw .badEndpointAddress(Sentence("failure.endpoint.badAddress.form")) }
        switch parts.scheme?.lowercased() {
        case "https": return
        case "http" where HostRule.isOfThisMachine(host: host): return
        default: throw .badEndpointAddress(Sentence("failure.endpoint.badAddress.scheme"))
        }
    }

    static func place(of url: String) -> String {
        let parts = URLComponents(string: url)
        return (parts?.host ?? "-") + (parts?.port.map { ":\($0)" } ?? "")
    }
}

extension Failure {
    fileprivate static func badEndpointAddress(_ sentence: Sentence) -> Failure {
        Failure(
            EndpointFailure.badAddress, sentence, remedy: Sentence("remedy.endpoint.badAddress"), recovery: .giveUp)
    }
}
