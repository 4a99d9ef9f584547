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
                PrinterFailure.paperOut, Sentence("failure.printer.paperOut"),
                remedy: Sentence("remedy.printer.paperOut"), recovery: .askOperator)
        case .coverOpen:
            Failure(
                PrinterFailure.coverOpen, Sentence("failure.printer.coverOpen"),
                remedy: Sentence("remedy.printer.coverOpen.coverOpen"), recovery: .askOperator)
        case .offline:
            Failure(
                PrinterFailure.offline, Sentence("failure.printer.offline"),
                remedy: Sentence("remedy.printer.offline.offline"), recovery: .askOperator)
        case .fault:
            Failure(
                PrinterFailure.fault, Sentence("failure.printer.fault.fault"),
                remedy: Sentence("remedy.printer.fault.fault"), recovery: .askOperator)
        case .jammed: Self.jam
        case .noAnswer: Self.silence
        case .notAPrinter: Self.otherTalk
        case .noProof: Self.withoutProof
        case .restarted: Self.startedAnew
        case .lineLost(let loss): Self.lineLost(loss)
        case .busy: Failure(PrinterFailure.busy, Sentence("failure.printer.busy"), recovery: .retry)
        case .file(let path, let code): Self.file(path, code)
        case .noDriver(let address):
            Failure(
                PrinterFailure.badAddress, Sentence("failure.printer.badAddress.noDriver", ["address": address]),
                remedy: Sentence("remedy.printer.badAddress.noDriver"), recovery: .giveUp)
        case .badOption(let option):
            Failure(
                PrinterFailure.badAddress, Sentence("failure.printer.badAddress.badOption", ["option": option]),
                remedy: Sentence("remedy.printer.badAddress.badOption"), recovery: .giveUp)
        }
    }

    private static let silence = Failure(
        PrinterFailure.noAnswer, Sentence("failure.printer.noAnswer"), remedy: Sentence("remedy.printer.noAnswer"),
        recovery: .askOperator)

    private static let otherTalk = Failure(
        PrinterFailure.notAPrinter, Sentence("failure.printer.notAPrinter"),
        remedy: Sentence("remedy.printer.notAPrinter"), recovery: .askOperator)

    private static let jam = Failure(
        PrinterFailure.jammed, Sentence("failure.printer.jammed.jam"), remedy: Sentence("remedy.printer.jammed.jam"),
        recovery: .askOperator)

    private static let withoutProof = Failure(
        PrinterFailure.noProof, Sentence("failure.printer.noProof"), remedy: Sentence("remedy.printer.noProof"),
        recovery: .askOperator)

    private static let startedAnew = Failure(
        PrinterFailure.restarted, Sentence("failure.printer.restarted"), remedy: Sentence("remedy.printer.restarted"),
        recovery: .askOperator)

    private static func lineLost(_ loss: LineLoss?) -> Failure {
        let causes: [Sentence]
        var (sentence, remedy): (Sentence, Sentence?) = (
            Sentence("failure.printer.lineLost.gone"), Sentence("remedy.printer.lineLost")
        )
        switch loss {
        case .unplugged(let path): causes = [Sentence("detail.unplugged", ["path": path])]
        case .system(let code, let call):
            causes = [
                Sentence("detail.callFailed", ["call": call.name, "words": String(cString: strerror(code))])
            ]
        case .disconnected(let failure):
            (sentence, causes) = (
                Sentence("failure.printer.lineLost.noConnection"), [failure.said] + failure.reasons
            )
            remedy = failure.advice
        case nil: causes = [Sentence("detail.closedHere")]
        }
        return Failure(
            PrinterFailure.lineLost, sentence, remedy: remedy, recovery: .retry, causes: causes)
    }

    private static func file(_ path: String, _ code: Int32) -> Failure {
        let reason = Sentence(stored: String(cString: strerror(code)))
        return switch code {
        case ENOSPC, EDQUOT:
            Failure(
                PrinterFailure.diskFull, Sentence("failure.printer.diskFull", ["path": path]),
                remedy: Sentence("remedy.printer.diskFull"), recovery: .askOperator, causes: [reason])
        case EACCES, EPERM, EROFS:
            Failure(
                PrinterFailure.permission, Sentence("failure.printer.permission", ["path": path]),
                remedy: Sentence("remedy.printer.permission"), recovery: .askOperator, causes: [reason])
        default:
            Failure(
                PrinterFailure.file, Sentence("failure.printer.file", ["path": path]),
                remedy: Sentence("remedy.printer.file"), recovery: .askOperator, causes: [reason])
        }
    }
}
