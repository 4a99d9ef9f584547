import Failures
import Flow
import Glibc
import Hardware
import Model

/// Why a printer does not print, or may not have printed.
enum PrinterError: LayerError, Hashable {
    case paperOut
    case coverOpen
    case offline
    /// The cutter, the head or another part needs manual attention.
    case fault
    /// The cutter or another part has jammed, which a command resolves after it is cleared.
    case jammed
    case noAnswer
    /// The device sent more than a printer answers to a status query.
    case notAPrinter
    /// The printer received everything but never confirmed that it was printed.
    case noProof
    /// A question was never answered but a later one was, so everything before it is lost.
    case restarted
    case lineLost(LineLoss?)
    case busy
    case file(String, errno: Int32)
    case noDriver(DeviceAddress)
    case badOption(String)

    var failure: Failure {
        switch self {
        case .paperOut:
            Failure(
                PrinterFailure.paperOut, "The printer is out of paper.", remedy: "put in a new roll",
                recovery: .askOperator)
        case .coverOpen:
            Failure(
                PrinterFailure.coverOpen, "The printer's cover is open.", remedy: "close the cover",
                recovery: .askOperator)
        case .offline:
            Failure(
                PrinterFailure.offline, "The printer is offline.",
                remedy: "look at the printer's panel and switch it on line",
                recovery: .askOperator)
        case .fault:
            Failure(
                PrinterFailure.fault, "The printer reports a fault of its cutter or head.",
                remedy: "open the cover, clear the paper, and switch the printer off and on", recovery: .askOperator)
        case .jammed: Self.jam
        case .noAnswer: Self.silence
        case .notAPrinter: Self.otherTalk
        case .noProof: Self.withoutProof
        case .restarted: Self.startedAnew
        case .lineLost(let loss): Self.lineLost(loss)
        case .busy: Failure(PrinterFailure.busy, "Too many jobs wait for this printer.", recovery: .retry)
        case .file(let path, let code): Self.file(path, code)
        case .noDriver(let address):
            Failure(
                PrinterFailure.badAddress, "There is no way to a printer at \(address).",
                remedy: "use serial:PATH, usb:VID:PID, usblp:PATH, tcp:HOST or file:PATH", recovery: .giveUp)
        case .badOption(let option):
            Failure(
                PrinterFailure.badAddress, "The printer option \(option) is not known.",
                remedy: "proof=process or proof=status",
                recovery: .giveUp)
        }
    }

    private static let silence = Failure(
        PrinterFailure.noAnswer, "The printer does not answer.",
        remedy: "check that it is switched on and its cable is in; it may also be busy with what it was sent last",
        recovery: .askOperator)

    private static let otherTalk = Failure(
        PrinterFailure.notAPrinter, "What answers there is no printer.",
        remedy: "check the address, and on a serial line the speed", recovery: .askOperator)

    private static let jam = Failure(
        PrinterFailure.jammed, "The printer is jammed.",
        remedy: "clear its blade and the paper, open the cover and close it; where it still waits, run "
            + "`till printers recover`", recovery: .askOperator)

    private static let withoutProof = Failure(
        PrinterFailure.noProof, "The printer has taken everything and never said that it was printed.",
        remedy: "look for the paper; where it always comes out, configure proof = \"status\"", recovery: .askOperator)

    private static let startedAnew = Failure(
        PrinterFailure.restarted, "The printer was switched off and on while it printed.",
        remedy: "look for the paper, or print a duplicate", recovery: .askOperator)

    private static func lineLost(_ loss: LineLoss?) -> Failure {
        let causes: [String]
        var (sentence, remedy): (String, String?) = ("The line to the printer is gone.", "plug the printer in again")
        switch loss {
        case .unplugged(let path): causes = ["\(path) was unplugged or hung up"]
        case .system(let code, let call): causes = ["\(call) failed: \(String(cString: strerror(code)))"]
        case .disconnected(let failure):
            (sentence, causes) = ("There is no connection to the printer.", [failure.sentence] + failure.causes)
            remedy = failure.remedy
        case nil: causes = ["the line was closed here"]
        }
        return Failure(
            PrinterFailure.lineLost, sentence, remedy: remedy, recovery: .retry, causes: causes)
    }

    private static func file(_ path: String, _ code: Int32) -> Failure {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT:
            Failure(
                PrinterFailure.diskFull, "There is no room left for \(path).", remedy: "make room on that disk",
                recovery: .askOperator, causes: [reason])
        case EACCES, EPERM, EROFS:
            Failure(
                PrinterFailure.permission, "This user may not write to \(path).",
                remedy: "change its owner or its mode",
                recovery: .askOperator, causes: [reason])
        default:
            Failure(
                PrinterFailure.file, "\(path) cannot be written.", remedy: "check the path", recovery: .askOperator,
                causes: [reason])
        }
    }
}
