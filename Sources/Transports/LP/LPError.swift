import Failures
import Flow
import Glibc
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
    init(_ code: Int32, during call: String, path: String) {
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
                LineFailure.badAddress, "\(address) is not the address of a printer behind the kernel's driver.",
                remedy: "write it as usblp:/dev/usb/lp0", recovery: .askOperator)
        case .option(let option):
            Failure(
                LineFailure.badOption, "A printer behind the kernel's driver has no option \(option).",
                remedy: "leave it out", recovery: .askOperator)
        case .notFound(let path):
            Failure(
                LineFailure.notFound, "There is no printer at \(path).",
                remedy: "plug it in and switch it on; the kernel's driver for it is usblp (sudo modprobe usblp)",
                recovery: .askOperator)
        case .notAPrinter(let path):
            Failure(
                LineFailure.notThat, "\(path) is no printer.", remedy: "name its node, such as /dev/usb/lp0",
                recovery: .askOperator)
        case .notOpen(let address): Failure(LineFailure.closed, "\(address) is not open.", recovery: .retry)
        case .gone(let path):
            Failure(LineFailure.unplugged, "\(path) was unplugged.", remedy: "plug it in again", recovery: .askOperator)
        case .line(let error): error.failure
        }
    }
}
