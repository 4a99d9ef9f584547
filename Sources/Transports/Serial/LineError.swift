import Failures
import Flow
import Glibc
import Hardware
import Model

/// Why a serial line cannot be used.
enum LineError: LayerError {
    case notFound(String)
    /// The path exists, but there is no device behind it.
    case noDevice(String)
    case permission(String, LineAccess?)
    case busy(String, LineHolder?)
    case notATerminal(String)
    case option(OptionError)
    case system(String, errno: Int32, during: LineCall)

    /// Reads the error number of a call that opened or locked `path`, and finds out what a person needs to know to mend it.
    init(_ code: Int32, during: LineCall, path: String) {
        switch code {
        case ENOENT, ENOTDIR: self = .notFound(path)
        case ENXIO, ENODEV, EIO: self = .noDevice(path)
        case EACCES, EPERM: self = .permission(path, LineAccess(of: path))
        case EBUSY, EWOULDBLOCK: self = .busy(path, LineHolder.of(path))
        case ENOTTY, EISDIR: self = .notATerminal(path)
        default: self = .system(path, errno: code, during: during)
        }
    }

    var failure: Failure {
        switch self {
        case .notFound(let path):
            Failure(
                LineFailure.notFound, Sentence("failure.line.notFound.checkFile", ["path": path]),
                remedy: Sentence("remedy.line.notFound.usb"), recovery: .askOperator)
        case .noDevice(let path):
            Failure(
                LineFailure.notFound, Sentence("failure.line.notFound.noDevice", ["path": path]),
                remedy: Sentence("remedy.line.notFound.noDevice"), recovery: .askOperator)
        case .permission(let path, let access):
            Failure(
                LineFailure.permission,
                Sentence(
                    "failure.line.permission.serial", ["path": path, "access": access.clause]),
                remedy: Sentence("remedy.line.permission.serial", ["access": access?.usefulGroup ?? "till"]),
                recovery: .askOperator)
        case .busy(let path, let holder):
            Failure(
                LineFailure.busy,
                Sentence(
                    "failure.line.busy.serial",
                    ["path": path, "holder": holder?.title ?? Sentence("detail.otherProcess")]),
                remedy: Sentence("remedy.line.busy.serial"), recovery: .askOperator)
        case .notATerminal(let path):
            Failure(
                LineFailure.notATerminal, Sentence("failure.line.notATerminal", ["path": path]),
                remedy: Sentence("remedy.line.notATerminal"), recovery: .askOperator)
        case .option(let error): error.failure
        case .system(let path, let code, let during):
            Failure(
                LineFailure.system, Sentence("failure.line.system.serial", ["path": path, "during": during.name]),
                recovery: .retry, causes: [Sentence(systemError: code)])
        }
    }
}

/// An address, or an option in it, that serial lines do not accept.
enum OptionError: LayerError {
    case notSerial(DeviceAddress)
    case unknown(String, known: [String])
    case wrong(String, value: String, choices: [String])
    case noHandshake(String)
    /// The line's driver did not apply the settings.
    case refused(String, SerialSettings)

    var failure: Failure {
        let (sentence, remedy): (Sentence, Sentence) =
            switch self {
            case .notSerial(let address):
                (
                    Sentence("failure.line.badOption.notSerial", ["address": address]),
                    Sentence("remedy.line.badOption.notSerial")
                )
            case .unknown(let option, let known):
                (
                    Sentence("failure.line.badOption.unknownSerial", ["option": option]),
                    Sentence("remedy.line.badOption.unknown", ["options": known.joined(separator: ", ")])
                )
            case .wrong(let option, let value, let choices):
                (
                    Sentence("failure.line.badOption.wrongSerial", ["option": option, "value": value]),
                    Self.choose(choices)
                )
            case .noHandshake(let value): Self.noHandshake(value)
            case .refused(let path, let settings):
                (
                    Sentence("failure.line.badOption.refused", ["path": path, "settings": settings]),
                    Sentence("remedy.line.badOption.refused")
                )
            }
        return Failure(LineFailure.badOption, sentence, remedy: remedy, recovery: .askOperator)
    }

    private static func noHandshake(_ value: String) -> (Sentence, Sentence) {
        let choices = SerialSettings.Handshake.allCases.map(\.rawValue)
        let remedy = value == "dtr" ? Sentence("remedy.line.badOption.dtr") : choose(choices)
        return (
            Sentence("failure.line.badOption.wrongSerial", ["option": "handshake", "value": value]), remedy
        )
    }

    private static func choose(_ choices: [String]) -> Sentence {
        Sentence("remedy.line.badOption.choices", ["choices": choices.joined(separator: ", ")])
    }
}
