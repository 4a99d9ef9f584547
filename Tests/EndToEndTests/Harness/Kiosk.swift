import Foundation
import Model
import Simulator
import Synchronization

/// A kiosk of real processes: `till`, `till-sim terminal` and `till-sim printer`, each on its own pseudo terminal, and
/// everything they write in one directory that goes with the kiosk.
///
/// The terminal's own journal is the oracle: what stands in it is what the cardholder has paid.
final class Kiosk: Sendable {
    /// The most kiosks at once: with more, two processor cores cannot keep up with the paced lines.
    private static let open = Slots(6)
    /// Fast enough that no test waits for the line.
    private static let baud = 115_200
    /// Seconds after which a process is considered hung, even on the slowest machine. `scripts/soak` has longer tests, and says how
    /// long in `TILL_TEST_LIMIT`.
    static let limit = ProcessInfo.processInfo.environment["TILL_TEST_LIMIT"].flatMap { Int($0) } ?? 120
    /// A payment without the pauses of people and hosts.
    static let quick = #""timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05}"#
    /// A payment whose card takes so long that a test is told of it in time, on the slowest machine too. What has to happen before the
    /// card comes happens while the terminal stands still (`Child.standsStill`).
    static let patient = #"{"timing": {"card_delay": 6, "step_delay": 0.01, "host_delay": 0.05}}"#

    /// How the terminal and the printer are connected.
    enum Line: String, CaseIterable, Sendable { case pty, network, usb }

    let directory: String
    let line: Line
    private let children = Mutex<[Child]>([])
    /// The port on which the terminal and the printer listen, once they do.
    private let port = Mutex("0")
    private let printerPort = Mutex("0")
    /// The simulation of USB devices; nil until it is first used.
    private let bed = Mutex<USBBed?>(nil)
    private let beside = ServiceBeside()

    /// Runs `body` in a new kiosk; afterwards its processes and files are removed.
    @discardableResult
    static func run<Value: Sendable>(
        on line: Line = .pty, _ body: @Sendable (Kiosk) async throws -> Value
    ) async throws -> Value {
        await open.take()
        let result: Result<Value, any Error>
        do {
            let kiosk = try Kiosk(line)
            do { result = .success(try await body(kiosk)) } catch { result = .failure(error) }
            await kiosk.clear()
        } catch { result = .failure(error) }
        await open.giveBack()
        return try result.get()
    }

    private init(_ line: Line) throws {
        self.line = line
        var template = Array("/tmp/till-e2e-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Child.Unexpected(description: "no directory: errno \(errno)") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try FileManager.default.createDirectory(atPath: path("home"), withIntermediateDirectories: true)
    }

    private func clear() async {
        // What was started last ends first: a service that outlived its device would open the line's name again, which may be
        // another kiosk's by then.
        for child in children.withLock({ $0 }).reversed() {
            child.send(SIGTERM)
            _ = try? await child.end()
        }
        try? FileManager.default.removeItem(atPath: directory)
    }

    // MARK: Places

    func path(_ name: String) -> String { directory + "/" + name }

    /// The data directory of `till`.
    var data: String { path("data") }
    var readerLink: String { path("terminal") }
    var printerLink: String { path("printer") }
    var reader: String {
        switch line {
        case .pty: "serial:\(readerLink)?baud=\(Self.baud)"
        case .network: "tcp:127.0.0.1:\(port.withLock { $0 })"
        case .usb: USBBed.terminal
        }
    }
    var printer: String {
        switch line {
        case .pty: "serial:\(printerLink)?baud=\(Self.baud)"
        case .network: "tcp:127.0.0.1:\(printerPort.withLock { $0 })"
        case .usb: USBBed.printer
        }
    }
    /// Where the simulated printer puts its pages.
    var paper: String { path("paper") }

    // MARK: Processes

    /// Starts one of our programs, or another by its path.
    func start(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], limit: Int = Kiosk.limit
    ) throws -> Child {
        let executable = program.hasPrefix("/") ? program : Programs.path(program)
        let child = try Child(
            executable, arguments,
            environment: surroundings.merging(bed.withLock { $0?.surroundings } ?? [:]) { $1 }.merging(environment) {
                $1
            },
            limit: limit)
        children.withLock { $0.append(child) }
        return child
    }

    /// Starts `till` with its data directory; the arguments begin with the command.
    func startTill(_ arguments: [String], environment: [String: String] = [:]) async throws -> Child {
        let arguments = arguments + ["--data", data]
        guard Served.isAsked, Served.commands.contains(arguments[0]) else {
            return try start("till", arguments, environment: environment)
        }
        let service = try await beside.begin(self, arguments, environment)
        let child = try start("till", arguments, environment: environment)
        guard let service else { return child }
        return child.served(by: service) { [beside] in try await beside.end(service) }
    }

    /// Runs `till` to its end.
    func till(_ arguments: String..., environment: [String: String] = [:]) async throws -> Ending {
        try await startTill(arguments, environment: environment).end()
    }

    /// Starts the terminal and returns when it is ready. A scenario is a name, or the JSON of a scenario file.
    @discardableResult
    func startTerminal(_ scenario: String = "approve", baud: Int = Kiosk.baud) async throws -> Child {
        var named = scenario
        if scenario.hasPrefix("{") {
            named = path("scenario.json")
            try Data(scenario.utf8).write(to: URL(fileURLWithPath: named))
        }
        let way: [String]
        switch line {
        case .pty: way = ["--pty", readerLink, "--baud", String(baud)]
        case .network: way = ["--tcp", port.withLock { $0 }]
        case .usb: return try await usb().add(terminal: named, data: path("terminal-data"))
        }
        let child = try start(
            "till-sim", ["terminal", "--scenario", named, "--data", path("terminal-data")] + way)
        let ready = try await child.says("terminal ready")
        if let told = ready.firstMatch(of: /127\.0\.0\.1:(\d+)/) { port.withLock { $0 = String(told.1) } }
        return child
    }

    /// Starts the printer and returns when it is ready.
    @discardableResult
    func startPrinter(fault: String? = nil) async throws -> Child {
        if line == .usb { return try await usb().add(printer: paper, fault: fault) }
        let way =
            line == .network
            ? ["--tcp", printerPort.withLock { $0 }] : ["--pty", printerLink, "--baud", String(Self.baud)]
        let child = try start(
            "till-sim", ["printer", "--out", paper] + way + (fault.map { ["--fault", $0] } ?? []))
        let ready = try await child.says("printer ready")
        if let told = ready.firstMatch(of: /127\.0\.0\.1:(\d+)/) { printerPort.withLock { $0 = String(told.1) } }
        return child
    }

    /// The kiosk's USB devices, which everything started from then on can see.
    ///
    /// - Parameter options: more of `till-sim usb`, the first time.
    func usb(_ options: [String] = []) async throws -> USBBed {
        if let bed = bed.withLock({ $0 }) { return bed }
        let control = path("usb")
        let simulation = try start(
            "/usr/bin/umockdev-wrapper", [Programs.path("till-sim"), "usb", "--control", control] + options,
            limit: Self.limit * 2
        )
        let made = try USBBed(simulation, control: control, told: await simulation.says("devices ready"))
        bed.withLock { $0 = made }
        return made
    }

    /// The arguments of `till pay` on this kiosk's devices.
    func payment(of order: Int = 1042, giveUpAfter: Int = 20) -> [String] {
        [
            "pay", "--order", String(order), "--reader", reader, "--printer", printer, "--give-up-after",
            String(giveUpAfter),
        ]
    }

    /// Runs `till pay` for an order of the embedded shop to its end.
    func pay(
        _ order: Int = 1042, giveUpAfter: Int = 20, _ more: String..., environment: [String: String] = [:]
    ) async throws -> Ending {
        try await startTill(payment(of: order, giveUpAfter: giveUpAfter) + more, environment: environment).end()
    }

    private var surroundings: [String: String] {
        let own = ProcessInfo.processInfo.environment
        var surroundings = [
            "HOME": path("home"), "XDG_STATE_HOME": path("home/state"), "XDG_CONFIG_HOME": path("home/config"),
            "TZ": "UTC", "NO_COLOR": "1", "LANG": "C.UTF-8",
            // These terminals end an interrupted transaction soon after their line broke.
            "TILL_TEST_CARD_PHASE": "2",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH"] { surroundings[name] = own[name] }
        return surroundings
    }
}

/// The programs of this build, which are beside the tests.
enum Programs {
    static func path(_ name: String) -> String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent(name).path
    }
}

/// Lets a limited number run at once; the others wait their turn.
private actor Slots {
    private var free: Int
    private var queue: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    func giveBack() {
        guard !queue.isEmpty else {
            free += 1
            return
        }
        queue.removeFirst().resume()
    }
}
