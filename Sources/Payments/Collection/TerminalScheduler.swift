import Failures
import Flow
import Hardware
import Model
import Storage
import Synchronization

/// Where payments run: at most one per terminal, each on a lane of its own. Belongs to the process, so that recovery
/// needs nobody to be signed in and a sign-out loses nothing.
package final class TerminalScheduler: Sendable {
    package struct Dependencies: Sendable {
        var environment: Environment
        var ledger: any PaymentLedger
        var readers: any CardReaderService
        var claims: any DeviceLocks
        var serving: @Sendable (PaymentID?, DeviceAddress) -> Void

        package init(
            environment: Environment, ledger: any PaymentLedger, readers: any CardReaderService,
            claims: any DeviceLocks,
            serving: @escaping @Sendable (PaymentID?, DeviceAddress) -> Void
        ) {
            self.environment = environment
            self.ledger = ledger
            self.readers = readers
            self.claims = claims
            self.serving = serving
        }
    }

    /// A terminal that is connected, registered, and has told its last transaction.
    struct Line: Sendable {
        let terminal: any PaymentTerminal
        /// As it told at registration, or else in its last transaction; nil where it tells none.
        let terminalID: String?
        let watermark: Watermark
        /// Its last transaction; nil where it told none.
        let last: TransactionResult?
        let habits: TerminalHabits

        /// The same without the terminal's id, where that names another terminal as well: then its address names it.
        var unnamed: Line {
            var last = last
            last?.terminalID = nil
            return Line(terminal: terminal, terminalID: nil, watermark: watermark, last: last, habits: habits)
        }
    }

    /// What a terminal is had for.
    package enum Work: Hashable, Sendable {
        case payment
        case recovery(PaymentID)
        /// Diagnosis, initialisation and the like.
        case service
        case endOfDay

        var isRecovery: Bool { if case .recovery = self { true } else { false } }
    }

    /// A terminal that this process has, or is about to have.
    private struct Held {
        let work: Work
        var claim: (any DeviceLock)?
        var runner: PaymentRunner?
        /// Whether the runner finds out about an earlier payment.
        var isResumed = false
        /// A terminal that is being registered with, or that serves anything but a payment.
        var prepared: (any PaymentTerminal)?
        var isCancelled = false
    }

    private let dependencies: Dependencies
    private let held = Mutex<[DeviceAddress: Held]>([:])

    package init(_ dependencies: Dependencies) { self.dependencies = dependencies }

    /// Of a payment whose runner went away without a word.
    private static let abandoned = Sentence("reason.abandoned")

    /// Forgets what runs, as the end of the process would: for worlds in which one process sees many lives of a till.
    package func letGo() {
        let gone = held.withLock { held in
            defer { held = [:] }
            return held
        }
        for held in gone.values { held.runner?.letGo() }
    }

    /// Whether any payment or end of day runs. While one does, nobody is signed out.
    package var isBusy: Bool { held.withLock { $0.values.contains { $0.work == .payment || $0.work == .endOfDay } } }

    /// Keeps the terminal for one piece of work of this process; throws when another has it. To be followed by `take`.
    package func reserve(_ address: DeviceAddress, for work: Work) throws(Failure) {
        let other = held.withLock { held in
            let other = held[address]?.work
            if other == nil { held[address] = Held(work: work) }
            return other
        }
        switch other {
        case nil: return
        case .payment, .service: throw .terminalInUse
        case .endOfDay: throw .terminalEndsItsDay
        case .recovery(let payment): throw .inDoubt(payment)
        }
    }

    /// Takes the reserved terminal from all other processes; throws when one has it. Whoever only looks whether it is
    /// there is waited for. What a living process is in the middle of is nothing to recover.
    package func take(_ address: DeviceAddress) async throws(Failure) {
        let (environment, claims) = (dependencies.environment, dependencies.claims)
        let claim = try await environment.retrying(.whileSomebodyLooks) { () throws(Failure) in
            try claims.take(terminal: address)
        }
        held.withLock { $0[address]?.claim = claim }
    }

    package func release(_ address: DeviceAddress) {
        held.withLock { $0.removeValue(forKey: address) }?.claim?.release()
    }

    /// The terminal, reserved and taken while `work` is done.
    package func having<Value>(
        _ address: DeviceAddress, for purpose: Work, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try reserve(address, for: purpose)
        defer { release(address) }
        try await take(address)
        return try await work()
    }

    /// The same under the name by which the terminal is reserved already and by another, older one.
    package func havingToo<Value>(
        _ other: DeviceAddress, besides reserved: DeviceAddress, for purpose: Work,
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        other == reserved ? try await work() : try await having(other, for: purpose, work)
    }

    /// Asks what runs on that terminal to be cancelled; a payment that is still being prepared does not begin, and an earlier
    /// one stays in doubt. False when nothing runs there.
    package func cancel(on address: DeviceAddress) -> Bool {
        let held = held.withLock { held -> Held? in
            // What this process finds out by itself is nobody's to cancel.
            guard let work = held[address]?.work, !work.isRecovery else { return nil }
            held[address]?.isCancelled = true
            return held[address]
        }
        guard let held else { return false }
        switch held.work {
        case .payment where held.isResumed: held.runner?.leave()
        case .payment:
            held.runner?.cancel()
            // Nothing was sent yet that charges a card: whatever the terminal is in the middle of need not be waited for.
            held.prepared?.close()
        // It ends when the terminal ends it: an end of day that is under way cannot be taken back.
        case .endOfDay: held.prepared?.cancel()
        case .service: stop(held.prepared)
        case .recovery: break
        }
        return true
    }

    /// A service changes no money: the terminal is asked to end it, and is not waited for any longer than for an answer.
    private func stop(_ terminal: (any PaymentTerminal)?) {
        guard let terminal else { return }
        terminal.cancel()
        let environment = dependencies.environment
        _ = environment.spawn("stop a service") {
            try? await environment.sleep(environment.uptime() + Self.longestAnswerToAbort)
            terminal.close()
        }
    }

    /// T3, and a little for the line.
    private static let longestAnswerToAbort = Duration.seconds(6)

    /// Leaves what runs on that terminal at once: a payment that was sent ends in doubt, and one that is still being prepared
    /// does not begin. Tells whether one was sent.
    package func leave(_ address: DeviceAddress) -> Bool {
        let held = held.withLock { held in
            held[address]?.isCancelled = true
            return held[address]
        }
        held?.runner?.leave()
        held?.prepared?.close()
        return held?.runner != nil && held?.isResumed == false
    }

    /// The terminal that serves anything but a payment, so that it can be asked to stop. An end of day within a payment is
    /// left alone.
    package func serves(_ terminal: any PaymentTerminal, at address: DeviceAddress) {
        held.withLock { held in
            if held[address]?.work != .payment { held[address]?.prepared = terminal }
        }
    }

    /// Tells the payment that runs what became of its goods, and returns what came of that; nil when it does not run here.
    func tellGoods(_ issue: DispenseResult, of payment: PaymentID) async -> Result<Void, Failure>? {
        guard let runner = held.withLock({ $0.values.compactMap(\.runner).first { $0.intent.payment == payment } })
        else { return nil }
        return await withCheckedContinuation { continuation in
            let told = Reply<Result<Void, Failure>?> { continuation.resume(returning: (try? $0.get()) ?? nil) }
            runner.tellGoods(issue) { told($0) }
        }
    }

    /// Whether a cancellation was asked for since the terminal was reserved.
    func isCancelled(_ address: DeviceAddress) -> Bool { held.withLock { $0[address]?.isCancelled ?? false } }

    // MARK: Preparing

    /// Connects, registers and asks for the last transaction. Nothing is charged by any of it, so a terminal that is
    /// still busy with something earlier is asked again.
    func prepare(_ address: DeviceAddress, _ currency: Currency) async throws(Failure) -> Line {
        try await dependencies.environment.retrying(.untilTheTerminalIsFree) { () async throws(Failure) in
            guard !isCancelled(address) else { throw .cancelledInTime }
            return try await prepareOnce(address, currency)
        }
    }

    private func prepareOnce(_ address: DeviceAddress, _ currency: Currency) async throws(Failure) -> Line {
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

    private func register(_ terminal: any PaymentTerminal, _ currency: Currency) async throws(Failure) -> Line {
        let conversation = TerminalRequestRunner(terminal: terminal)
        let told = try await conversation.register(currency)
        let last = await conversation.ask(.repeatReceipt)
        return Line(
            terminal: terminal, terminalID: told.terminalID ?? last.result?.terminalID,
            watermark: try Self.watermark(last), last: last.result,
            habits: TerminalHabits(
                cardPhaseSeconds: Int(terminal.longestCardPhase.components.seconds),
                currencyNumber: told.currencyNumber, characterSet: told.characterSet))
    }

    static func watermark(_ last: TerminalRequestRunner.Outcome) throws(Failure) -> Watermark {
        switch last.end {
        // A terminal that is busy says nothing of what it has stored, and must not be taken for an empty one.
        case .refused(let code) where code.reason == .busy: throw .terminalBusy
        // Nor does one that will do nothing before its end of day.
        case _ where last.end.reason == .endOfDayNeeded: throw .endOfDayDemanded
        case .aborted(let code) where code?.reason == .busy && last.result == nil: throw .terminalBusy
        case .completed: last.result?.receiptNumber.map(Watermark.receipt) ?? .unknown
        case .aborted(let code): last.result?.receiptNumber.map(Watermark.receipt) ?? .nothingStored(code: code)
        // Not the same as having nothing: it may have booked what it cannot repeat.
        case .refused: .unknown
        case .disturbed(let failure): throw failure
        }
    }

    // MARK: Running

    /// Runs a new payment on a prepared line, or continues one that an earlier life left behind when there is none.
    /// The terminal must be taken.
    func run(
        _ history: PaymentHistory, on line: Line?, at address: DeviceAddress, giveUpAfter: Duration,
        notice: @escaping @Sendable (PaymentProgress) -> Void
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
            }, giveUpAfter: giveUpAfter, notice: notice)
        let runner = PaymentRunner(history, terminal: line?.terminal, in: surroundings)
        let isCancelled = held.withLock { held in
            held[address]?.runner = runner
            held[address]?.isResumed = line == nil
            return held[address]?.isCancelled ?? false
        }
        return await withCheckedContinuation { continuation in
            let ended = Reply<(PaymentHistory, PaymentOutcome)> { end in
                continuation.resume(returning: (try? end.get()) ?? (history, .inDoubt(reason: Self.abandoned)))
            }
            runner.run(line == nil ? .resume : .begin) { ended(($0, $1)) }
            // Asked for just before it could be heard.
            if isCancelled { line == nil ? runner.leave() : runner.cancel() }
        }
    }
}

extension Failure {
    static let terminalBusy = Failure(
        ReaderFailure.busy, "The terminal is busy.", remedy: "try again when its display is at rest", recovery: .retry)

    static func notReady(_ end: TerminalEnd) -> Failure {
        switch end {
        case .completed: Failure(ReaderFailure.notReady, "The terminal is not ready.", recovery: .retry)
        case _ where end.reason == .busy: .terminalBusy
        case _ where end.reason == .endOfDayNeeded: .endOfDayDemanded
        case .aborted(let code): notReady("ended the registration", code)
        case .refused(let code): notReady("refused the registration", code)
        case .disturbed(let failure): failure
        }
    }

    private static func notReady(_ what: String, _ code: DeviceCode?) -> Failure {
        let with = code.map { " with code \($0.named(in: .en))" } ?? ""
        let step = code?.nextStep.text(in: .en) ?? "look at the terminal's display"
        return Failure(
            ReaderFailure.notReady, "The terminal \(what)\(with).",
            remedy: code?.reason == .notPossible ? notPermitted : step,
            recovery: .askOperator)
    }

    /// What refuses to be registered with at all.
    private static let notPermitted =
        "check the terminal's password; where it is right, have the acquirer permit ZVT, which an update may have switched off"
}
