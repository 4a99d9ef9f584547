import ArgumentParser
import CPrivacy
import Configuration
import Flow
import Foundation
import LogEvents
import Model
import Readers
import Service
import Storage
import Stores
import Synchronization

struct ServeCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the till over HTTP, and goes on with what earlier commands left unfinished.",
        discussion: """
            The service owns the data directory, the devices, the waiting prints and the deliveries. A command that needs one of \
            them hands itself over to the service, which runs it with the same output and the same exit code; the others work \
            by themselves.

            Requests over TCP need a token (`till tokens create`). At the Unix socket the user who runs the service and root may \
            do everything, and its group what a kiosk may do, or what `[service]` of the configuration gives to a group.

            SIGTERM and Ctrl-C: no payment begins any more, a running one ends, then the service ends; a second one ends it at \
            once. SIGHUP: the configuration is read again, and standard error says what counts from the next start on.

            Exit codes: 0 stopped, 6 cannot listen there, 65 the configuration has mistakes, 75 another service owns the data.
            """)

    @Option(
        help: ArgumentHelp(
            "The address and port to listen at; port 0 takes any free one, `none` listens at no port. Beyond this machine only with `service.certificate`.",
            valueName: "host:port"))
    var listen = "127.0.0.1:7373"
    @Option(
        help: ArgumentHelp("Listen at a Unix socket at this path too, such as /run/till/till.sock.", valueName: "path"))
    var socket: String?
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }
    static var isServed: Bool { false }

    private static let noListen = "none"

    func validate() throws {
        if listen == Self.noListen, socket == nil { throw ValidationError("--listen none needs --socket.") }
        if socket?.isEmpty == true { throw ValidationError("--socket names a path.") }
    }

    /// How many heaps all threads share. By default glibc gives each thread its own, and what one thread has freed the others cannot
    /// use: with hundreds of thousands of requests the process would keep the largest answer of each thread.
    private static let mostHeaps: Int32 = 2

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // The socket and whatever else is made is the owner's alone.
        umask(0o077)
        till_share_heaps(Self.mostHeaps)
        giveUpTerminalInBackground()
        let setup = try data.setup()
        let options = setup.configuration.service
        let address =
            listen == Self.noListen
            ? nil : try ListenAddress(listen, beyondLoopback: options.tlsCertificate != nil)
        let validity = address == nil ? nil : try options.tlsCertificate?.validity()
        let environment = Environment.live.logged
        let ownership = try ServiceLock.own(setup.directory, now: environment.now())
        let feed = JournalFeed(environment: environment)
        let figures = ServiceFigures()
        let till = try await LiveTill(
            setup, ownership: ownership, noticed: { figures.noticed($0.rawValue, in: $0.layer) },
            committed: { span in
                figures.committed(in: span)
                feed.wake()
            })
        let serving = ServingTill(till, feed: feed, options: data.files().read().options, figures: figures)
        let service = TillService(
            serving,
            at: TillService.Places(
                listen: address, socket: socket?.absolutePath, certificate: options.tlsCertificate,
                hosts: options.hosts, roles: options.socketRoles))
        let commands = try CommandServer(
            till, setup: { TillSetup(directory: setup.directory, configuration: serving.configuration) },
            configuration: data.files().paths.map(\.absolutePath))
        let run = ServiceRun(
            serving: serving, service: service, commands: commands, console: console, data: data, validity: validity,
            notifier: SystemdNotifier(ProcessInfo.processInfo.environment))
        let interrupt = Interrupt(told: run.heard)
        defer { interrupt.stop(isAtEnd: true) }
        try await serving.resume()
        try await run.toTheEnd()
        await till.endPrints()
        return .done
    }
}

/// A service in the background of a terminal would be stopped by the kernel when it reads what a command's caller types there.
private func giveUpTerminalInBackground() {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return }
    defer { close(terminal) }
    if tcgetpgrp(terminal) != getpgrp() { _ = ioctl(terminal, UInt(TIOCNOTTY)) }
}

/// What a service that runs does besides answering: signals, and signs of life for systemd.
private final class ServiceRun: Sendable {
    private let serving: ServingTill
    private let service: TillService
    private let commands: CommandServer
    private let notifier: SystemdNotifier
    private let console: Console
    private let data: DataOptions
    /// When the certificate in use is valid; nil without one.
    private let validity: ServiceCertificate.Validity?
    private let isStopping = Atomic(false)
    /// What systemd was told last.
    private let status = Mutex("")
    /// Where the service listens; nil before it does.
    private let places = Mutex<String?>(nil)

    init(
        serving: ServingTill, service: TillService, commands: CommandServer, console: Console, data: DataOptions,
        validity: ServiceCertificate.Validity?, notifier: SystemdNotifier
    ) {
        (self.serving, self.service, self.commands, self.notifier) = (serving, service, commands, notifier)
        (self.console, self.data, self.validity) = (console, data, validity)
    }

    private var language: OperatorLanguage { serving.language }

    /// Serves until the service is told to stop, and returns when nothing runs any more.
    func toTheEnd() async throws(Failure) {
        warnOfCertificate()
        let (watch, tidying) = (watch(), tidyUp())
        serving.eventDelivery.wake()
        defer {
            watch?.cancel()
            tidying.cancel()
            serving.eventDelivery.stop()
        }
        do throws(Failure) { try await service.run(ready) } catch {
            // Commands may have come before a place was found to be taken.
            commands.stop()
            await commands.end()
            throw error
        }
        await commands.end()
    }

    @Sendable private func ready(_ places: [String]) {
        commands.start()
        let named = places.joined(separator: ", ")
        let text = language.text("serve.ready", ["places": named])
        status.withLock { $0 = text }
        notifier.tell("READY=1", "STATUS=\(text)")
        self.places.withLock { $0 = named }
        console.print(text)
        serving.environment.log(.serviceReady, .words(named))
    }

    @Sendable func heard(_ signal: Int32, _ times: Int) {
        if signal == SIGHUP { return reload() }
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent) else {
            Interrupt.leave(serving.isBusy ? .inDoubt : .done)
        }
        // Who reads that the service is stopping finds that it begins nothing new.
        commands.stop()
        service.refuseNewWork()
        notifier.tell("STOPPING=1", "STATUS=\(language.text("serve.stopping"))")
        serving.environment.log(.serviceStopping)
        console.say(language.text("serve.stopping"))
        service.stop()
    }

    /// Reads the configuration again, and takes over what counts at once. A mistake in it changes nothing.
    private func reload() {
        let read = data.files().read()
        guard read.problems.isEmpty else { return console.say(.badConfiguration(read.problems)) }
        warnOfCertificate(nowConfigured: read.configuration.service.tlsCertificate)
        let reload = serving.adopt(read)
        console.say(
            language.text(
                "serve.reloaded", ["options": reload.counting.isEmpty ? "-" : reload.counting.joined(separator: ", ")]))
        guard !reload.waiting.isEmpty else { return }
        let waiting = reload.waiting.joined(separator: ", ")
        serving.environment.log(.serviceNeedsRestart, .words(waiting))
        console.say(language.text("serve.needsRestart", ["options": waiting]))
    }

    /// Says that clients refuse the certificate in use, or will soon, and that its files are others by now.
    private func warnOfCertificate(nowConfigured certificate: ServiceCertificate? = nil) {
        guard let validity else { return }
        func tell(_ failure: Failure) {
            serving.environment.log(.certificateDoubtful, .failure(failure))
            console.say(failure)
        }
        if let warning = validity.warning(at: serving.environment.now()) { tell(warning) }
        do throws(Failure) {
            guard let renewed = try certificate?.validity(), renewed.file == validity.file, renewed != validity else {
                return
            }
            serving.environment.log(.serviceNeedsRestart, .words("service.certificate"))
            console.say(language.text("serve.needsRestart", ["options": "service.certificate"]))
        } catch { tell(error) }
    }

    /// How often data that no longer has to be kept is dropped.
    private static let tidying = Duration.seconds(3_600)

    /// After this time the start is over, and what it alone needed of the program can be given back.
    private static let settling = Duration.seconds(10)

    private func tidyUp() -> any Running {
        let (serving, environment) = (serving, serving.environment)
        return environment.spawn("tidy up") {
            try? await environment.sleep(environment.uptime() + Self.settling)
            till_release_memory()
            while (try? await environment.sleep(environment.uptime() + Self.tidying)) != nil {
                serving.till.tidyUp(serving.configuration.retention, now: environment.now())
                till_release_memory()
            }
        }
    }

    /// Tells systemd twice in its span that the stores and the storage answer, and what has changed since.
    private func watch() -> (any Running)? {
        guard let span = notifier.watchdog else { return nil }
        return serving.environment.spawn("watchdog") { [self] in
            while (try? await serving.environment.sleep(serving.environment.uptime() + span / 2)) != nil {
                guard await serving.answers else { continue }
                notifier.tell("WATCHDOG=1")
                await tellStatus()
            }
        }
    }

    /// Tells systemd how many transactions run and how many are in doubt, from when the service is ready until it stops.
    private func tellStatus() async {
        guard let named = places.withLock({ $0 }),
            let open = try? await serving.ask({ JournalAction.listDoubts($0) }),
            !isStopping.load(ordering: .sequentiallyConsistent)
        else { return }
        let running = open.count { DeviceAddress($0.terminalAddress).map(serving.isBusy(at:)) ?? false }
        let text =
            open.isEmpty
            ? language.text("serve.ready", ["places": named])
            : language.text(
                "serve.transactions", ["places": named, "running": running, "doubts": open.count - running])
        let isNew = status.withLock { status in
            defer { status = text }
            return status != text
        }
        if isNew { notifier.tell("STATUS=\(text)") }
    }
}
