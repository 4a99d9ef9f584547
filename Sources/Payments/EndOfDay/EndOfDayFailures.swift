import Failures
import Flow
import Hardware
import Model

/// Why an end of day was not made, or why a payment needs one first.
extension Failure {
    /// ZVT's code for "end of day is due first".

    static let endOfDayDemanded = Failure(
        ReaderFailure.endOfDayDemanded,
        "The terminal wants its end of day before it does anything else. Nothing was charged.",
        remedy:
            "run `till end-of-day`; an unattended kiosk does it by itself with policy.end_of_day = \"when-demanded\"",
        recovery: .askOperator)

    static let terminalEndsItsDay = Failure(
        PaymentFailure.terminalBusy, "The terminal is ending its day.", remedy: "wait until it has ended",
        recovery: .retry)

    static let endOfDayMayStillRun = Failure(
        EndOfDayFailure.unclear, "The terminal may still be in the middle of its end of day.",
        remedy: "run `till end-of-day` again in some minutes", recovery: .retry)

    static let endOfDayNotDone = Failure(
        EndOfDayFailure.notDone, "The line was disturbed, and the terminal has not ended its day.",
        remedy: "run `till end-of-day` again", recovery: .retry)

    static let endOfDayOfNothing = Failure(
        EndOfDayFailure.notDone,
        "The line was disturbed. Whether the terminal has ended its day is not known; by the journal it came to nothing.",
        remedy: "run `till end-of-day` again", recovery: .retry)

    /// Asking once more would get the same answer.
    static func endOfDayUnclear(_ why: String) -> Failure {
        Failure(EndOfDayFailure.unclear, why, remedy: "run `till end-of-day` again; it asks first", recovery: .giveUp)
    }

    static let endOfDayLost = Failure(
        EndOfDayFailure.lost, "The end of day that was begun is not in the journal.",
        remedy: "run `till journal verify`", recovery: .askOperator)

    package static let noEndOfDay = Failure(
        EndOfDayFailure.notFound, "There was no end of day yet.", remedy: "run `till end-of-day`", recovery: .giveUp)

    package static func noEndOfDay(_ id: EndOfDayID) -> Failure {
        Failure(
            EndOfDayFailure.notFound, "There is no end of day \(id).", remedy: "the newest: till end-of-day --last",
            recovery: .giveUp)
    }

    package static func endOfDayOpen(_ id: EndOfDayID) -> Failure {
        Failure(
            EndOfDayFailure.open, "The end of day \(id) was cut off; whether it has happened is not known.",
            remedy: "run `till end-of-day`; it asks first. What you read at the terminal: till settle \(id)",
            recovery: .askOperator)
    }

    static func otherTerminalAtEndOfDay(_ terminal: TerminalName) -> Failure {
        Failure(
            EndOfDayFailure.otherTerminal,
            "An end of day is open on terminal \(terminal.id ?? terminal.address.description), and another is connected.",
            remedy: "connect that terminal again", recovery: .giveUp)
    }

    static func noTotals(_ end: TerminalEnd) -> Failure {
        switch end {
        case .disturbed(let failure): failure
        case _ where end.reason == .busy: .terminalBusy
        case .completed, .refused, .aborted:
            Failure(
                ReaderFailure.noTotals, "The terminal does not tell what it has counted.",
                remedy: "print the totals at the terminal itself", recovery: .giveUp)
        }
    }
}
