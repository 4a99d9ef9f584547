import Flow
import Foundation
import Hardware
import Model
import Storage

/// What a caller asks for: the end of the day of one terminal, or what it has counted so far.
public struct EndOfDayRequest: Hashable, Sendable {
    public var reader: DeviceAddress
    /// Where the terminal's own report is printed; nil: nowhere.
    public var printer: DeviceAddress?
    public var language: String
    /// How long to look for the truth once a disturbance is known.
    public var giveUpAfter: Duration
    /// The terminal wants it now: that an earlier one was found to have happened is not enough.
    var isDemanded = false

    public init(
        reader: DeviceAddress, printer: DeviceAddress?, language: String = "en", giveUpAfter: Duration = .seconds(60)
    ) {
        self.reader = reader
        self.printer = printer
        self.language = language
        self.giveUpAfter = giveUpAfter
    }
}

/// One end of day, from the question whether an earlier one is still open to the report. The terminal must be taken.
///
/// Promises: the intent is durable before the command leaves, the totals before they are answered; after a disturbance the
/// terminal is asked what it counts, and the command is not sent again before that is known; while a payment on the
/// terminal is in doubt nothing is sent.
struct EndOfDayRun: Sendable {
    struct Dependencies: Sendable {
        var environment: Environment
        var storage: any StorageManagerType
        var readers: any CardReaderService
        var shopfront: Shopfront
        /// What the shop says of an order now.
        var orderStatus: @Sendable (OrderID) async throws(Failure) -> OrderStatus
    }

    let request: EndOfDayRequest
    let dependencies: Dependencies
    let show: @Sendable (TerminalProgress) -> Void

    private var environment: Environment { dependencies.environment }
    private var journal: EndOfDayJournal { EndOfDayJournal(storage: dependencies.storage) }
    private var address: TerminalName { TerminalName(address: request.reader, id: nil) }

    // MARK: Closing

    func close() async throws(Failure) -> EndOfDayReport {
        try checkStorageAndDoubts(of: address)
        if let open = try open(of: address), let report = try await enough(resolve(open)) { return report }
        let line = try await connect { _ throws(Failure) in throw .foreignTransaction }
        defer { line.terminal.close() }
        try checkStorageAndDoubts(of: line.name)
        // The same terminal may have been reached by another path.
        if let open = try open(of: line.name) {
            line.terminal.close()
            if let report = try await enough(resolve(open)) { return report }
            return try await close(on: connect { _ throws(Failure) in throw .foreignTransaction })
        }
        return try await close(on: line)
    }

    /// An earlier end of day that is found to have happened is the one that was asked for, unless something was booked since.
    private func enough(_ report: EndOfDayReport?) throws(Failure) -> EndOfDayReport? {
        guard let report, report.outcome.isClosed else { return report }
        let since = try books(report.terminal, since: report.through).payments
        return request.isDemanded || !since.isEmpty ? nil : report
    }

    private func close(on line: Line) async throws(Failure) -> EndOfDayReport {
        let intent = EndOfDayIntent(
            id: newID(), terminal: line.name, language: request.language, startedAt: environment.now())
        try journal.write(.intended(intent), of: intent.id)
        environment.reached("E1")
        let journal = journal
        let told = await ask(.endOfDay, on: line.terminal) { told throws(Failure) in
            guard let event = EndOfDayEvent(answer: told) else { throw .foreignTransaction }
            try journal.write(event, of: intent.id)
            environment.reached("E2")
        }
        line.terminal.close()
        try journal.write(EndOfDayEvent(told.end), of: intent.id)
        environment.reached("E3")
        guard let open = try self.open(of: line.name) else { throw .endOfDayLost }
        if let outcome = open.decided { return try await settle(open, outcome) }
        guard let report = try await resolve(open) else { throw .endOfDayNotDone }
        return report
    }

    /// Refused here, nothing was sent.
    private func checkStorageAndDoubts(of terminal: TerminalName) throws(Failure) {
        try asFailure { () throws(StorageError) in try dependencies.storage.checkReady() }
        let open = try dependencies.storage.reading { try $0.unsettledPayments() }
        if let doubt = open.first(where: terminal.holds) { throw .inDoubt(doubt.id) }
    }

    // MARK: What the terminal counts, without an end

    func totals() async throws(Failure) -> EndOfDayReport {
        let id = newID()
        let journal = journal
        let line = try await connect { _ throws(Failure) in throw .foreignTransaction }
        defer { line.terminal.close() }
        let startedAt = environment.now()
        let told = await ask(.turnoverTotals, on: line.terminal) { told throws(Failure) in
            guard let event = EndOfDayEvent(answer: told) else { throw .foreignTransaction }
            try journal.write(event, of: id)
        }
        guard case .completed = told.end, let totals = told.totals else { throw .noTotals(told.end) }
        if let failure = told.notKept { throw failure }
        let intent = EndOfDayIntent(id: id, terminal: line.name, language: request.language, startedAt: startedAt)
        var history = EndOfDayHistory(intent, sequence: .max)
        history.apply(.totals(totals))
        return try await settle(history, .totalsOnly)
    }

    // MARK: After a disturbance

    /// What became of an earlier one, where one was cut off; asked once.
    func settleOpen() async throws(Failure) {
        guard let open = try open(of: address) else { return }
        try checkStorageAndDoubts(of: open.intent.terminal)
        _ = try await resolveOnce(open)
    }

    /// What became of it; nil where it was not done, so that it may be begun anew. In doubt as long as nobody answers.
    private func resolve(_ open: EndOfDayHistory) async throws(Failure) -> EndOfDayReport? {
        let report: EndOfDayReport
        do throws(Failure) {
            report = try await environment.retrying(.untilTheTruthIsKnown(within: request.giveUpAfter)) {
                () async throws(Failure) in try await resolveOnce(open)
            }
        } catch {
            return try await self.report(open, .inDoubt(reason: error.sentence), through: open.sequence)
        }
        if case .notClosed = report.outcome { return nil }
        return report
    }

    private func resolveOnce(_ open: EndOfDayHistory) async throws(Failure) -> EndOfDayReport {
        let (journal, id) = (journal, open.intent.id)
        if let outcome = open.decided { return try await settle(open, outcome) }
        // What the terminal still tells of it is adopted.
        let adopt: @Sendable (KeptConversation.Told) throws(Failure) -> Void = { told throws(Failure) in
            try journal.write(EndOfDayEvent(orphan: told), of: id)
        }
        let line = try await connect(adopt)
        defer { line.terminal.close() }
        guard line.name.isSame(as: open.intent.terminal) else { throw .otherTerminalAtEndOfDay(open.intent.terminal) }
        let now = await ask(.turnoverTotals, on: line.terminal) { told throws(Failure) in
            try journal.write(EndOfDayEvent(evidence: told), of: id)
        }
        guard case .completed = now.end, let counted = now.totals else { throw .noTotals(now.end) }
        switch try rule(for: open).judge(counted) {
        case .notClosed: return try await settle(open, .notClosed(reason: "The terminal still counts the same day."))
        case .unclear(let why): return try await settle(open, .inDoubt(reason: why))
        case .closed: return try await settleClosed(open, on: line.terminal)
        }
    }

    /// It happened. What it told and was not kept, the terminal may tell once more.
    private func settleClosed(
        _ open: EndOfDayHistory, on terminal: any PaymentTerminal
    ) async throws(Failure) -> EndOfDayReport {
        var history = try reread(open)
        if history.totals == nil || !history.hasWholeText {
            let (journal, id) = (journal, open.intent.id)
            let again = await ask(.reprint(.endOfDay, withResult: true), on: terminal) { told throws(Failure) in
                try journal.write(EndOfDayEvent(evidence: told), of: id)
            }
            history = try reread(open)
            let previous = try dependencies.storage.reading {
                try EndOfDayJournal.last(of: open.intent.terminal, in: $0) { $0.outcome.isClosed }?.totals
            }
            if history.totals == nil, let told = again.totals, try rule(for: open).areOurs(told, previous: previous) {
                try journal.write(.totals(told), of: id)
                history.apply(.totals(told))
            }
        }
        return try await settle(history, history.totals == nil ? .closedWithoutTotals : .closed)
    }

    private func rule(for open: EndOfDayHistory) throws(Failure) -> EndOfDayRule {
        EndOfDayRule(
            before: try books(open.intent.terminal, through: open.sequence).day,
            after: try books(open.intent.terminal, since: open.sequence).day)
    }

    private func open(of terminal: TerminalName) throws(Failure) -> EndOfDayHistory? {
        try dependencies.storage.reading { try EndOfDayJournal.open(of: terminal, in: $0) }
    }

    private func reread(_ open: EndOfDayHistory) throws(Failure) -> EndOfDayHistory {
        try self.open(of: open.intent.terminal) ?? open
    }

    private func newID() -> EndOfDayID { EndOfDayID(rawValue: environment.newID("eod")) }
}

// MARK: - The terminal

extension EndOfDayRun {
    /// A terminal that is connected and registered.
    struct Line: Sendable {
        let terminal: any PaymentTerminal
        let name: TerminalName
    }

    /// - Parameter keep: what becomes of what belongs to something earlier.
    private func connect(
        _ keep: @escaping @Sendable (KeptConversation.Told) throws(Failure) -> Void
    ) async throws(Failure) -> Line {
        try await environment.retrying(.untilTheTerminalIsFree) { () async throws(Failure) in
            let terminal = try dependencies.readers.connect(request.reader)
            do throws(Failure) {
                let end = await ask(.register(dependencies.shopfront.currency), on: terminal, keep).end
                return Line(terminal: terminal, name: TerminalName(address: request.reader, id: try Self.id(end)))
            } catch {
                terminal.close()
                throw error
            }
        }
    }

    /// A terminal that wants its end of day may refuse everything else, and must get it all the same.
    private static func id(_ end: TerminalEnd) throws(Failure) -> String? {
        switch end {
        case .completed(let told): return told.terminalID
        case .aborted(code: Failure.endOfDayCode), .refused(code: Failure.endOfDayCode): return nil
        case .aborted(code: 0x9C), .refused(code: 0x9C): throw .terminalBusy
        case .aborted, .refused, .disturbed: throw .notReady(end)
        }
    }

    private func ask(
        _ what: TerminalRequest, on terminal: any PaymentTerminal,
        _ keep: @escaping @Sendable (KeptConversation.Told) throws(Failure) -> Void
    ) async -> KeptConversation.Outcome {
        await KeptConversation(terminal: terminal, environment: environment, keep: keep, show: show).ask(what)
    }
}

// MARK: - The report

extension EndOfDayRun {
    /// All that follows from the end, in one transaction.
    private func settle(
        _ history: EndOfDayHistory, _ outcome: EndOfDayReport.Outcome
    ) async throws(Failure) -> EndOfDayReport {
        let report = try await report(history, outcome, through: history.sequence)
        let slip = EndOfDaySlip(report: report, language: history.intent.language, shopfront: dependencies.shopfront)
        let (printer, now) = (request.printer, environment.now())
        try dependencies.storage.writing { transaction in
            try EndOfDayJournal.append(.settled(report), of: report.id, to: transaction)
            try slip.write(to: transaction, printer: printer, at: now, newID: environment.newID)
        }
        environment.reached("E4")
        return report
    }

    private func report(
        _ history: EndOfDayHistory, _ outcome: EndOfDayReport.Outcome, through: Int64
    ) async throws(Failure) -> EndOfDayReport {
        let terminal = history.intent.terminal
        let (payments, day) = try books(terminal, through: through)
        let statuses = await statuses(of: payments)
        let orders = try dependencies.storage.reading {
            try DayReading(terminal: terminal, reader: $0).orders(of: payments, statuses)
        }
        return EndOfDayReport(
            id: history.intent.id, terminal: terminal, startedAt: history.intent.startedAt, outcome: outcome,
            totals: history.totals,
            reconciliation: Reconciliation(day, history.totals, orders, terminalID: terminal.id), through: through,
            texts: history.texts)
    }

    /// - Parameter since: nil: since the last end of day.
    private func books(
        _ terminal: TerminalName, since: Int64? = nil, through: Int64 = .max
    ) throws(Failure) -> (payments: [PaymentRecord], day: DayBook) {
        try dependencies.storage.reading { reader in
            let reading = DayReading(terminal: terminal, reader: reader)
            let begin = try since ?? EndOfDayJournal.dayBegins(after: terminal, in: reader)
            let payments = try reading.payments(since: begin, through: through)
            let currency = payments.last?.amount.currency ?? dependencies.shopfront.currency
            return (payments, try reading.day(of: payments, in: currency))
        }
    }

    /// Orders are asked for one by one; a shop that does not answer one of them is not asked for the others.
    private func statuses(of payments: [PaymentRecord]) async -> [OrderID: OrderStatus] {
        var statuses: [OrderID: OrderStatus] = [:]
        for order in Set(payments.compactMap(\.order)).sorted(by: { $0.rawValue < $1.rawValue }) {
            do throws(Failure) { statuses[order] = try await dependencies.orderStatus(order) } catch {
                guard error.recovery != .retry else { return statuses }
            }
        }
        return statuses
    }
}

extension EndOfDayEvent {
    /// What the terminal told in answer to the end of day, or to the question for its totals; nil for what is none.
    fileprivate init?(answer told: KeptConversation.Told) {
        switch told {
        case .totals(let totals, isAnswer: true): self = .totals(totals)
        case .totals(_, isAnswer: false): return nil
        case .text(let text): self = .text(text)
        }
    }

    /// What it still told of an end of day that was cut off.
    fileprivate init(orphan told: KeptConversation.Told) {
        switch told {
        case .totals(let totals, _): self = .totals(totals)
        case .text(let text): self = .text(text)
        }
    }

    /// What it told when it was asked about that.
    fileprivate init(evidence told: KeptConversation.Told) {
        switch told {
        case .totals(let totals, isAnswer: true): self = .asked(totals)
        case .totals(let totals, isAnswer: false): self = .totals(totals)
        case .text(let text): self = .text(text)
        }
    }

    fileprivate init(_ end: TerminalEnd) {
        switch end {
        case .completed: self = .ended(.completed)
        case .aborted(let code): self = .ended(.aborted(code: code))
        case .refused(let code): self = .ended(.refused(code: code))
        case .disturbed(let failure): self = .disturbed(failure)
        }
    }
}

extension Retry {
    /// For a terminal that is to tell what became of an end of day. Each try takes its time besides.
    fileprivate static func untilTheTruthIsKnown(within span: Duration) -> Retry {
        Retry(
            .atMost(max(1, Int(span.components.seconds / 2))), first: .seconds(2), factor: 1,
            recoveries: [.retry, .askOperator])
    }
}
