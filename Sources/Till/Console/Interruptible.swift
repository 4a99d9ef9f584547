import Flow
import Model
import Synchronization

/// Work at a terminal that Ctrl-C, SIGTERM and SIGHUP may end: the first asks the terminal to stop, the second leaves.
struct Interruptible: Sendable {
    let console: Console
    /// What is said at the first signal.
    let stopping: BilingualText
    /// What is said at the second, with which the process ends.
    let leaving: BilingualText
    /// The exit code of a process that leaves.
    let exit: Exit
    var tongue = OperatorLanguage.en
    /// Asks the terminal to stop.
    let stop: @Sendable () -> Void

    /// What ends because it was asked to is no failure of the terminal's.
    func run<Value>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        let asked = Asked()
        let interrupt = Interrupt { [self] times in
            guard times == 1 else {
                console.say("! " + leaving.text(in: tongue))
                Interrupt.leave(exit)
            }
            asked.note()
            stop()
            console.say("! " + stopping.text(in: tongue))
        }
        defer { interrupt.stop() }
        do throws(Failure) { return try await work() } catch {
            throw asked.wasNoted && exit == .cancelled ? .stopped(error) : error
        }
    }

    private final class Asked: Sendable {
        private let flag = Atomic(false)
        var wasNoted: Bool { flag.load(ordering: .sequentiallyConsistent) }
        func note() { flag.store(true, ordering: .sequentiallyConsistent) }
    }
}

extension Interruptible {
    /// A service of a terminal, or a question to it: no money is moved by any.
    static func service(on reader: DeviceAddress, of till: LiveTill, _ console: Console) -> Interruptible {
        Interruptible(
            console: console,
            stopping: BilingualText(
                "Stopping: the terminal is asked to end what it does. Interrupt again to leave at once.",
                "Abbruch: Das Terminal soll beenden, was es tut. Ein zweites Signal beendet Till sofort."),
            leaving: BilingualText("Left at once. No money was moved.", "Sofort beendet. Es wurde kein Geld bewegt."),
            exit: .cancelled, tongue: till.tongue
        ) { till.requestStop(on: reader) }
    }

    /// The end of a terminal's day.
    static func endOfDay(
        on reader: DeviceAddress, of till: LiveTill, _ console: Console, in tongue: OperatorLanguage
    ) -> Interruptible {
        Interruptible(
            console: console,
            stopping: BilingualText(
                "Stopping: the terminal is asked to stop. What it has ended cannot be taken back, so its answer is awaited. "
                    + "Interrupt again to leave at once; `till end-of-day` finds out later.",
                "Abbruch: Das Terminal soll aufhören. Was es abgeschlossen hat, lässt sich nicht zurücknehmen, darum wird "
                    + "seine Antwort abgewartet. Ein zweites Signal beendet Till sofort; `till end-of-day` klärt es später."
            ),
            leaving: BilingualText(
                "Left at once. Whether the terminal has ended its day is in doubt: `till end-of-day` finds out.",
                "Sofort beendet. Ob das Terminal seinen Tag beendet hat, ist ungeklärt: `till end-of-day` klärt es."),
            exit: .inDoubt, tongue: tongue
        ) { till.requestStop(on: reader) }
    }
}

extension Failure {
    /// A service ended because a signal asked for it.
    fileprivate static func stopped(_ end: Failure) -> Failure {
        Failure(
            "reader.stopped", "Stopped as asked, before the terminal had answered. No money was moved.",
            recovery: .retry, causes: end.code == "reader.closed" ? [] : [end.sentence])
    }
}
