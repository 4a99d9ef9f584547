import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// One end of day, from recovering an earlier one to the report. The terminal must be taken.
///
/// The intent is durable before the command is sent, and the totals are durable before they are answered. After a
/// disturbance the terminal is asked what it counts, and the command is not sent again before that is known. Nothing is
/// sent while a payment on the terminal is in doubt.
package struct EndOfDayRun: Sendable {
    package struct Dependencies: Sendable {
        package var environment: Environment
        package var storage: any StorageManagerType
        var readers: any CardReaderService
        var merchantProfile: MerchantProfile
        var terminals: TerminalScheduler
        /// Receives the journal's head once a day has ended, so that it is stored elsewhere too.
        var keepHead: @Sendable (JournalHead) -> Void
        /// Asks the shop for the statuses of orders.
        var orderStatuses: OrderStatuses

        package init(
            environment: Environment, storage: any StorageManagerType, readers: any CardReaderService,
            merchantProfile: MerchantProfile, terminals: TerminalScheduler,
            keepHead: @escaping @Sendable (JournalHead) -> Void,
            orderStatuses: OrderStatuses
        ) {
            self.environment = environment
            self.storage = storage
            self.readers = readers
            self.merchantProfile = merchantProfile
            self.terminals = terminals
            self.keepHead = keepHead
            self.orderStatuses = orderStatuses
        }
    }

    let request: EndOfDayRequest
    let dependencies: Dependencies
    let show: @Sendable (TerminalProgress) -> Void
    private let paper = PaperBudget()
    private let toldPayments = ToldPayments()

    init(request: EndOfDayRequest, dependencies: Dependencies, show: @escaping @Sendable (TerminalProgress) -> Void) {
        self.request = request
        self.dependencies = dependencies
        self.show = show
    }

    var environment: Environment { dependencies.environment }
    var journal: EndOfDayJournal { EndOfDayJournal(storage: dependencies.storage) }
    var address: TerminalName { TerminalName(address: request.terminal, id: nil) }

    // MARK: Closing

    package func close() async throws(Failure) -> EndOfDayReport {
        try checkStorageAndDoubts(of: address)
        if let report = try enough(continued()) { return report }
        if let report = try await enough(earlier(of: address)) { return report }
        let line = try await connect()
        defer { line.terminal.close() }
        try checkStorageAndDoubts(of: line.name)
        guard let open = try open(of: line.name) else { return try await close(on: line) }
        // The earlier end of day reached this terminal by another address, and somebody may be using it there.
        line.terminal.close()
        let known = try await dependencies.terminals.withSecondTerminal(
            open.intent.terminal.address, besides: request.terminal, for: .endOfDay
        ) { () async throws(Failure) -> EndOfDayReport? in try await earlier(of: line.name) }
        if let report = try enough(known) { return report }
        return try await close(on: connect())
    }

    /// The outcome of the end of day that this request continues, if somebody else has found it out meanwhile.
    private func continued() throws(Failure) -> EndOfDayReport? {
        guard let id = request.continuing, try open(id) == nil else { return nil }
        return try dependencies.storage.reading { try EndOfDayJournal.last(of: nil, in: $0) { $0.id == id } }
    }

    /// The outcome of that terminal's interrupted end of day; nil if there was none, or if another terminal is in its
    /// place now, which has a day of its own.
    private func earlier(of terminal: TerminalName) async throws(Failure) -> EndOfDayReport? {
        guard let open = try open(of: terminal) else { return nil }
        do throws(Failure) { return try await resolve(open) } catch {
            guard error.is(EndOfDayFailure.otherTerminal) else { throw error }
            return nil
        }
    }

    /// The report of the earlier end of day if it answers the request. It does if it turns out to have happened, unless
    /// something was booked since. It also does if its outcome cannot be found out, because no other is begun before
    /// that is known.
    private func enough(_ report: EndOfDayReport?) throws(Failure) -> EndOfDayReport? {
        guard let report else { return nil }
        switch report.outcome {
        case .notClosed, .nothingCounted: return nil
        case .inDoubt, .totalsOnly: return report
        case .closed, .closedWithoutTotals:
            if report.id == request.continuing { return report }
            let since = try books(report.terminal, since: report.through).payments
            return request.isDemanded || !since.isEmpty ? nil : report
        }
    }

    private func close(on line: RegisteredTerminal) async throws(Failure) -> EndOfDayReport {
        try checkBooks(of: line.name)
        let intent = EndOfDayIntent(
            id: newID(), terminal: line.name, language: request.language, startedAt: environment.now(),
            by: request.by, cardPhase: line.terminal.longestCardPhase)
        try journal.write(.intended(intent), of: intent.id)
        environment.reached("E1")
        let journal = journal
        let told = await ask(.endOfDay, on: line.terminal) { told throws(Failure) in
            guard let event = EndOfDayEvent(answer: told) else { throw .foreignTransaction }
            try journal.write(event, of: intent.id)
            environment.reached("E2")
        }
        do throws(Failure) { try journal.write(EndOfDayEvent(told.end), of: intent.id) } catch {
            line.terminal.close()
            throw error
        }
        environment.reached("E3")
        let held = await reservations(on: line.terminal, after: told.end)
        line.terminal.close()
        guard let open = try self.open(of: line.name) else { throw .endOfDayLost }
        if let outcome = open.decided { return try await settle(open, outcome, held) }
        let report = try await resolve(open)
        switch report.outcome {
        case .notClosed: throw .endOfDayNotDone
        case .nothingCounted: throw .endOfDayOfNothing
        case .closed, .closedWithoutTotals, .inDoubt, .totalsOnly: return report
        }
    }

    /// Throws if the storage is not usable or a payment on the terminal is in doubt. Nothing was sent.
    func checkStorageAndDoubts(of terminal: TerminalName) throws(Failure) {
        try asFailure { () throws(StorageError) in try dependencies.storage.checkReady() }
        let open = try dependencies.storage.reading { try $0.unsettledPayments() }
        if let doubt = open.first(where: terminal.holds) { throw .unresolved(doubt.id) }
    }

    /// Throws if a payment of the day differs from the journal: comparing such a sum would prove nothing.
    private func checkBooks(of terminal: TerminalName) throws(Failure) {
        try dependencies.storage.reading { reader in
            let begin = try EndOfDayJournal.dayBegins(after: terminal, in: reader)
            _ = try day(of: terminal, reader).payments(since: begin)
        }
    }

    // MARK: Totals without an end of day

    package func totals() async throws(Failure) -> EndOfDayReport {
        _ = try await earlier(of: address)
        let id = newID()
        let journal = journal
        let line = try await connect()
        defer { line.terminal.close() }
        // Nobody knows to which day the totals belong while an end of day is open.
        if let open = try open(of: line.name) { throw .endOfDayOpen(open.intent.id) }
        try checkBooks(of: line.name)
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
        return try await settle(history, .totalsOnly, reservations(on: line.terminal, after: told.end))
    }

    func open(of terminal: TerminalName) throws(Failure) -> EndOfDayHistory? {
        try dependencies.storage.reading { try EndOfDayJournal.open(of: terminal, in: $0) }
    }

    /// The open end of day with that id; nil if it is settled.
    func open(_ id: EndOfDayID) throws(Failure) -> EndOfDayHistory? {
        try dependencies.storage.reading { try EndOfDayJournal.open(id, in: $0) }
    }

    private func newID() -> EndOfDayID { EndOfDayID(rawValue: environment.newID("eod")) }
}

// MARK: - The terminal

extension EndOfDayRun {
    /// A terminal that is connected and registered.
    struct RegisteredTerminal: Sendable {
        let terminal: any PaymentTerminal
        let name: TerminalName
    }

    /// Connects and registers. What the terminal still tells of an interrupted end of day is stored; anything else it
    /// sends is refused.
    func connect() async throws(Failure) -> RegisteredTerminal {
        let (journal, open) = (journal, try open(of: address))
        let keep: @Sendable (DurableTerminalRequest.Told) throws(Failure) -> Void = { told throws(Failure) in
            guard let open else { throw .foreignTransaction }
            try journal.write(EndOfDayEvent(orphan: told, of: open), of: open.intent.id)
        }
        return try await environment.retrying(.untilTheTerminalIsFree) { () async throws(Failure) in
            let terminal = try dependencies.readers.connect(request.terminal)
            dependencies.terminals.serves(terminal, at: request.terminal)
            do throws(Failure) {
                let end = await ask(.register(dependencies.merchantProfile.currency), on: terminal, keep).end
                return RegisteredTerminal(
                    terminal: terminal, name: TerminalName(address: request.terminal, id: try Self.id(end)))
            } catch {
                terminal.close()
                throw error
            }
        }
    }

    /// The id of a terminal. One that demands its end of day may refuse everything else and must get its end of day all
    /// the same.
    private static func id(_ end: TerminalEnd) throws(Failure) -> String? {
        switch end {
        case .completed(let told): return told.terminalID
        case _ where end.reason == .endOfDayNeeded: return nil
        case _ where end.reason == .busy: throw .terminalBusy
        case .aborted, .refused, .disturbed: throw .notReady(end)
        }
    }

    func ask(
        _ what: TerminalRequest, on terminal: any PaymentTerminal,
        _ keep: @escaping @Sendable (DurableTerminalRequest.Told) throws(Failure) -> Void
    ) async -> DurableTerminalRequest.Outcome {
        let paper = paper
        let bounded: @Sendable (DurableTerminalRequest.Told) throws(Failure) -> Void = { told throws(Failure) in
            try paper.spend(on: told)
            try keep(told)
        }
        return await DurableTerminalRequest(terminal: terminal, environment: environment, keep: bounded, show: show)
            .ask(what)
    }
}

extension EndOfDayRun {
    /// The reservations that the terminal still holds, by receipt number. A reservation may be why it does not end its
    /// day, and an unknown one would not be found later. A terminal that does not tell does not prevent the end of day.
    private func reservations(on terminal: any PaymentTerminal, after end: TerminalEnd) async -> [Int] {
        if case .disturbed = end { return [] }
        let told = await TerminalRequestRunner(terminal: terminal).ask(.openPreauthorisations)
        return told.openReservations.map(\.receiptNumber)
    }
}

// MARK: - The report

extension EndOfDayRun {
    /// Writes everything that follows from the end of day in one transaction.
    func settle(
        _ history: EndOfDayHistory, _ outcome: EndOfDayReport.Outcome, _ held: [Int] = [],
        by evidence: EndOfDayEvidence? = nil
    ) async throws(Failure) -> EndOfDayReport {
        let report = try await report(history, outcome, through: history.sequence, held)
        let slip = EndOfDaySlip(
            report: report, language: history.intent.language, merchantProfile: dependencies.merchantProfile)
        let (printer, now) = (request.printer, environment.now())
        let head = try dependencies.storage.writing { transaction in
            if let evidence { try EndOfDayJournal.append(.operatorSettled(evidence), of: report.id, to: transaction) }
            try EndOfDayJournal.append(.settled(report), of: report.id, to: transaction)
            try slip.write(to: transaction, printer: printer, at: now, newID: environment.newID)
            return try transaction.journalHead()
        }
        if outcome != .totalsOnly { dependencies.keepHead(head) }
        environment.reached("E4")
        return report
    }

    func report(
        _ history: EndOfDayHistory, _ outcome: EndOfDayReport.Outcome, through: Int64, _ held: [Int] = []
    ) async throws(Failure) -> EndOfDayReport {
        let terminal = history.intent.terminal
        let begun = try dependencies.storage.reading { reader in
            try self.day(of: terminal, reader)
                .begun(since: EndOfDayJournal.dayBegins(after: terminal, in: reader), through: through)
        }
        let statuses = await dependencies.orderStatuses.load(of: begun)
        // One transaction, so that the three books are compared as they are at one moment.
        let (day, orders) = try dependencies.storage.reading { reader in
            let reading = self.day(of: terminal, reader)
            var (payments, day) = try books(reading, through: through, told: history.totals)
            day.openReservations = try NamedReservations(reader: reader, terminal: terminal).known(held)
            day.endedByPersons = try reading.daysEndedByPersons(in: day.currency)
            day.backup = try reading.backup()
            return (day, try reading.orders(of: payments, statuses))
        }
        return EndOfDayReport(
            id: history.intent.id, terminal: terminal, startedAt: history.intent.startedAt, outcome: outcome,
            totals: history.totals,
            reconciliation: Reconciliation(day, history.totals, orders, terminalID: terminal.id), through: through,
            texts: outcome.isClosed ? history.texts : history.ownTexts)
    }

    /// Payments that this run has read already are not decoded again.
    private func day(of terminal: TerminalName, _ reader: any StorageReader) -> DayReading {
        DayReading(terminal: terminal, reader: reader, told: toldPayments)
    }

    /// Reads the payments that were begun on the terminal between two facts of the journal, and the totals they make.
    ///
    /// - Parameters:
    ///   - since: the first fact; nil for the one after the terminal's last end of day.
    ///   - told: the terminal's totals; their currency is that of a day on which nothing was booked.
    ///   - currency: the currency of the day; nil for the one that its payments and totals tell, or else the shop's.
    func books(
        _ terminal: TerminalName, since: Int64? = nil, through: Int64 = .max, told totals: TerminalTotals? = nil,
        in currency: Currency? = nil
    ) throws(Failure) -> (payments: [PaymentRecord], day: ExpectedTotals) {
        try dependencies.storage.reading {
            try books(day(of: terminal, $0), since: since, through: through, told: totals, in: currency)
        }
    }

    private func books(
        _ reading: DayReading, since: Int64? = nil, through: Int64, told totals: TerminalTotals?,
        in currency: Currency? = nil
    ) throws(StorageError) -> (payments: [PaymentRecord], day: ExpectedTotals) {
        var begin = since
        if begin == nil { begin = try EndOfDayJournal.dayBegins(after: reading.terminal, in: reading.reader) }
        let payments = try reading.payments(since: begin ?? 0, through: through)
        let counted = currency ?? DayReading.currency(of: payments) ?? totals?.currency
        return (payments, try reading.day(of: payments, in: counted ?? dependencies.merchantProfile.currency))
    }
}

extension EndOfDayEvent {
    /// The fact for what the terminal told in answer to the end of day or to the question for its totals; nil if there
    /// is none.
    fileprivate init?(answer told: DurableTerminalRequest.Told) {
        switch told {
        case .totals(let totals, isAnswer: true): self = .totals(totals)
        case .totals(_, isAnswer: false): return nil
        case .text(let text): self = .text(text)
        case .textsCompleted(let texts): self = .textsCompleted(texts)
        }
    }

    /// The fact for what the terminal still told of an interrupted end of day. Once a question was sent, totals may be
    /// the answer to it.
    fileprivate init(orphan told: DurableTerminalRequest.Told, of open: EndOfDayHistory) {
        switch told {
        case .totals(let totals, _): self = open.questions.isEmpty ? .totals(totals) : .asked(totals)
        case .text(let text): self = .text(text)
        case .textsCompleted(let texts): self = .textsCompleted(texts)
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
