import Failures
import Flow
import Glibc
import Model
import Synchronization

/// A command that a service runs for another process: the till that the service owns, the signals that the caller passes on,
/// and the way to end the caller's wait.
final class ServedCommand: Sendable {
    let till: LiveTill
    let setup: TillSetup
    /// How many prints the service had found cut off before this command began.
    let cutOffBefore: Int
    private let pump: OutputPump
    /// Tells the caller how it ends: with an exit code, or as the signal does by itself.
    private let tell: @Sendable (CommandReply) -> Void
    private let endInput: @Sendable () -> Void

    private struct State {
        var request: (@Sendable (Int32) -> Void)?
        /// Whether everything was reported, so that a signal has nothing left to ask for.
        var isOver = false
        /// Whether the caller no longer waits.
        var isLeft = false
        var paper: Cancelling?
        var paperPatience = Duration.seconds(60)
    }

    private struct Cancelling { let cancel: @Sendable () -> Void }

    private let state = Mutex(State())

    init(
        till: LiveTill, setup: TillSetup, cutOffBefore: Int, pump: OutputPump,
        endInput: @escaping @Sendable () -> Void, tell: @escaping @Sendable (CommandReply) -> Void
    ) {
        self.cutOffBefore = cutOffBefore
        (self.till, self.setup, self.pump) = (till, setup, pump)
        (self.endInput, self.tell) = (endInput, tell)
    }

    /// Throws `reader.stopped` if the caller is gone: what nobody waits for does not begin.
    func checkCaller() throws(Failure) {
        guard state.withLock({ $0.isLeft }) else { return }
        throw Failure(ReaderFailure.stopped, Sentence("failure.reader.stopped"), recovery: .retry)
    }

    // MARK: Signals

    /// What signals ask for from now on.
    func listen(_ request: @escaping @Sendable (Int32) -> Void) { state.withLock { $0.request = request } }

    /// Signals ask for nothing any more.
    ///
    /// - Parameter isAtEnd: whether everything was reported.
    func stopListening(isAtEnd: Bool) {
        state.withLock { state in
            state.request = nil
            state.isOver = state.isOver || isAtEnd
        }
    }

    /// Does what the command does at a signal. A command that knows no signals goes on without its caller, which ends as the
    /// signal ends any process.
    func heard(_ signal: Int32) {
        let (request, isOver) = state.withLock { ($0.request, $0.isOver) }
        if let request { return request(signal) }
        if !isOver { leave(.signal(signal)) }
    }

    /// The caller's process has ended. A command that can be stopped is stopped as by SIGHUP.
    func callerIsGone() {
        let request = state.withLock { state in
            defer { state.isLeft = true }
            return state.isLeft ? nil : state.request
        }
        pump.close()
        endInput()
        request?(SIGHUP)
    }

    // MARK: The end

    func leave(_ exit: Exit) { leave(.exit(exit.rawValue)) }

    /// Ends the caller's wait after everything that was written until now.
    func leave(_ reply: CommandReply) {
        let isFirst = state.withLock { state in
            defer { state.isLeft = true }
            return !state.isLeft
        }
        guard isFirst else { return }
        let (pump, tell) = (pump, tell)
        pump.afterwards {
            pump.close()
            tell(reply)
        }
        endInput()
    }

    // MARK: Paper

    /// Waits for paper until the work is done, or until the caller waits no longer; then it is cancelled.
    func awaitsPaper(_ cancel: @escaping @Sendable () -> Void) { state.withLock { $0.paper = Cancelling(cancel: cancel) } }

    /// How long the caller waits for a print.
    var paperPatience: Duration {
        get { state.withLock { $0.paperPatience } }
        set { state.withLock { $0.paperPatience = newValue } }
    }

    /// The caller waits for its paper no longer. The service prints it all the same.
    func stopWaitingForPaper() {
        let paper = state.withLock { state in
            defer { state.paper = nil }
            return state.paper
        }
        paper?.cancel()
    }
}
