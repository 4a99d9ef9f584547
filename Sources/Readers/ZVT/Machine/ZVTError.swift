import Failures
import Flow
import Hardware
import Model

/// Why a dialogue failed, and the message for people.
enum ZVTError: Hashable, LayerError {
    case link(LinkFailure)
    /// T3: the block was acknowledged, but no answer came.
    case noResponse
    /// T4: the terminal accepted the command and fell silent.
    case fellSilent
    /// T3: the terminal accepted a command that it answers by itself, and fell silent.
    case unanswered
    case malformed(PacketError)
    /// The terminal sends more, or takes longer, than any request needs.
    case endless(RequestExcess)
    /// The terminal was busy with something else when a payment was to start.
    case busy
    /// Another terminal answered on a new connection.
    case exchanged(String, former: String)
    /// The terminal takes another currency (ISO 4217 number) than the announced one.
    case otherCurrency(Int, asked: Currency)
    case lost(LineLoss)
    case closed
    case amountOutOfRange
    case receiptOutOfRange

    var failure: Failure {
        switch self {
        case .link(let failure): failure.failure
        case .noResponse:
            Failure(
                ReaderFailure.noAnswer, "The terminal took the command but did not answer it in time.",
                remedy: "restart the terminal if this happens again", recovery: .retry)
        case .fellSilent:
            Failure(
                ReaderFailure.noAnswer, "The terminal fell silent in the middle of a command.",
                remedy: "look at the terminal's display", recovery: .retry)
        case .unanswered:
            Failure(
                ReaderFailure.noAnswer, "The terminal took a question and did not answer it in time.",
                remedy: "restart the terminal; where it is only slow, raise `answer_within` of its `[[readers]]`",
                recovery: .retry)
        case .malformed(let error): error.failure
        case .endless(let excess): excess.failure
        case .busy:
            Failure(
                ReaderFailure.busy, "The terminal was still busy with something earlier.",
                remedy: "try again when its display is at rest", recovery: .retry)
        case .exchanged(let its, let former):
            Failure(
                ReaderFailure.exchanged, "Terminal \(its) answers where terminal \(former) did.",
                remedy: "check the terminals' addresses", recovery: .askOperator)
        case .otherCurrency(let its, let asked): Self.otherCurrency(its, asked)
        case .lost(let loss): loss.failure
        case .closed:
            Failure(ReaderFailure.closed, "The connection to the terminal was closed.", recovery: .retry)
        case .amountOutOfRange:
            Failure(ReaderFailure.amountOutOfRange, "No terminal can take this amount.", recovery: .giveUp)
        case .receiptOutOfRange:
            Failure(ReaderFailure.receiptOutOfRange, "No terminal has a receipt of this number.", recovery: .giveUp)
        }
    }
}

extension ZVTError {
    private static func otherCurrency(_ its: Int, _ asked: Currency) -> Failure {
        let name = Currency(number: its)?.code ?? "currency \(its)"
        return Failure(
            ReaderFailure.otherCurrency, "This terminal takes \(name), not \(asked.code).",
            remedy: "take the payment in \(name), or have the acquirer set the terminal up for \(asked.code)",
            recovery: .giveUp)
    }
}

extension RequestExcess {
    fileprivate var failure: Failure {
        Failure(ReaderFailure.endless, sentence, remedy: remedy, recovery: .askOperator)
    }

    private var sentence: String {
        switch self {
        case .telegrams(let most): "The terminal sent more than \(most) telegrams and did not end the command."
        case .lines(let most): "The terminal sent more than \(most) lines of text and did not end the command."
        case .bytes(let most): "The terminal sent more than \(most) bytes and did not end the command."
        case .time(let span): "The terminal did not end the command within \(span.components.seconds) s."
        case .cancellation: "The terminal was asked to cancel and did not end the command in time."
        }
    }

    private var remedy: String {
        let option: String? =
            switch self {
            case .telegrams: "most_telegrams"
            case .lines: "most_lines"
            case .bytes: "most_kilobytes"
            case .time: "longest_command"
            case .cancellation: nil
            }
        let raise = option.map { "; where that is usual for it, raise `\($0)` of its `[[readers]]`" } ?? ""
        return "look at the terminal's display, or switch it off and on\(raise)"
    }
}

extension LineLoss {
    var failure: Failure {
        switch self {
        case .unplugged(let path):
            Failure(
                ReaderFailure.lineLost, "The terminal at \(path) was unplugged or switched off.",
                remedy: "check its cable and power", recovery: .askOperator)
        case .system(let errno, let during):
            Failure(
                ReaderFailure.lineLost, "The line to the terminal failed during \(during).",
                remedy: "check its cable and power", recovery: .askOperator, causes: ["system error \(errno)"])
        case .disconnected(let failure): failure
        }
    }
}

extension LinkFailure {
    var failure: Failure {
        switch self {
        case .silence:
            Failure(
                ReaderFailure.noAnswer, "Nothing answers on the terminal's line.",
                remedy: "check power and cable, and that the acquirer has switched ZVT over serial on",
                recovery: .askOperator)
        case .notAccepted:
            Failure(
                ReaderFailure.transmission, "The terminal acknowledged none of three transmissions.",
                remedy: "check the cable and the line's speed", recovery: .retry)
        case .damagedBlocks:
            Failure(
                ReaderFailure.transmission, "Three blocks in a row came damaged from the terminal.",
                remedy: "check the cable and the line's speed", recovery: .retry)
        case .incomplete:
            Failure(
                ReaderFailure.transmission, "A telegram of the terminal broke off in the middle.",
                remedy: "check the network between the terminal and this machine", recovery: .retry)
        case .outOfStep:
            Failure(
                ReaderFailure.transmission, "What comes from the terminal is no ZVT any more.",
                remedy: "restart the terminal if this happens again", recovery: .retry)
        case .foreign(let foreign):
            Failure(
                ReaderFailure.foreignProtocol, foreign.sentence, remedy: foreign.remedy, recovery: .askOperator)
        }
    }
}
