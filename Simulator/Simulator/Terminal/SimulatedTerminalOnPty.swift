import Flow
import Foundation
import Synchronization

/// A simulated terminal on a pty of its own, paced to its baud rate, with its journal on disk.
public final class SimulatedTerminalOnPty: Sendable {
    /// The speed of a terminal that nobody has set otherwise (ZVT transport §3).
    public static let usualBaud = 9600

    public let scenario: TerminalScenario
    /// The symbolic link a till opens.
    public let link: String
    public let baud: Int
    public let journalPath: String
    private let host: PtyHost

    /// `directory` holds the journal, which is made or continued; the link is `terminal` in it unless given. Throws when
    /// the journal cannot be read or belongs to another simulator.
    public init(
        scenario: TerminalScenario, directory: String, link: String? = nil,
        baud: Int = SimulatedTerminalOnPty.usualBaud, stopBits: Int = 2, environment: Environment
    ) throws(Failure) {
        self.scenario = scenario
        self.baud = baud
        self.link = link ?? directory + "/terminal"
        let journal = try TerminalJournalFile(in: directory)
        journalPath = journal.path
        let device = TerminalPtyDevice(scenario, journal: journal, environment: environment)
        host = PtyHost(device, link: self.link, baud: baud, stopBits: stopBits, environment: environment)
    }

    /// Opens the pty and returns the link; a till can connect now.
    @discardableResult
    public func start() throws(Failure) -> String {
        try host.start()
        return link
    }

    /// Hangs up, removes the link and waits for both.
    public func stop() { host.stop() }
}

extension TerminalMoment {
    /// The terminal's clock shows the local time of the machine.
    init(_ uptime: Uptime, date: Date) { self.init(uptime: uptime, time: TerminalTime(date)) }
}

extension TerminalTime {
    fileprivate init(_ date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        self.init(
            year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0, second: parts.second ?? 0)
    }
}

/// Takes the machine's steps: writes the journal down before anything leaves.
private final class TerminalPtyDevice: PtyDevice {
    private let machine: Mutex<SimulatedTerminalMachine>
    private let hasStarted = Mutex(false)
    private let journal: TerminalJournalFile
    private let environment: Environment

    init(_ scenario: TerminalScenario, journal: TerminalJournalFile, environment: Environment) {
        machine = Mutex(SimulatedTerminalMachine(scenario, journal: journal.journal))
        self.journal = journal
        self.environment = environment
    }

    func attached(at now: Uptime) -> PtyOrders {
        let isFirst = hasStarted.withLock { started in
            defer { started = true }
            return !started
        }
        return perform(at: now) { isFirst ? $0.started(at: $1) : $0.lineReturned(at: $1) }
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { perform(at: now) { $0.received(bytes, at: $1) } }

    func deadlineReached(at now: Uptime) -> PtyOrders { perform(at: now) { $0.deadlineReached(at: $1) } }

    private func perform(
        at now: Uptime, _ input: (inout SimulatedTerminalMachine, TerminalMoment) -> [SimulatedTerminalMachine.Step]
    ) -> PtyOrders {
        let moment = TerminalMoment(now, date: environment.now())
        let (steps, deadline) = machine.withLock { (input(&$0, moment), $0.deadline) }
        var orders = PtyOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .pullCable(let backAfter): orders.unplug = backAfter.map { .back(after: $0) } ?? .forGood
            case .record(let entry):
                guard (try? journal.append(entry)) != nil else {
                    // A terminal that cannot remember must not go on: it falls silent, like a broken one.
                    return PtyOrders(unplug: .forGood)
                }
            }
        }
        return orders
    }
}
