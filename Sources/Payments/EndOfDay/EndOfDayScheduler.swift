import Flow
import Hardware
import Model
import Storage

/// Ends the days of terminals, one piece of work at a time on each.
package struct EndOfDayScheduler: Sendable {
    package let dependencies: EndOfDayRun.Dependencies
    /// Receives the progress of ends of day.
    private let tell: @Sendable (EndOfDayProgress) -> Void

    package var payments: TerminalScheduler { dependencies.terminals }

    package init(_ dependencies: EndOfDayRun.Dependencies, telling tell: @escaping @Sendable (EndOfDayProgress) -> Void)
    {
        self.dependencies = dependencies
        self.tell = tell
    }

    /// Performs the request. The terminal must be taken.
    package func perform(
        _ request: EndOfDayRequest, _ work: (EndOfDayRun) async throws(Failure) -> EndOfDayReport
    ) async throws(Failure) -> EndOfDayReport {
        let (terminal, tell) = (request.terminal, tell)
        tell(.began(terminal))
        defer { tell(.ended(terminal)) }
        return try await work(
            EndOfDayRun(request: request, dependencies: dependencies) { tell(.shows(terminal, $0)) })
    }
}
