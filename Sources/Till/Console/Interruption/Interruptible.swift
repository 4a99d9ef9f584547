import Failures
import Flow
import Model
import Synchronization

/// Work at a terminal that Ctrl-C, SIGTERM and SIGHUP may end: the first signal asks the terminal to stop, the second
/// ends the process.
struct Interruptible: Sendable {
    let console: Console
    /// The message at the first signal.
    let stopping: Sentence
    /// The message at the second signal, with which the process ends.
    let leaving: Sentence
    /// The exit code of a process that the second signal ends.
    let exit: Exit
    var language = OperatorLanguage.en
    /// Asks the terminal to stop.
    let stop: @Sendable () -> Void

    /// Runs the work. An end that was requested is not a failure of the terminal.
    func run<Value>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        let asked = Asked()
        let interrupt = Interrupt { [self] times in
            guard times == 1 else {
                console.say("! " + leaving.text(in: language))
                return console.invocation.leave(exit)
            }
            asked.note()
            stop()
            console.say("! " + stopping.text(in: language))
        }
        defer { interrupt.stop() }
        try console.invocation.served?.checkCaller()
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
    /// Work that moves no money: a service of a terminal, or a question to it.
    static func service(on terminal: DeviceAddress, of till: LiveTill, _ console: Console) -> Interruptible {
        Interruptible(
            console: console,
            stopping: Sentence("stop.service"),
            leaving: Sentence("left.service"),
            exit: .cancelled, language: till.language
        ) { till.requestStop(on: terminal) }
    }

    /// The end of a terminal's day.
    static func endOfDay(
        on terminal: DeviceAddress, of till: LiveTill, _ console: Console, in language: OperatorLanguage
    ) -> Interruptible {
        Interruptible(
            console: console,
            stopping: Sentence("stop.endOfDay"),
            leaving: Sentence("left.endOfDay"),
            exit: .inDoubt, language: language
        ) { till.requestStop(on: terminal) }
    }
}

extension Failure {
    /// The failure of a service that ended because a signal asked for it.
    fileprivate static func stopped(_ end: Failure) -> Failure {
        Failure(
            ReaderFailure.stopped, Sentence("failure.reader.stopped"), recovery: .retry,
            causes: end.is(ReaderFailure.closed) ? [] : [end.said])
    }
}
