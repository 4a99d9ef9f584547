import Failures
import Flow
import Glibc
import Hardware
import Model

/// Why a printer behind the kernel's driver cannot be used.
enum LPError: LayerError {
    case address(DeviceAddress)
    case option(String)
    case notFound(String)
    case notAPrinter(String)
    case notOpen(DeviceAddress)
    case gone(String)
    /// An error that serial lines have too.
    case line(LineError)

    /// Reads the error number of a call that opened or locked `path`.
    init(_ code: Int32, during call: LineCall, path: String) {
        switch code {
        case ENOENT, ENOTDIR, ENXIO, ENODEV, EIO: self = .notFound(path)
        case EISDIR: self = .notAPrinter(path)
        default: self = .line(LineError(code, during: call, path: path))
        }
    }

    var failure: Failure {
        switch self {
        case .address(let address):
            Failure(
                LineFailure.badAddress, Sentence("failure.line.badAddress.kernel", ["address": address]),
                remedy: Sentence("remedy.line.badAddress.kernel"), recovery: .askOperator)
        case .option(let option):
            Failure(
                LineFailure.badOption, Sentence("failure.line.badOption.kernel", ["option": option]),
                remedy: Sentence("remedy.line.badOption.kernel"), recovery: .askOperator)
        case .notFound(let path):
            Failure(
                LineFailure.notFound, Sentence("failure.line.notFound.notFound", ["path": path]),
                remedy: Sentence("remedy.line.notFound.notFound"), recovery: .askOperator)
        case .notAPrinter(let path):
            Failure(
                LineFailure.notThat, Sentence("failure.line.notThat.notAPrinter", ["path": path]),
                remedy: Sentence("remedy.line.notThat"), recovery: .askOperator)
        case .notOpen(let address):
            Failure(LineFailure.closed, Sentence("failure.line.closed", ["address": address]), recovery: .retry)
        case .gone(let path):
            Failure(
                LineFailure.unplugged, Sentence("failure.line.unplugged.serial", ["path": path]),
                remedy: Sentence("remedy.line.unplugged"), recovery: .askOperator)
        case .line(let error): error.failure
        }
    }
}
