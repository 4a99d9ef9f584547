import Failures
import Flow
import Glibc
import Hardware
import Model

/// Why a connection cannot be made or was lost.
enum TCPError: LayerError {
    case unknownHost(TCPSettings, reason: String)
    case refused(TCPSettings)
    case unreachable(TCPSettings, errno: Int32)
    /// Nothing answered within the limit; possibly even the name was not resolved.
    case timedOut(TCPSettings)
    case busy(TCPSettings)
    /// The other side closed the connection regularly.
    case closed(TCPSettings)
    case reset(TCPSettings)
    /// Sent bytes are no longer acknowledged.
    case silent(TCPSettings)
    case system(TCPSettings, errno: Int32, during: LineCall)

    /// Reads the error number of a connecting call.
    init(connecting code: Int32, _ settings: TCPSettings) {
        switch code {
        case ECONNREFUSED, ECONNRESET: self = .refused(settings)
        case ETIMEDOUT: self = .timedOut(settings)
        default: self = Self(otherwise: code, during: .connecting, settings)
        }
    }

    /// Reads the error number of a call on an established connection.
    init(_ code: Int32, during call: LineCall, _ settings: TCPSettings) {
        switch code {
        case ECONNRESET, EPIPE: self = .reset(settings)
        case ETIMEDOUT: self = .silent(settings)
        default: self = Self(otherwise: code, during: call, settings)
        }
    }

    private init(otherwise code: Int32, during call: LineCall, _ settings: TCPSettings) {
        switch code {
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL: self = .unreachable(settings, errno: code)
        default: self = .system(settings, errno: code, during: call)
        }
    }

    var failure: Failure {
        switch self {
        case .unknownHost(let settings, let reason):
            Failure(
                LineFailure.unknownHost, Sentence("failure.line.unknownHost", ["host": settings.host]),
                remedy: Sentence("remedy.line.unknownHost"), recovery: .askOperator, causes: [Sentence(stored: reason)])
        case .refused(let settings):
            Failure(
                LineFailure.refused, Sentence("failure.line.refused", ["settings": settings]),
                remedy: Sentence(
                    "remedy.line.refused", ["usualPort": TCPSettings.usualPort, "printerPort": TCPSettings.printerPort]),
                recovery: .askOperator)
        case .unreachable(let settings, let code):
            Failure(
                LineFailure.unreachable, Sentence("failure.line.unreachable", ["settings": settings]),
                remedy: Self.checkNetwork(settings), recovery: .askOperator, causes: [Sentence(systemError: code)])
        case .timedOut(let settings):
            Failure(
                LineFailure.timeout, Sentence("failure.line.timeout", ["settings": settings]),
                remedy: Self.checkNetwork(settings), recovery: .askOperator)
        case .busy(let settings):
            Failure(
                LineFailure.busy, Sentence("failure.line.busy.network", ["settings": settings]),
                remedy: Sentence("remedy.line.busy.network"), recovery: .askOperator)
        case .closed(let settings): Self.brokenOff(Sentence("failure.line.closed.closed", ["settings": settings]))
        case .reset(let settings): Self.brokenOff(Sentence("failure.line.closed.reset", ["settings": settings]))
        case .silent(let settings): Self.brokenOff(Sentence("failure.line.closed.silent", ["settings": settings]))
        case .system(let settings, let code, let during):
            Failure(
                LineFailure.system,
                Sentence("failure.line.system.network", ["settings": settings, "during": during.name]),
                recovery: .retry, causes: [Sentence(systemError: code)])
        }
    }

    private static func brokenOff(_ sentence: Sentence) -> Failure {
        Failure(LineFailure.closed, sentence, remedy: Sentence("remedy.line.closed"), recovery: .askOperator)
    }

    private static func checkNetwork(_ settings: TCPSettings) -> Sentence {
        Sentence("remedy.line.checkNetwork", ["host": settings.host])
    }
}

/// An address, or an option in it, that connections do not accept.
enum TCPAddressError: LayerError {
    case address(DeviceAddress)
    case option(String)
    case connection(String)

    var failure: Failure {
        switch self {
        case .address(let address):
            Failure(
                LineFailure.badAddress, Sentence("failure.line.badAddress.network", ["address": address]),
                remedy: Sentence("remedy.line.badAddress.network"), recovery: .askOperator)
        case .option(let option):
            Failure(
                LineFailure.badOption, Sentence("failure.line.badOption.network", ["option": option]),
                remedy: Sentence("remedy.line.badOption.network"), recovery: .askOperator)
        case .connection(let value):
            Failure(
                LineFailure.badOption, Sentence("failure.line.badOption.connection", ["value": value]),
                remedy: Sentence(
                    "remedy.line.badOption.choices", ["choices": TCPSettings.connections.joined(separator: ", ")]),
                recovery: .askOperator)
        }
    }
}
