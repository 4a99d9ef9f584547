import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Stores

/// The end of the day.
extension KioskStaffPages {
    /// Where a terminal's day is. The page has a word for each in every language.
    enum Day: String, CaseIterable {
        case open, running
        /// The terminal takes no payment before its end of day.
        case demanded
        /// The last end of day ended nothing.
        case failed
        /// Nobody knows whether the terminal has ended its day.
        case unclear
    }

    func day() async throws(Failure) -> Fields {
        var (terminals, reports): ([JSONValue], [JSONValue]) = ([], [])
        let open = try openDays()
        for terminal in try await till.knownTerminals() {
            let unclear = open.first { $0.terminal.address == terminal.address }
            let report = try? await till.ask { EndOfDayAction.lastReport(terminal: terminal.address, $0) }
            terminals.append([
                "id": .string(terminal.id), "name": .string(terminal.id),
                "state": .string(state(of: terminal.address, report, isOpen: unclear != nil).rawValue),
                "doubt": till.isBusy ? .null : .optional(unclear?.id.rawValue),
                "at": report.map { .time($0.startedAt) } ?? .null,
            ])
            if let report {
                reports.append(KioskDayReport(report: report, name: terminal.id, language: language).json)
            }
        }
        return ["terminals": .array(terminals), "reports": .array(reports)]
    }

    private func state(of terminal: DeviceAddress, _ report: EndOfDayReport?, isOpen: Bool) -> Day {
        if isOpen { return till.isBusy ? .running : .unclear }
        if case .notReady(let why)? = till.watched.current.standing(of: terminal),
            why.is(ReaderFailure.endOfDayDemanded)
        {
            return .demanded
        }
        if case .notClosed? = report?.outcome { return .failed }
        return .open
    }
}
