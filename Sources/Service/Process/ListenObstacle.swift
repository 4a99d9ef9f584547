import Failures
import Flow
import Foundation
import Glibc
import Model
import NIOCore

/// Why the service cannot listen at an address or a socket.
package enum ListenObstacle: Hashable, Sendable {
    /// Another program listens there.
    case inUse
    /// This user may not listen there.
    case forbidden
    /// No network interface of this machine has the address.
    case notHere
    /// The name of the host has no address.
    case unknownHost
    /// The folder of the socket is missing.
    case noFolder
    /// Anything else, in the words of the system.
    case other(String)

    /// Reads an `errno` of `bind` or `listen`.
    package init(code: Int32) {
        self =
            switch code {
            case EADDRINUSE: .inUse
            case EACCES, EPERM: .forbidden
            case EADDRNOTAVAIL: .notHere
            case ENOENT: .noFolder
            default: .other(String(cString: strerror(code)))
            }
    }

    init(_ error: any Error) {
        switch error {
        case let error as IOError: self.init(code: error.errnoCode)
        case is SocketAddressError.UnknownHost: self = .unknownHost
        default: self = .other("\(error)")
        }
    }

    private var reason: Sentence {
        switch self {
        case .inUse: Sentence("detail.listen.inUse")
        case .forbidden: Sentence("detail.listen.forbidden")
        case .notHere: Sentence("detail.listen.notHere")
        case .unknownHost: Sentence("detail.listen.unknownHost")
        case .noFolder: Sentence("detail.listen.noFolder")
        case .other(let words): Sentence(stored: words.presentable)
        }
    }

    private var remedy: Sentence? {
        switch self {
        case .inUse: Sentence("remedy.service.cannotListen.inUse")
        case .forbidden: Sentence("remedy.service.cannotListen.forbidden")
        case .notHere, .unknownHost: Sentence("remedy.service.cannotListen.notHere")
        case .noFolder: Sentence("remedy.service.cannotListen.noFolder")
        case .other: nil
        }
    }

    /// The failure `service.cannotListen` at this address, or at this path of a socket.
    package func failure(at place: String) -> Failure {
        Failure(
            ServiceFailure.cannotListen,
            Sentence("failure.service.cannotListen", ["address": place.presentable, "reason": reason]),
            remedy: remedy, recovery: .askOperator)
    }
}
