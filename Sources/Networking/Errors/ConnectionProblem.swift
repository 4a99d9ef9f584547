import Failures
import Model

/// Why no answer of a shop arrived.
package enum ConnectionProblem: Hashable, Sendable {
    case nameNotFound(host: String)
    case refused(host: String)
    /// After which time the wait was given up. The shop may have acted.
    case timedOut(after: Duration)
    /// The certificate's chain ends at nobody whom this machine, or the given file, trusts.
    case certificateUntrusted(host: String)
    case certificateName(host: String)
    case certificateExpired(host: String)
    /// Any other failure of TLS; the reason is the library's own.
    case tls(host: String, reason: Sentence)
}

extension ConnectionProblem {
    var kind: ShopFailure {
        switch self {
        case .nameNotFound: .nameNotFound
        case .refused: .connectionRefused
        case .timedOut: .timeout
        case .certificateUntrusted: .certificateUntrusted
        case .certificateName: .certificateName
        case .certificateExpired: .certificateExpired
        case .tls: .tls
        }
    }

    var sentence: Sentence {
        switch self {
        case .nameNotFound(let host): Sentence("failure.shop.nameNotFound", ["host": host])
        case .refused(let host): Sentence("failure.shop.connectionRefused", ["host": host])
        case .timedOut(let limit): Sentence("failure.shop.timeout", ["seconds": Self.seconds(limit)])
        case .certificateUntrusted(let host): Sentence("failure.shop.certificateUntrusted", ["host": host])
        case .certificateName(let host): Sentence("failure.shop.certificateName", ["host": host])
        case .certificateExpired(let host): Sentence("failure.shop.certificateExpired", ["host": host])
        case .tls(let host, let reason): Sentence("failure.shop.tls", ["host": host, "reason": reason])
        }
    }

    var remedy: Sentence {
        switch self {
        case .nameNotFound: Sentence("remedy.shop.nameNotFound")
        case .refused, .timedOut: Sentence("remedy.shop.unreachable")
        case .certificateUntrusted: Sentence("remedy.shop.certificateUntrusted")
        case .certificateName: Sentence("remedy.shop.certificateName")
        case .certificateExpired: Sentence("remedy.shop.certificateExpired")
        case .tls: Sentence("remedy.shop.tls")
        }
    }

    /// Whole seconds, at least one.
    private static func seconds(_ limit: Duration) -> Int { max(1, Int(limit.components.seconds)) }
}
