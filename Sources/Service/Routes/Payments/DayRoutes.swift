import Flow
import Model
import Payments
import Stores

/// Ends of a terminal's day.
struct DayRoutes: Sendable {
    let till: any ServedTill
    let gate: ShutdownGate
    let enquiries: TerminalEnquiries
    let acts: KeyedActs

    private static let path = "/v1/ends-of-day"

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in try await list(request) },
            Route("POST", Self.path, .manage) { request throws(Failure) in try await end(request) },
            Route("GET", Self.path + "/{id}", .look) { request throws(Failure) in try await show(request) },
        ]
    }

    /// Answers with the report once the terminal has ended its day, or told its totals with `totals_only`.
    private func end(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let (reader, onlyTotals) = (try body.text("reader"), try body.flag("totals_only"))
        let language = try body.receiptLanguage() ?? till.receiptLanguage
        try body.end()
        let devices = ServedDevices(till: till)
        let terminal = try await devices.terminal(reader)
        // The report is only printed where there is a printer.
        let printer = try? await devices.printer(nil)
        try till.checkApart(terminal: terminal, printer: printer)
        var asked = EndOfDayRequest(
            terminal: terminal, printer: printer, language: language, giveUpAfter: till.giveUpAfter)
        asked.by = request.requester
        let act: KeyedAct =
            onlyTotals
            ? .totals
            : .endOfDay(of: terminal, at: till) { [asked] id throws(Failure) in
                var continued = asked
                continued.continuing = id
                return try await perform(continued) { EndOfDayAction.endDay($0, $1) }
            }
        return try await acts.perform(act, for: request) { [asked] () async throws(Failure) in
            try await perform(asked) { onlyTotals ? EndOfDayAction.compareTotals($0, $1) : .endDay($0, $1) }
        }
    }

    private func perform(
        _ request: EndOfDayRequest,
        _ action: @escaping @Sendable (EndOfDayRequest, Reply<EndOfDayReport>) -> EndOfDayAction
    ) async throws(Failure) -> ServiceResponse {
        let report = try await gate.admit { () async throws(Failure) in
            try await enquiries.using(request.terminal) { () async throws(Failure) in
                try await till.ask { action(request, $0) }
            }
        }
        return try .json(Output.EndOfDay(report))
    }

    /// The ends of days that the journal has, newest first. The cursor is the entry's number of the last one on the page.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let (limit, cursor) = (try query.limit(), try query.number("cursor", 1...Int(Int32.max)).map(Int64.init))
        try query.end()
        let found = try await till.ask { EndOfDayAction.listReports(before: cursor, limit: limit, $0) }
        return try .json(
            Output.Page(
                items: found.map { Output.EndOfDayRow($0.report) },
                next: found.count == limit ? found.last.map { String($0.sequence) } : nil))
    }

    private func show(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let id = request.parameter("id")
        let report = try await till.ask {
            id == "last" ? EndOfDayAction.lastReport(terminal: nil, $0) : .report(EndOfDayID(rawValue: id), $0)
        }
        return try .json(Output.EndOfDay(report))
    }
}
