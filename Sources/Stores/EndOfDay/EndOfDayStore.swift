import Flow
import Hardware
import Model
import Storage
import Payments

/// Ends terminals' days: turnover totals, end of day, and the three-way reconciliation (docs/end-of-day.md).
package final class EndOfDayStore: Store {
    package typealias Handled = EndOfDayAction

    private let scheduler: EndOfDayScheduler
    private let storage: any StorageManagerType

    init(_ scheduler: EndOfDayScheduler) {
        self.scheduler = scheduler
        storage = scheduler.dependencies.storage
    }

    package func onAction(_ action: EndOfDayAction) {
        switch action {
        case .endDay(let request, let reply):
            perform(request, reply) { run throws(Failure) in try await run.close() }
        case .compareTotals(let request, let reply):
            perform(request, reply) { run throws(Failure) in try await run.totals() }
        case .settle(let id, let statement, let words, let requester, let reply):
            settle(id, statement, words, requester, reply)
        case .lastReport(let terminal, let reply):
            reply { () throws(Failure) in try last(terminal.map { TerminalName(address: $0, id: nil) }) }
        case .listReports(let before, let limit, let reply):
            reply { () throws(Failure) in
                try storage.reading { try EndOfDayJournal.reports(before: before, limit: limit, in: $0) }
            }
        case .report(let id, let reply): reply { () throws(Failure) in try report(id) }
        }
    }

    private func settle(
        _ id: EndOfDayID, _ statement: EndOfDayEvidence.Statement, _ words: String, _ requester: Requester?,
        _ reply: Reply<EndOfDayReport>
    ) {
        do throws(Failure) {
            let open = try storage.reading { try EndOfDayIntent.open(in: $0) }
            guard let intent = open.first(where: { $0.id == id }) else { throw .endOfDayNotOpen(id) }
            let request = EndOfDayRequest(terminal: intent.terminal.address, printer: nil, language: intent.language)
            perform(request, reply) { run throws(Failure) in
                try await run.settle(id, statement, words: words, by: requester)
            }
        } catch { reply(failing: error) }
    }

    /// The work runs in the process's environment, as a payment does, so that signing out never cuts it short.
    private func perform(
        _ request: EndOfDayRequest, _ reply: Reply<EndOfDayReport>,
        _ work: @escaping @Sendable (EndOfDayRun) async throws(Failure) -> EndOfDayReport
    ) {
        let scheduler = scheduler
        do throws(Failure) { try scheduler.payments.reserve(request.terminal, for: .endOfDay) } catch {
            return reply(failing: error)
        }
        _ = scheduler.dependencies.environment.spawn("end of day") {
            let end: Result<EndOfDayReport, Failure>
            do throws(Failure) {
                try await scheduler.payments.take(request.terminal)
                end = .success(try await scheduler.perform(request, work))
            } catch { end = .failure(error) }
            scheduler.payments.release(request.terminal)
            reply(end)
        }
    }

    private func report(_ id: EndOfDayID) throws(Failure) -> EndOfDayReport {
        let (report, isOpen) = try storage.reading {
            (
                try EndOfDayJournal.last(of: nil, in: $0) { $0.id == id },
                try EndOfDayIntent.open(in: $0).contains { $0.id == id }
            )
        }
        if let report { return report }
        if let (found, _) = try storage.searchArchives({ try EndOfDayJournal.last(of: nil, in: $0) { $0.id == id } }) {
            return found
        }
        throw isOpen ? .endOfDayOpen(id) : .noEndOfDay(id)
    }

    private func last(_ terminal: TerminalName?) throws(Failure) -> EndOfDayReport {
        guard let report = try storage.reading({ try EndOfDayJournal.last(of: terminal, in: $0) }) else {
            throw .noEndOfDay
        }
        return report
    }
}
