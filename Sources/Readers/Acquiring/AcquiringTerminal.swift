import Flow
import Hardware
import Model
import Synchronization

/// An encrypting reader and an acquirer as one payment terminal: an `AcquiringMachine` on a lane of its own. Payments,
/// recovery, receipts and `till why` work as with any other terminal.
///
/// Card data goes to the acquirer once and is kept nowhere. An answer that arrives after the timeout is ignored; the outcome
/// is then found by asking the acquirer.
package final class AcquiringTerminal: PaymentTerminal, @unchecked Sendable {  // guards: state on `lane` only
    package typealias Events = @Sendable (TerminalEvent) -> Void

    /// How long to wait for an answer of the acquirer.
    package static let longestAnswer = Duration.seconds(30)
    /// The most events that may wait on the lane: a reader's progress and a few answers.
    static let mostWaiting = 1_000

    package let identity: DeviceIdentity
    /// Zero, because asking for an unknown reference voids it: nothing can be booked afterwards.
    package let longestCardPhase = Duration.zero
    private let reader: (any EncryptingReader)?
    private let acquirer: any Acquirer
    private let environment: Environment
    private let lane: any Lane

    private var machine: AcquiringMachine
    private var listener: Events?
    private var isClosed = false
    /// Counts the questions, so that answers to earlier ones are ignored.
    private var question = 0
    private var timer: (any Running)?

    /// Without a reader the terminal takes no cards and only reports the outcomes of transactions.
    package init(
        identity: DeviceIdentity, reader: (any EncryptingReader)?, acquirer: any Acquirer, environment: Environment
    ) {
        self.identity = identity
        self.reader = reader
        self.acquirer = acquirer
        self.environment = environment
        lane = environment.lane("acquiring \(identity.address)", Self.mostWaiting)
        machine = AcquiringMachine(terminalID: acquirer.terminalID, reads: reader != nil)
    }

    package func start(_ request: TerminalRequest, events: @escaping Events) { start(request, nil, events) }

    package func start(_ request: TerminalRequest, for transaction: PaymentID, events: @escaping Events) {
        start(request, transaction, events)
    }

    private func start(_ request: TerminalRequest, _ transaction: PaymentID?, _ events: @escaping Events) {
        onLane { terminal in
            guard !terminal.isClosed else { return events(.finished(.disturbed(.acquiringClosed))) }
            terminal.listener = events
            terminal.perform(terminal.machine.start(request, for: transaction))
        }
    }

    package func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        onLane { $0.perform($0.machine.answer(record, verdict)) }
    }

    package func cancel() { onLane { $0.perform($0.machine.cancel()) } }

    /// Closes the terminal. The acquirer continues with an open question, but its answer is ignored.
    package func close() {
        reader?.close()
        onLane { terminal in
            terminal.isClosed = true
            terminal.endQuestion()
            terminal.perform(terminal.machine.closed(.acquiringClosed))
        }
    }
}

// MARK: - On the lane

extension AcquiringTerminal {
    private func onLane(_ work: @escaping @Sendable (AcquiringTerminal) -> Void) {
        _ = lane.schedule(at: environment.uptime()) { [self] in work(self) }
    }

    private func perform(_ steps: [AcquiringMachine.Step]) {
        for step in steps {
            switch step {
            case .read(let request): reader?.start(request) { [weak self] event in self?.heard(event) }
            case .cancelReading: reader?.cancel()
            case .ask(let question): ask(question)
            case .tell(let event): tell(event)
            }
        }
    }

    private func tell(_ event: TerminalEvent) {
        let listener = listener
        if case .finished = event { self.listener = nil }
        listener?(event)
    }

    private func heard(_ event: ReaderEvent) {
        onLane { $0.perform($0.machine.heard(event)) }
    }

    private func ask(_ asked: AcquiringMachine.Question) {
        question += 1
        let number = question
        timer = lane.schedule(at: environment.uptime() + Self.longestAnswer) { [weak self] in
            self?.answered(.unknown(.acquirerSilent), to: number)
        }
        acquirer.ask(asked) { [weak self] answer in self?.onLane { $0.answered(answer, to: number) } }
    }

    private func answered(_ answer: AcquirerAnswer, to number: Int) {
        guard number == question else { return }
        endQuestion()
        perform(machine.heard(answer))
    }

    private func endQuestion() {
        question += 1
        timer?.cancel()
        timer = nil
    }
}

extension Acquirer {
    fileprivate func ask(_ question: AcquiringMachine.Question, answer: @escaping Answer) {
        switch question {
        case .authorise(let transaction, let card): authorise(transaction, card, answer: answer)
        case .reverse(let receipt, let transaction): reverse(receipt: receipt, as: transaction, answer: answer)
        case .void(let reference): void(reference, answer: answer)
        case .enquire(let reference): enquire(reference, answer: answer)
        case .newest: newest(answer: answer)
        }
    }
}
