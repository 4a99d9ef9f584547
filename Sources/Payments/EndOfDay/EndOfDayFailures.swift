import Failures
import Flow
import Hardware
import Model

/// Why an end of day was not made, or why a payment needs one first.
extension Failure {
    static let endOfDayDemanded = Failure(
        ReaderFailure.endOfDayDemanded, Sentence("failure.reader.endOfDayDemanded"),
        remedy: Sentence("remedy.reader.endOfDayDemanded"), recovery: .askOperator)

    static let terminalEndsItsDay = Failure(
        PaymentFailure.terminalBusy, Sentence("failure.payment.terminalBusy.terminalEndsItsDay"),
        remedy: Sentence("remedy.payment.terminalBusy"), recovery: .retry)

    static let endOfDayMayStillRun = Failure(
        EndOfDayFailure.unclear, Sentence("failure.endOfDay.unclear"), remedy: Sentence("remedy.endOfDay.unclear"),
        recovery: .retry)

    static let endOfDayNotDone = Failure(
        EndOfDayFailure.notDone, Sentence("failure.endOfDay.notDone.endOfDayNotDone"),
        remedy: Sentence("remedy.endOfDay.notDone"), recovery: .retry)

    static let endOfDayOfNothing = Failure(
        EndOfDayFailure.notDone, Sentence("failure.endOfDay.notDone.endOfDayOfNothing"),
        remedy: Sentence("remedy.endOfDay.notDone"), recovery: .retry)

    /// Asking once more would get the same answer.
    static func endOfDayUnclear(_ why: Sentence) -> Failure {
        Failure(EndOfDayFailure.unclear, why, remedy: Sentence("remedy.endOfDay.unclear.again"), recovery: .giveUp)
    }

    static let endOfDayLost = Failure(
        EndOfDayFailure.lost, Sentence("failure.endOfDay.lost"), remedy: Sentence("remedy.endOfDay.lost"),
        recovery: .askOperator)

    package static let noEndOfDay = Failure(
        EndOfDayFailure.notFound, Sentence("failure.endOfDay.notFound.noEndOfDay"),
        remedy: Sentence("remedy.endOfDay.notFound.noEndOfDay"), recovery: .giveUp)

    package static func noEndOfDay(_ id: EndOfDayID) -> Failure {
        Failure(
            EndOfDayFailure.notFound, Sentence("failure.endOfDay.notFound.named", ["id": id]),
            remedy: Sentence("remedy.endOfDay.notFound.named"), recovery: .giveUp)
    }

    package static func endOfDayOpen(_ id: EndOfDayID) -> Failure {
        Failure(
            EndOfDayFailure.open, Sentence("failure.endOfDay.open", ["id": id]),
            remedy: Sentence("remedy.endOfDay.open", ["id": id]), recovery: .askOperator)
    }

    static func otherTerminalAtEndOfDay(_ terminal: TerminalName) -> Failure {
        Failure(
            EndOfDayFailure.otherTerminal,
            Sentence("failure.endOfDay.otherTerminal", ["terminal": terminal.id ?? terminal.address.description]),
            remedy: Sentence("remedy.endOfDay.otherTerminal"), recovery: .giveUp)
    }

    static func noTotals(_ end: TerminalEnd) -> Failure {
        switch end {
        case .disturbed(let failure): failure
        case _ where end.reason == .busy: .terminalBusy
        case .completed, .refused, .aborted:
            Failure(
                ReaderFailure.noTotals, Sentence("failure.reader.noTotals"), remedy: Sentence("remedy.reader.noTotals"),
                recovery: .giveUp)
        }
    }
}
