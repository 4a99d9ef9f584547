import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Networking

/// What an error of the library says about a request.
enum TransportProblem: Hashable {
    case timedOut
    case nameNotFound
    case refused
    /// The certificate has another name.
    case otherName
    /// The certificate is not trusted; the library does not say why.
    case certificate
    case tls(Sentence)
    case tooLarge
    /// The answer began and did not come to its end.
    case cutOff
    /// What came is no HTTP, or is not packed as it says.
    case unreadable(Sentence)
    /// No answer began.
    case lost(Sentence)

    /// - Parameter hasBegun: whether the shop had begun to answer.
    init(_ error: any Error, hasBegun: Bool) {
        switch error {
        case let error as HTTPClientError: self.init(error, hasBegun)
        case let error as NIOConnectionError: self.init(error)
        case is AnswerCollector.TooLarge: self = .tooLarge
        case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge
        case is NIOHTTPDecompression.DecompressionError: self = .unreadable(Sentence("detail.http.badlyPacked"))
        case is NIOHTTPDecompression.ExtraDecompressionError: self = .cutOff
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .otherName
        case NIOSSLError.handshakeFailed(let cause): self.init(cause)
        case HTTPParserError.invalidEOFState: self = hasBegun ? .cutOff : .lost(Sentence("detail.http.closed"))
        case is HTTPParserError: self = .unreadable(Sentence("detail.http.noHTTP"))
        case ChannelError.connectTimeout: self = .timedOut
        case is ChannelError: self = hasBegun ? .cutOff : .lost(Sentence("detail.http.closed"))
        case let error as IOError: self = hasBegun ? .cutOff : Self.lost(error)
        default: self = hasBegun ? .cutOff : .lost(Sentence(stored: Self.name(error)))
        }
    }

    private init(_ error: HTTPClientError, _ hasBegun: Bool) {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            self = .timedOut
        case .remoteConnectionClosed: self = hasBegun ? .cutOff : .lost(Sentence("detail.http.closed"))
        default: self = hasBegun ? .cutOff : .lost(Sentence(stored: error.shortDescription.lowercased()))
        }
    }

    private init(_ error: NIOConnectionError) {
        let causes = error.connectionErrors.map(\.error)
        if causes.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
            self = .nameNotFound
        } else if causes.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
            self = .refused
        } else if causes.contains(where: { Self.isTimeout($0) }) {
            self = .timedOut
        } else {
            self =
                causes.compactMap { $0 as? IOError }.first.map(Self.lost) ?? .lost(Sentence("detail.http.noConnection"))
        }
    }

    private init(_ error: BoringSSLError) {
        guard case .sslError(let stack) = error else {
            self = .lost(Sentence("detail.http.closed"))
            return
        }
        let text = stack.map(\.description).joined(separator: " ")
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            self = .certificate
        } else if stack.contains(.eofDuringHandshake) {
            self = .lost(Sentence("detail.http.closed"))
        } else {
            self = .tls(Self.reason(text))
        }
    }

    private static func isTimeout(_ error: any Error) -> Bool {
        if case ChannelError.connectTimeout = error { return true }
        return (error as? IOError)?.errnoCode == ETIMEDOUT
    }

    private static func lost(_ error: IOError) -> TransportProblem {
        if error.errnoCode == ECONNREFUSED { return .refused }
        if error.errnoCode == ETIMEDOUT { return .timedOut }
        return .lost(Sentence(stored: String(cString: strerror(error.errnoCode)).lowercased()))
    }

    /// `wrong version number` of `Error: 268435703 error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER at …`.
    static func reason(_ text: String) -> Sentence {
        let words = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        let reason = words.first { word in word.contains("_") && word.allSatisfy { $0.isUppercase || $0 == "_" } }
        return reason.map { Sentence(stored: $0.lowercased().replacing("_", with: " ")) }
            ?? Sentence("detail.http.handshake")
    }

    /// The name of an error's type: its text could hold anything.
    private static func name(_ error: any Error) -> String { String(describing: type(of: error)) }
}

extension TransportProblem {
    /// Returns the error for a request to this host. If its certificate was refused, `look` tells whether it has
    /// expired.
    func networkError(
        host: String, limit: Duration, limits: HTTPLimits, _ look: () async -> CertificateProbe.Validity
    ) async -> NetworkError {
        switch self {
        case .timedOut: .connection(.timedOut(after: limit))
        case .nameNotFound: .connection(.nameNotFound(host: host))
        case .refused: .connection(.refused(host: host))
        case .otherName: .connection(.certificateName(host: host))
        case .certificate:
            switch await look() {
            case .notValidToday: .connection(.certificateExpired(host: host))
            case .valid, .unknown: .connection(.certificateUntrusted(host: host))
            }
        case .tls(let reason): .connection(.tls(host: host, reason: reason))
        case .tooLarge: .answer(.tooLarge(limit: limits.answerBytes))
        case .cutOff: .answer(.truncated)
        case .unreadable(let reason): .malformed(field: nil, reason: reason)
        case .lost(let reason): .unreachable(reason: reason)
        }
    }
}

extension TransportProblem {
    /// The problem in a few words, for a place that is no shop.
    var reason: Sentence {
        switch self {
        case .timedOut: Sentence("detail.http.timedOut")
        case .nameNotFound: Sentence("detail.http.nameNotFound")
        case .refused: Sentence("detail.http.refused")
        case .otherName, .certificate: Sentence("detail.http.certificate")
        case .tooLarge, .cutOff: Sentence("detail.http.closed")
        case .tls(let reason), .unreadable(let reason), .lost(let reason): reason
        }
    }
}
