import Failures
import Flow
import Glibc
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
    case system(String, errno: Int32, during: String)

    /// Reads the error number of a call that opened or locked `path`, and finds out what a person needs to know to mend it.
    init(_ code: Int32, during: String, path: String) {
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
                    "failure.line.permission.serial", ["path": path, "access": access.map { ", which is \($0)" } ?? ""]),
                remedy: Sentence("remedy.line.permission.serial", ["access": access?.usefulGroup ?? "till"]),
                recovery: .askOperator)
        case .busy(let path, let holder):
            Failure(
                LineFailure.busy,
                Sentence(
                    "failure.line.busy.serial", ["path": path, "holder": holder?.description ?? "another process"]),
                remedy: Sentence("remedy.line.busy.serial"), recovery: .askOperator)
        case .notATerminal(let path):
            Failure(
                LineFailure.notATerminal, Sentence("failure.line.notATerminal", ["path": path]),
                remedy: Sentence("remedy.line.notATerminal"), recovery: .askOperator)
        case .option(let error): error.failure
        case .system(let path, let code, let during):
            Failure(
                LineFailure.system, Sentence("failure.line.system.serial", ["path": path, "during": during]),
                recovery: .retry, causes: ["\(String(cString: strerror(code))) (error \(code))"])
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
        let (sentence, remedy): (String, String) =
            switch self {
            case .notSerial(let address):
                ("\(address) is not the address of a serial line.", "write it as serial:/dev/ttyUSB0")
            case .unknown(let option, let known):
                ("A serial line has no option \(option).", "leave it out; there are: " + known.joined(separator: ", "))
            case .wrong(let option, let value, let choices):
                ("A serial line takes no \(option)=\(value).", "choose one of " + choices.joined(separator: ", "))
            case .noHandshake(let value): Self.noHandshake(value)
            case .refused(let path, let settings):
                ("\(path) does not take \(settings).", "choose other settings, or use another adapter")
            }
        return Failure(LineFailure.badOption, sentence, remedy: remedy, recovery: .askOperator)
    }

    private static func noHandshake(_ value: String) -> (String, String) {
        let choices = SerialSettings.Handshake.allCases.map(\.rawValue).joined(separator: ", ")
        let remedy =
            value == "dtr"
            ? "lead the printer's DTR, or the RTS beside it, to CTS and choose rts (docs/printers.md)"
            : "choose one of \(choices)"
        return ("A serial line takes no handshake=\(value).", remedy)
    }
}
