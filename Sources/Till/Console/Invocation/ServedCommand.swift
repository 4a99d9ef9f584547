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
    /// How many prints that were found cut off had been told to a caller before this command began.
    private let cutOffBefore: Int
    private let isStopping: @Sendable () -> Bool
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
        var toldCutOff = 0
        /// Whether output that the caller does not read is given up soon.
        var isHurried = false
        var paperPatience = Duration.seconds(60)
    }

    private struct Cancelling {
        let cancel: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private let state = Mutex(State())

    init(
        till: LiveTill, setup: TillSetup, cutOffBefore: Int, isStopping: @escaping @Sendable () -> Bool,
        pump: OutputPump,
        endInput: @escaping @Sendable () -> Void, tell: @escaping @Sendable (CommandReply) -> Void
    ) {
        (self.cutOffBefore, self.isStopping) = (cutOffBefore, isStopping)
        (self.till, self.setup, self.pump) = (till, setup, pump)
        (self.endInput, self.tell) = (endInput, tell)
    }

    /// How many prints that were found cut off need not be told by this command.
    ///
    /// - Parameter count: how many it tells of from now on.
    func cutOffs(told count: Int) -> Int {
        state.withLock { $0.toldCutOff = max($0.toldCutOff, count) }
        return cutOffBefore
    }

    var toldCutOff: Int { state.withLock { $0.toldCutOff } }

    /// Throws `reader.stopped` if the caller is gone, because what nobody waits for does not begin, and `service.stopping` once the
    /// service is told to stop.
    func checkCaller() throws(Failure) {
        if isStopping() {
            throw Failure(
                ServiceFailure.stopping, Sentence("failure.service.stopping"),
                remedy: Sentence("remedy.service.stopping"), recovery: .retry)
        }
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
        let (request, leaves) = state.withLock { state -> ((@Sendable (Int32) -> Void)?, Bool) in
            // The answer is on its way.
            if state.isLeft { return (nil, false) }
            if let request = state.request { return (request, false) }
            guard !state.isOver else { return (nil, false) }
            // At once: nothing that listens from now on may begin.
            state.isLeft = true
            return (nil, true)
        }
        request?(signal)
        if leaves { answer(.signal(signal), soon: true) } else if request == nil { hurry() }
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

    /// Ends the caller's wait after everything that was written until now.
    ///
    /// - Parameter soon: whether the caller asked for that, and does not wait for output that it does not read.
    func leave(_ exit: Exit, soon: Bool = false) {
        let isFirst = state.withLock { state in
            defer { state.isLeft = true }
            return !state.isLeft
        }
        if isFirst { answer(.exit(exit.rawValue), soon: soon) } else if soon { hurry() }
    }

    private func answer(_ reply: CommandReply, soon: Bool) {
        let (pump, tell) = (pump, tell)
        pump.afterwards {
            pump.close()
            tell(reply)
        }
        endInput()
        if soon { hurry() }
    }

    /// Output that the caller does not read is given up soon.
    private func hurry() {
        let isFirst = state.withLock { state in
            guard state.isLeft, !state.isHurried else { return false }
            state.isHurried = true
            return true
        }
        guard isFirst else { return }
        let (environment, pump) = (till.environment, pump)
        _ = environment.spawn("leave") {
            try? await environment.sleep(environment.uptime() + Self.longestGoodbye)
            pump.close()
        }
    }

    private static let longestGoodbye = Duration.seconds(1)

    // MARK: Paper

    /// Waits for paper until the work is done, or until the caller waits no longer; then it is cancelled.
    ///
    /// - Parameter end: called in any case at the end of the waiting.
    func awaitsPaper(_ cancel: @escaping @Sendable () -> Void, _ end: @escaping @Sendable () -> Void) {
        state.withLock { $0.paper = Cancelling(cancel: cancel, end: end) }
    }

    /// The waiting has ended.
    func hasPaper() {
        let paper = state.withLock { state in
            defer { state.paper = nil }
            return state.paper
        }
        paper?.end()
    }

    /// How long the caller waits for a print.
    var paperPatience: Duration {
        get { state.withLock { $0.paperPatience } }
        set { state.withLock { $0.paperPatience = newValue } }
    }

    /// The caller waits for its paper no longer. The service prints it all the same.
    func stopWaitingForPaper() {
        state.withLock { $0.paper }?.cancel()
    }
}
