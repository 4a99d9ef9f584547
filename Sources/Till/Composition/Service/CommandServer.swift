import Dispatch
import Failures
import Flow
import Foundation
import Glibc
import LogEvents
import Model
import Service
import Synchronization

/// Runs the commands that other processes hand over, because this service owns the devices that they need (docs/service.md).
///
/// Only the user who runs the service, and root, are served: another user who could reach the socket could not run the command by
/// itself either. A command has a thread of its own, so that one that waits holds up neither the stores nor the others.
final class CommandServer: Sendable {
    /// The most commands at once.
    static let mostCommands = 32

    private let till: LiveTill
    private let setup: @Sendable () -> TillSetup
    private let configuration: [String]
    private let listener: CommandChannel

    private struct State {
        var isStopping = false
        var running = 0
        /// How many of the prints that were found cut off a caller has been told of.
        var toldCutOff = 0
    }

    private let state = Mutex(State())
    /// The most callers at once, with those whose request has not come yet.
    private static let mostCallers = 2 * mostCommands
    private let callers = Atomic(0)

    /// Opens the socket at which commands are handed over, or throws `service.cannotListen`. Nobody is served before
    /// `start`.
    ///
    /// - Parameters:
    ///   - setup: the data directory and the configuration that is in force.
    ///   - configuration: the configuration files of the service.
    init(
        _ till: LiveTill, setup: @escaping @Sendable () -> TillSetup, configuration: [String]
    ) throws(Failure) {
        (self.till, self.setup, self.configuration) = (till, setup, configuration)
        let directory = setup().directory
        do { listener = try CommandChannel.listen(directory) } catch {
            let code = (error as? CommandChannel.Broken)?.code ?? EIO
            throw ListenObstacle(code: code).failure(at: CommandChannel.path(in: directory))
        }
    }

    func start() {
        let (environment, listener) = (till.environment, listener)
        _ = environment.spawnThread("commands") { [weak self] _ in
            while let caller = listener.accept() {
                guard let server = self else { return }
                guard let user = caller.user, user == geteuid() || user == 0 else { continue }
                _ = environment.spawnThread("command") { _ in server.serve(caller, of: user) }
            }
        }
    }

    /// Takes no more commands. Those that run go on.
    func stop() {
        state.withLock { $0.isStopping = true }
        listener.shutDown()
    }

    /// Returns when no command runs any more, or when those that remain move no money and take too long: one may wait for what
    /// a person types.
    func end() async {
        let environment = till.environment
        let limit = environment.uptime() + Self.longestEnd
        while state.withLock({ $0.running > 0 }), till.isBusy || environment.uptime() < limit {
            try? await environment.sleep(environment.uptime() + Self.pause)
        }
        unlink(CommandChannel.path(in: setup().directory))
    }

    private static let longestEnd = Duration.seconds(30)
    private static let pause = Duration.milliseconds(50)

    // MARK: One command

    /// Starts the command and passes its caller's signals on until the caller is gone.
    private func serve(_ caller: CommandChannel, of user: uid_t) {
        let hasRoom = callers.add(1, ordering: .sequentiallyConsistent).newValue <= Self.mostCallers
        defer { callers.subtract(1, ordering: .sequentiallyConsistent) }
        guard hasRoom, let (request, descriptors) = try? caller.receive() else { return caller.send(.notBegun) }
        let pump = OutputPump(owned: Array(descriptors.dropFirst()))
        guard let input = InputLines(owned: descriptors[0]) else { return caller.send(.notBegun) }
        let command = ServedCommand(
            till: till, setup: setup(), cutOffBefore: state.withLock { $0.toldCutOff },
            isStopping: { [weak self] in self?.state.withLock { $0.isStopping } ?? true }, pump: pump,
            endInput: input.end
        ) { reply in
            caller.send(reply)
            caller.shutDown()
        }
        let invocation = Invocation(
            arguments: request.arguments, variables: request.variables, directory: request.directory, input: input,
            output: pump.stream(0), errors: pump.stream(1), user: user, served: command)
        begin(request, invocation, command)
        while let signal = caller.nextSignal() { command.heard(signal) }
        command.callerIsGone()
    }

    private func begin(_ request: CommandRequest, _ invocation: Invocation, _ command: ServedCommand) {
        let refusal = state.withLock { state -> Failure? in
            if let refusal = self.refusal(of: request, state) { return refusal }
            state.running += 1
            return nil
        }
        if let refusal {
            Console(invocation).end(with: refusal)
            return command.leave(Exit(refusal))
        }
        let executor = CommandExecutor()
        _ = till.environment.spawn("command") { [self] in
            let exit = await withTaskExecutorPreference(executor) {
                await Invocation.$current.withValue(invocation) { await Self.run(invocation) }
            }
            command.leave(exit)
            state.withLock { state in
                state.running -= 1
                state.toldCutOff = max(state.toldCutOff, command.toldCutOff)
            }
        }
    }

    private func refusal(of request: CommandRequest, _ state: State) -> Failure? {
        if state.isStopping {
            return Failure(
                ServiceFailure.stopping, Sentence("failure.service.stopping"),
                remedy: Sentence("remedy.service.stopping"), recovery: .retry)
        }
        if request.version != Release.version {
            return Failure(
                ServiceFailure.otherVersion,
                Sentence("failure.service.otherVersion", ["service": Release.version, "command": request.version]),
                remedy: Sentence("remedy.service.otherVersion"), recovery: .askOperator)
        }
        if !request.configuration.isEmpty, request.configuration != configuration {
            return Failure(
                ServiceFailure.otherConfiguration,
                Sentence(
                    "failure.service.otherConfiguration",
                    [
                        "service": configuration.isEmpty ? "-" : configuration.joined(separator: ", "),
                        "command": request.configuration.joined(separator: ", "),
                    ]), remedy: Sentence("remedy.service.otherConfiguration"), recovery: .giveUp)
        }
        guard state.running < Self.mostCommands else {
            return Failure(
                ServiceFailure.tooManyCommands,
                Sentence("failure.service.tooManyCommands", ["most": Self.mostCommands]),
                remedy: Sentence("remedy.service.tooManyCommands"), recovery: .retry)
        }
        return nil
    }

    private static func run(_ invocation: Invocation) async -> Exit {
        // The caller has read its words already and found no mistake in them.
        do {
            guard let command = try Till.parseAsRoot(invocation.arguments) as? any TillCommand,
                type(of: command).isServed
            else { return .usage }
            return await command.perform(invocation)
        } catch { return .usage }
    }
}

/// The thread of one command.
private final class CommandExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "till.command")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
