import Failures
import Flow
import Hardware
import Model
import Storage
import Synchronization

/// Schedules payments: at most one per terminal, each on a lane of its own. The scheduler belongs to the process, so
/// recovery does not need an operator to be signed in, and signing out loses nothing.
package final class TerminalScheduler: Sendable {
    package struct Dependencies: Sendable {
        var environment: Environment
        var ledger: any PaymentLedger
        var readers: any CardReaderService
        var locks: any DeviceLocks
        var serving: @Sendable (PaymentID?, DeviceAddress) -> Void

        package init(
            environment: Environment, ledger: any PaymentLedger, readers: any CardReaderService,
            locks: any DeviceLocks,
            serving: @escaping @Sendable (PaymentID?, DeviceAddress) -> Void
        ) {
            self.environment = environment
            self.ledger = ledger
            self.readers = readers
            self.locks = locks
            self.serving = serving
        }
    }

    /// What a terminal is reserved for.
    package enum Work: Hashable, Sendable {
        case payment
        case recovery(PaymentID)
        /// A service such as diagnosis or initialisation.
        case service
        case endOfDay

        var isRecovery: Bool { if case .recovery = self { true } else { false } }
    }

    /// A terminal that this process has taken or is about to take.
    private struct Held {
        let work: Work
        var claim: (any DeviceLock)?
        var runner: PaymentRunner?
        /// Whether the runner recovers an earlier payment.
        var isResumed = false
        /// The terminal while it is being registered with, or while it is used for anything but a payment.
        var prepared: (any PaymentTerminal)?
        var isCancelled = false
        var ticket: RequestTicket?
    }

    private let dependencies: Dependencies
    private let held = Mutex<[DeviceAddress: Held]>([:])
    /// Recoveries that this process began by itself. Whatever else needs the terminal comes first: it recovers what it has to,
    /// and the rest is recovered afterwards.
    private let background = BackgroundRecoveries()
    /// Requests that were cancelled before they reserved a terminal, newest last.
    private let withdrawn = Mutex<[RequestTicket]>([])
    /// More requests than can be on their way at once.
    private static let mostWithdrawn = 64

    package init(_ dependencies: Dependencies) { self.dependencies = dependencies }

    /// The reason of a payment whose runner ended without an outcome.
    private static let abandoned = Sentence("reason.abandoned")

    /// Forgets everything that runs, as if the process had ended. Simulated worlds use it when one process plays
    /// several lives of a till.
    package func letGo() {
        let gone = held.withLock { held in
            defer { held = [:] }
            return held
        }
        for held in gone.values { held.runner?.letGo() }
        background.letGo()
    }

    /// Whether any payment or end of day runs. Nobody is signed out while one does.
    package var isBusy: Bool { held.withLock { $0.values.contains { $0.work == .payment || $0.work == .endOfDay } } }

    /// Whether a payment or an end of day runs on this terminal, or is being prepared.
    package func isBusy(at address: DeviceAddress) -> Bool {
        held.withLock { [.payment, .endOfDay].contains($0[address]?.work) }
    }

    /// Reserves the terminal for one piece of work of this process; throws if other work has it. A recovery that the process
    /// began by itself makes room. `take` must follow.
    ///
    /// - Parameter ticket: of the request; one that was cancelled before is refused.
    package func reserve(
        _ address: DeviceAddress, for work: Work, _ ticket: RequestTicket? = nil
    ) throws(Failure) {
        let (other, isWithdrawn) = held.withLock { held in
            if let ticket, withdrawn.withLock({ $0.contains(ticket) }) { return (held[address]?.work, true) }
            let other = held[address]?.work
            if other == nil { held[address] = Held(work: work, ticket: ticket) }
            return (other, false)
        }
        if isWithdrawn { throw .cancelledInTime }
        if other == nil { background.makeRoom(at: address) }
        switch other {
        case nil: return
        case .payment, .service: throw .terminalInUse
        case .endOfDay: throw .terminalEndsItsDay
        case .recovery(let payment): throw .inDoubt(payment)
        }
    }

    /// Takes the reserved terminal from all other processes; throws if one of them has it. A process that only looks
    /// whether the terminal is there is waited for. Work that a living process is doing needs no recovery.
    package func take(_ address: DeviceAddress) async throws(Failure) {
        await background.end(at: address)
        let (environment, locks) = (dependencies.environment, dependencies.locks)
        let claim = try await environment.retrying(.whileSomebodyLooks) { () throws(Failure) in
            try locks.take(terminal: address)
        }
        held.withLock { $0[address]?.claim = claim }
    }

    package func release(_ address: DeviceAddress) {
        held.withLock { $0.removeValue(forKey: address) }?.claim?.release()
    }

    /// Runs `work` while the terminal is reserved and taken.
    package func withTerminal<Value>(
        _ address: DeviceAddress, for purpose: Work, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try reserve(address, for: purpose)
        defer { release(address) }
        try await take(address)
        return try await work()
    }

    /// Runs work that nobody asked for while the terminal is taken: a recovery, which makes room for any other work, or an enquiry,
    /// for whose end other work waits. It does not begin while there is some.
    package func withTerminalInBackground<Value>(
        _ address: DeviceAddress, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard !held.withLock({ $0[address] != nil }), background.begin(at: address) else { throw .terminalInUse }
        var claim: (any DeviceLock)?
        defer {
            claim?.release()
            background.ended(at: address)
        }
        // Other work may have reserved the terminal meanwhile.
        if held.withLock({ $0[address] != nil }) { throw .terminalInUse }
        let (environment, locks) = (dependencies.environment, dependencies.locks)
        claim = try await environment.retrying(.whileSomebodyLooks) { () throws(Failure) in
            try locks.take(terminal: address)
        }
        return try await work()
    }

    /// Runs `work` while the terminal is taken both under the name by which it is reserved already and under an older
    /// one.
    package func withSecondTerminal<Value>(
        _ other: DeviceAddress, besides reserved: DeviceAddress, for purpose: Work,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        other == reserved ? try await work() : try await withTerminal(other, for: purpose, work)
    }

    /// Requests cancellation of the work on that terminal. A payment that is still being prepared does not begin, and
    /// an earlier one stays in doubt. Returns false if nothing runs there.
    ///
    /// - Parameter ticket: of the request that is meant; nothing else is cancelled then, and if it has not reserved the
    ///   terminal yet, it will not.
    package func cancel(on address: DeviceAddress, of ticket: RequestTicket? = nil) -> Bool {
        let held = held.withLock { held -> Held? in
            guard ticket == nil || held[address]?.ticket == ticket else {
                withdraw(ticket)
                return nil
            }
            // Nobody may cancel a recovery that this process began by itself.
            guard let work = held[address]?.work, !work.isRecovery else { return nil }
            held[address]?.isCancelled = true
            return held[address]
        }
        guard let held else { return false }
        switch held.work {
        case .payment where held.isResumed: held.runner?.leave()
        case .payment:
            held.runner?.cancel()
            // Nothing that charges a card was sent yet, so the terminal need not be waited for.
            held.prepared?.close()
        // An end of day cannot be taken back; the terminal decides when it ends.
        case .endOfDay: held.prepared?.cancel()
        case .service: stop(held.prepared)
        case .recovery: break
        }
        return true
    }

    private func withdraw(_ ticket: RequestTicket?) {
        guard let ticket else { return }
        withdrawn.withLock { withdrawn in
            withdrawn.append(ticket)
            withdrawn.removeFirst(max(0, withdrawn.count - Self.mostWithdrawn))
        }
    }

    /// Requests the end of a service or an end of day on that terminal, and of nothing else. Returns false if none runs there.
    package func stopService(on address: DeviceAddress) -> Bool {
        let isThere = held.withLock { [.service, .endOfDay].contains($0[address]?.work) }
        return isThere && cancel(on: address)
    }

    /// Requests cancellation of this payment. Returns false if it does not run here.
    package func cancel(_ payment: PaymentID) -> Bool {
        let runner = held.withLock { held -> PaymentRunner? in
            let place = held.first { !$0.value.isResumed && $0.value.runner?.intent.payment == payment }?.key
            guard let place else { return nil }
            held[place]?.isCancelled = true
            return held[place]?.runner
        }
        runner?.cancel()
        return runner != nil
    }

    /// Asks the terminal to end a service, which moves no money, and waits no longer than for an answer.
    private func stop(_ terminal: (any PaymentTerminal)?) {
        guard let terminal else { return }
        terminal.cancel()
        let environment = dependencies.environment
        _ = environment.spawn("stop a service") {
            try? await environment.sleep(environment.uptime() + Self.longestAnswerToAbort)
            terminal.close()
        }
    }

    /// The longest wait for the answer to an abort: T3 and a margin for the line.
    private static let longestAnswerToAbort = Duration.seconds(6)

    /// Leaves the work on that terminal at once: a payment that was sent ends in doubt, and one that is still being
    /// prepared does not begin. Returns whether one was sent.
    package func leave(_ address: DeviceAddress, of ticket: RequestTicket? = nil) -> Bool {
        let held = held.withLock { held -> Held? in
            guard ticket == nil || held[address]?.ticket == ticket else {
                withdraw(ticket)
                return nil
            }
            held[address]?.isCancelled = true
            return held[address]
        }
        held?.runner?.leave()
        held?.prepared?.close()
        return held?.runner != nil && held?.isResumed == false
    }

    /// Notes the terminal that is used for anything but a payment, so that it can be asked to stop. An end of day
    /// within a payment is not noted.
    package func serves(_ terminal: any PaymentTerminal, at address: DeviceAddress) {
        held.withLock { held in
            if held[address]?.work != .payment { held[address]?.prepared = terminal }
        }
    }

    /// Reports to the running payment what became of its goods and returns the result; nil if the payment does not run
    /// here.
    func tellGoods(_ issue: DispenseResult, of payment: PaymentID) async -> Result<Void, Failure>? {
        guard let runner = held.withLock({ $0.values.compactMap(\.runner).first { $0.intent.payment == payment } })
        else { return nil }
        return await withCheckedContinuation { continuation in
            let told = Reply<Result<Void, Failure>?> { continuation.resume(returning: (try? $0.get()) ?? nil) }
            runner.tellGoods(issue) { told($0) }
        }
    }

    /// Whether cancellation was requested since the terminal was reserved.
    func isCancelled(_ address: DeviceAddress) -> Bool { held.withLock { $0[address]?.isCancelled == true } }

    // MARK: Preparing

    /// Connects, registers and asks for the last transaction. None of this charges anything, so a terminal that is
    /// still busy with earlier work is asked again.
    func prepare(_ address: DeviceAddress, _ currency: Currency) async throws(Failure) -> PreparedTerminal {
        try await dependencies.environment.retrying(.untilTheTerminalIsFree) { () async throws(Failure) in
            guard !isCancelled(address) else { throw .cancelledInTime }
            return try await prepareOnce(address, currency)
        }
    }

    private func prepareOnce(_ address: DeviceAddress, _ currency: Currency) async throws(Failure) -> PreparedTerminal {
        let terminal = try dependencies.readers.connect(address)
        held.withLock { $0[address]?.prepared = terminal }
        defer { held.withLock { $0[address]?.prepared = nil } }
        do throws(Failure) {
            return try await register(terminal, currency)
        } catch {
            terminal.close()
            throw isCancelled(address) ? .cancelledInTime : error
        }
    }

    private func register(_ terminal: any PaymentTerminal, _ currency: Currency) async throws(Failure)
        -> PreparedTerminal
    {
        let conversation = TerminalRequestRunner(terminal: terminal)
        let told = try await conversation.register(currency)
        let last = await conversation.ask(.repeatReceipt)
        return PreparedTerminal(
            terminal: terminal, terminalID: told.terminalID ?? last.result?.terminalID,
            watermark: try Self.watermark(last), last: last.result,
            habits: TerminalHabits(
                cardPhaseSeconds: Int(terminal.longestCardPhase.components.seconds),
                currencyNumber: told.currencyNumber, characterSet: told.characterSet))
    }

    static func watermark(_ last: TerminalRequestRunner.Outcome) throws(Failure) -> Watermark {
        switch last.end {
        // A busy terminal tells nothing of what it has stored and must not be taken for an empty one.
        case .refused(let code) where code.reason == .busy: throw .terminalBusy
        // A terminal that demands its end of day first tells nothing of what it has stored either.
        case _ where last.end.reason == .endOfDayNeeded: throw .endOfDayDemanded
        case .aborted(let code) where code?.reason == .busy && last.result == nil: throw .terminalBusy
        case .completed: last.result?.receiptNumber.map(Watermark.receipt) ?? .unknown
        case .aborted(let code): last.result?.receiptNumber.map(Watermark.receipt) ?? .nothingStored(code: code)
        // A refusal does not mean that nothing is stored: the terminal may have booked what it cannot repeat.
        case .refused: .unknown
        case .disturbed(let failure): throw failure
        }
    }

    // MARK: Running

    /// Runs a new payment on a prepared terminal, or, if there is none, continues one that an earlier process left
    /// open. The terminal must be taken.
    func run(
        _ history: PaymentHistory, on line: PreparedTerminal?, at address: DeviceAddress, giveUpAfter: Duration,
        isInBackground: Bool = false,
        progress: @escaping @Sendable (PaymentProgress) -> Void
    ) async -> (PaymentHistory, PaymentOutcome) {
        let (readers, characterSet) = (dependencies.readers, history.intent.habits.characterSet)
        dependencies.serving(history.intent.payment, address)
        defer { dependencies.serving(nil, address) }
        let surroundings = PaymentRunner.Surroundings(
            environment: dependencies.environment, ledger: dependencies.ledger,
            connect: { () throws(Failure) in
                let terminal = try readers.connectToAsk(address)
                terminal.expectTexts(in: characterSet)
                return terminal
            }, giveUpAfter: giveUpAfter, progress: progress)
        let runner = PaymentRunner(history, terminal: line?.terminal, in: surroundings)
        let isCancelled =
            isInBackground
            ? background.runs(runner, at: address)
            : held.withLock { held in
                held[address]?.runner = runner
                held[address]?.isResumed = line == nil
                return held[address]?.isCancelled == true
            }
        return await withCheckedContinuation { continuation in
            let ended = Reply<(PaymentHistory, PaymentOutcome)> { end in
                continuation.resume(returning: (try? end.get()) ?? (history, .inDoubt(reason: Self.abandoned)))
            }
            runner.run(line == nil ? .resume : .begin) { ended(($0, $1)) }
            // Cancellation was requested just before the runner could be told.
            if isCancelled { line == nil ? runner.leave() : runner.cancel() }
        }
    }
}

extension Failure {
    static let terminalBusy = Failure(
        ReaderFailure.busy, Sentence("failure.reader.busy"), remedy: Sentence("remedy.reader.busy"), recovery: .retry)

    static func notReady(_ end: TerminalEnd) -> Failure {
        switch end {
        case .completed:
            Failure(ReaderFailure.notReady, Sentence("failure.reader.notReady.completed"), recovery: .retry)
        case _ where end.reason == .busy: .terminalBusy
        case _ where end.reason == .endOfDayNeeded: .endOfDayDemanded
        case .aborted(let code): notReady("failure.reader.notReady.ended", code)
        case .refused(let code): notReady("failure.reader.notReady.refused", code)
        case .disturbed(let failure): failure
        }
    }

    private static func notReady(_ key: Sentence.Key, _ code: DeviceCode?) -> Failure {
        let with = code.map { Sentence("failure.reader.withCode", ["code": $0.name]) }
        let step = code?.nextStep.sentence ?? Sentence("remedy.reader.notReady.display")
        // No card is there: the code for a wrong PIN is said of the till's password.
        let isNotPermitted = code?.reason == .notPossible || code?.reason == .wrongPIN
        return Failure(
            ReaderFailure.notReady, Sentence(key, ["with": with ?? Sentence(stored: "")]),
            remedy: isNotPermitted ? Sentence("remedy.reader.notReady.notPermitted") : step,
            recovery: .askOperator)
    }
}
