import Failures
import Flow
import Glibc
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
    case system(TCPSettings, errno: Int32, during: String)

    /// Reads the error number of a connecting call.
    init(connecting code: Int32, _ settings: TCPSettings) {
        switch code {
        case ECONNREFUSED, ECONNRESET: self = .refused(settings)
        case ETIMEDOUT: self = .timedOut(settings)
        default: self = Self(otherwise: code, during: "connecting", settings)
        }
    }

    /// Reads the error number of a call on an established connection.
    init(_ code: Int32, during call: String, _ settings: TCPSettings) {
        switch code {
        case ECONNRESET, EPIPE: self = .reset(settings)
        case ETIMEDOUT: self = .silent(settings)
        default: self = Self(otherwise: code, during: call, settings)
        }
    }

    private init(otherwise code: Int32, during call: String, _ settings: TCPSettings) {
        switch code {
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL: self = .unreachable(settings, errno: code)
        default: self = .system(settings, errno: code, during: call)
        }
    }

    var failure: Failure {
        switch self {
        case .unknownHost(let settings, let reason):
            Failure(
                LineFailure.unknownHost, "The name \(settings.host) has no address.",
                remedy: "check it, or name the device by its address: tcp:192.168.1.20", recovery: .askOperator,
                causes: [reason])
        case .refused(let settings):
            Failure(
                LineFailure.refused, "Nothing takes connections at \(settings).",
                remedy:
                    "check that it is switched on, and the port: usually \(TCPSettings.usualPort) of a terminal, whose "
                    + "acquirer has switched ZVT over the network on, and \(TCPSettings.printerPort) of a printer",
                recovery: .askOperator)
        case .unreachable(let settings, let code):
            Failure(
                LineFailure.unreachable, "\(settings) cannot be reached from here.",
                remedy: Self.checkNetwork(settings),
                recovery: .askOperator, causes: [Self.text(code)])
        case .timedOut(let settings):
            Failure(
                LineFailure.timeout, "Nobody answers at \(settings).", remedy: Self.checkNetwork(settings),
                recovery: .askOperator)
        case .busy(let settings):
            Failure(
                LineFailure.busy, "\(settings) is in use by a till on this machine.",
                remedy: "let it finish, or name another device", recovery: .askOperator)
        case .closed(let settings): Self.brokenOff("\(settings) closed the connection.")
        case .reset(let settings): Self.brokenOff("The connection to \(settings) was broken off.")
        case .silent(let settings): Self.brokenOff("\(settings) takes nothing any more.")
        case .system(let settings, let code, let during):
            Failure(LineFailure.system, "\(settings): \(during) failed.", recovery: .retry, causes: [Self.text(code)])
        }
    }

    private static func brokenOff(_ sentence: String) -> Failure {
        Failure(LineFailure.closed, sentence, remedy: "check its network cable and power", recovery: .askOperator)
    }

    private static func checkNetwork(_ settings: TCPSettings) -> String {
        "check the device's network cable and its address: ping \(settings.host)"
    }

    private static func text(_ code: Int32) -> String { "\(String(cString: strerror(code))) (error \(code))" }
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
                LineFailure.badAddress, "\(address) is not the address of a device on the network.",
                remedy: "write it as tcp:192.168.1.20 or tcp:192.168.1.20:20007, and IPv6 as tcp:[fe80::1%eth0]",
                recovery: .askOperator)
        case .option(let option):
            Failure(
                LineFailure.badOption, "A network connection has no option \(option).",
                remedy: "leave it out; there is: connection", recovery: .askOperator)
        case .connection(let value):
            Failure(
                LineFailure.badOption, "A network connection takes no connection=\(value).",
                remedy: "choose one of " + TCPSettings.connections.joined(separator: ", "),
                recovery: .askOperator)
        }
    }
}
