import Flow
import Foundation
import Synchronization

/// A terminal's machine with its journal on disk: each entry is synced before anything that follows is sent.
final class JournalledTerminal: Sendable {
    typealias Input = (inout SimulatedTerminalMachine, TerminalMoment) -> [SimulatedTerminalMachine.Step]

    private let machine: Mutex<SimulatedTerminalMachine>
    private let hasStarted = Mutex(false)
    private let journal: TerminalJournalFile
    private let environment: Environment

    init(
        _ scenario: TerminalScenario, on medium: SimulatedTerminalMachine.Medium, journal: TerminalJournalFile,
        environment: Environment
    ) {
        machine = Mutex(SimulatedTerminalMachine(scenario, journal: journal.journal, on: medium))
        self.journal = journal
        self.environment = environment
    }

    /// Whether the terminal was never started before; true for the first call only.
    var isFirstStart: Bool {
        hasStarted.withLock { started in
            defer { started = true }
            return !started
        }
    }

    /// Applies an input and stores all its entries. Returns the steps to perform, and when to call again.
    ///
    /// A terminal that cannot store its entries must not go on, so it disappears like a broken one.
    func take(_ input: Input, at now: Uptime) -> (steps: [SimulatedTerminalMachine.Step], deadline: Uptime?) {
        let moment = TerminalMoment(now, date: environment.now())
        let (steps, deadline) = machine.withLock { (input(&$0, moment), $0.deadline) }
        for case .record(let entry) in steps {
            guard (try? journal.append(entry)) != nil else { return ([.pullCable(backAfter: nil)], nil) }
        }
        return (steps, deadline)
    }
}

extension TerminalMoment {
    /// Creates a moment at which the terminal's clock shows the local time of the machine.
    init(_ uptime: Uptime, date: Date) { self.init(uptime: uptime, time: TerminalTime(date)) }
}

extension TerminalTime {
    init(_ date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        self.init(
            year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0, second: parts.second ?? 0)
    }
}
