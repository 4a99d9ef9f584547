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
    /// A terminal with another id answered on a new connection.
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
                ReaderFailure.noAnswer, Sentence("failure.reader.noAnswer.command"),
                remedy: Sentence("remedy.reader.noAnswer.noResponse"), recovery: .retry)
        case .fellSilent:
            Failure(
                ReaderFailure.noAnswer, Sentence("failure.reader.noAnswer.fellSilent"),
                remedy: Sentence("remedy.reader.noAnswer.fellSilent"), recovery: .retry)
        case .unanswered:
            Failure(
                ReaderFailure.noAnswer, Sentence("failure.reader.noAnswer.question"),
                remedy: Sentence("remedy.reader.noAnswer.unanswered"), recovery: .retry)
        case .malformed(let error): error.failure
        case .endless(let excess): excess.failure
        case .busy:
            Failure(
                ReaderFailure.busy, Sentence("failure.reader.busy.earlier"), remedy: Sentence("remedy.reader.busy"),
                recovery: .retry)
        case .exchanged(let its, let former):
            Failure(
                ReaderFailure.exchanged, Sentence("failure.reader.exchanged", ["its": its, "former": former]),
                remedy: Sentence("remedy.reader.exchanged"), recovery: .askOperator)
        case .otherCurrency(let its, let asked): Self.otherCurrency(its, asked)
        case .lost(let loss): loss.failure
        case .closed:
            Failure(ReaderFailure.closed, Sentence("failure.reader.closed"), recovery: .retry)
        case .amountOutOfRange:
            Failure(
                ReaderFailure.amountOutOfRange, Sentence("failure.reader.amountOutOfRange.anyTerminal"),
                recovery: .giveUp)
        case .receiptOutOfRange:
            Failure(ReaderFailure.receiptOutOfRange, Sentence("failure.reader.receiptOutOfRange"), recovery: .giveUp)
        }
    }
}

extension ZVTError {
    private static func otherCurrency(_ its: Int, _ asked: Currency) -> Failure {
        let name =
            Currency(number: its).map { Sentence(stored: $0.code) } ?? Sentence("detail.currency", ["number": its])
        return Failure(
            ReaderFailure.otherCurrency, Sentence("failure.reader.otherCurrency", ["name": name, "asked": asked.code]),
            remedy: Sentence("remedy.reader.otherCurrency", ["name": name, "asked": asked.code]), recovery: .giveUp)
    }
}

extension RequestExcess {
    fileprivate var failure: Failure {
        Failure(ReaderFailure.endless, sentence, remedy: remedy, recovery: .askOperator)
    }

    private var sentence: Sentence {
        switch self {
        case .telegrams(let most): Sentence("failure.reader.endless.telegrams", ["most": most])
        case .lines(let most): Sentence("failure.reader.endless.lines", ["most": most])
        case .bytes(let most): Sentence("failure.reader.endless.bytes", ["most": most])
        case .time(let span): Sentence("failure.reader.endless.time", ["seconds": span.components.seconds])
        case .cancellation: Sentence("failure.reader.endless.cancellation")
        }
    }

    private var remedy: Sentence {
        let option: String? =
            switch self {
            case .telegrams: "most_telegrams"
            case .lines: "most_lines"
            case .bytes: "most_kilobytes"
            case .time: "longest_command"
            case .cancellation: nil
            }
        return option.map { Sentence("remedy.reader.endless.raise", ["option": $0]) }
            ?? Sentence("remedy.reader.endless.resultsWithoutEnd")
    }
}

extension LineLoss {
    var failure: Failure {
        switch self {
        case .unplugged(let path):
            Failure(
                ReaderFailure.lineLost, Sentence("failure.reader.lineLost.gone", ["path": path]),
                remedy: Sentence("remedy.reader.lineLost"), recovery: .askOperator)
        case .system(let errno, let during):
            Failure(
                ReaderFailure.lineLost, Sentence("failure.reader.lineLost.system", ["during": during.name]),
                remedy: Sentence("remedy.reader.lineLost"), recovery: .askOperator,
                causes: [Sentence("detail.systemErrorNumber", ["code": Int(errno)])])
        case .disconnected(let failure): failure
        }
    }
}

extension LinkFailure {
    var failure: Failure {
        switch self {
        case .silence:
            Failure(
                ReaderFailure.noAnswer, Sentence("failure.reader.noAnswer.line"),
                remedy: Sentence("remedy.reader.noAnswer.silence"), recovery: .askOperator)
        case .notAccepted:
            Failure(
                ReaderFailure.transmission, Sentence("failure.reader.transmission.notAcknowledged"),
                remedy: Sentence("remedy.reader.transmission.notAccepted"), recovery: .retry)
        case .damagedBlocks:
            Failure(
                ReaderFailure.transmission, Sentence("failure.reader.transmission.damaged"),
                remedy: Sentence("remedy.reader.transmission.notAccepted"), recovery: .retry)
        case .incomplete:
            Failure(
                ReaderFailure.transmission, Sentence("failure.reader.transmission.incomplete"),
                remedy: Sentence("remedy.reader.transmission.incomplete"), recovery: .retry)
        case .outOfStep:
            Failure(
                ReaderFailure.transmission, Sentence("failure.reader.transmission.outOfStep"),
                remedy: Sentence("remedy.reader.transmission.outOfStep"), recovery: .retry)
        case .foreign(let foreign):
            Failure(
                ReaderFailure.foreignProtocol, foreign.sentence, remedy: foreign.remedy, recovery: .askOperator)
        }
    }
}
