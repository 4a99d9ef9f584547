import Flow
import Hardware
import Model
import Synchronization

/// An ESC/POS printer on a line of its own.
///
/// Jobs and questions are served in order. `close`, and the loss of the line, answer everything that is open.
package final class ESCPOSPrinter: ReceiptPrinter {
    package let identity: DeviceIdentity
    private let transport: any Transport
    /// The line, if it knows more of the printer's state than the printer itself reports.
    private let line: (any PrinterLine)?
    private let handler: PrinterLineHandler
    private let environment: Environment

    /// Opens the line without sending anything. Throws what the transport throws.
    package init(
        on transport: any Transport, capabilities: PrinterCapabilities, environment: Environment
    ) throws(Failure) {
        identity = DeviceIdentity(kind: .printer, address: transport.address)
        self.transport = transport
        self.environment = environment
        line = transport as? any PrinterLine
        handler = PrinterLineHandler(
            PrinterSession(
                capabilities, lineTellsWhenTaken: line != nil,
                firstProcessID: UInt32(truncatingIfNeeded: environment.random())))
        try transport.open(handler)
    }

    /// The status that the printer reports; if it reports none, what its line knows.
    package func status() async throws(Failure) -> PrinterStatus { try await status(after: []) }

    package func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus {
        let said = try await answeredStatus(after: recovery)
        guard said == PrinterStatus(), let line, let known = try? await line.printerStatus() else { return said }
        return known
    }

    package func print(_ data: PrintData) async -> PrintResult { await print(data, patience: .zero) { _ in } }

    package func print(
        _ data: PrintData, patience: Duration, told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        // The session handles obstacles that the printer reports itself; this covers those that only the line knows.
        if line != nil, let obstacle = (try? await status())?.obstacle { return .failed(obstacle.failure) }
        let result = await answeredPrint(data, patience) { [self] progress in
            told(progress)
            if case .waits(PrinterError.noAnswer.failure, _) = progress { tellWhatTheLineKnows(told) }
        }
        // A printer without answers may have run out of paper meanwhile.
        guard result == .probably || result == .unknown(PrinterError.noAnswer.failure), let line,
            let obstacle = (try? await line.printerStatus())?.obstacle
        else { return result }
        return .unknown(obstacle.failure)
    }

    /// Sends a real-time command. A printer that answers has received it when it answers the next question.
    package func interject(_ command: [UInt8]) async throws(Failure) {
        transport.perform { [handler] _ in handler.interject(command) }
        _ = try await answeredStatus()
    }

    /// Asks the line beside the job, since a printer with a full buffer may not receive questions.
    private func tellWhatTheLineKnows(_ told: @escaping @Sendable (PrintProgress) -> Void) {
        guard let line else { return }
        _ = environment.spawn("printer.line") {
            guard let known = try? await line.printerStatus(), let obstacle = known.obstacle else { return }
            told(.waits(obstacle.failure, known))
        }
    }

    private func answeredStatus(after recovery: [UInt8] = []) async throws(Failure) -> PrinterStatus {
        let handler = handler
        let answer: Result<PrinterStatus, Failure> = await withCheckedContinuation { continuation in
            ask(.status(after: recovery), .status(OneAnswer(continuation, ifDropped: .failure(handler.ending.failure))))
        }
        return try answer.get()
    }

    private func answeredPrint(
        _ data: PrintData, _ patience: Duration, _ told: @escaping @Sendable (PrintProgress) -> Void
    ) async -> PrintResult {
        let handler = handler
        return await withCheckedContinuation { continuation in
            let answer = OneAnswer(continuation, ifDropped: PrintResult.failed(handler.ending.failure))
            ask(.print(data, patience: patience), .print(answer, told))
        }
    }

    package func close() {
        transport.close()
        handler.end(.lineLost(nil))
    }

    /// If the line is closed, the work is dropped, and the dropped answer answers itself.
    private func ask(_ request: PrinterSession.Request, _ answer: PrinterLineHandler.Answer) {
        transport.perform { [handler] now in handler.begin(request, answer, at: now) }
    }
}

/// Runs the session on the line's queue. Only `end` contends for its lock, after the queue has stopped.
final class PrinterLineHandler: LineHandler {
    enum Answer: Sendable {
        case status(OneAnswer<Result<PrinterStatus, Failure>>)
        case print(OneAnswer<PrintResult>, @Sendable (PrintProgress) -> Void)
    }

    private struct State {
        var session: PrinterSession
        var open: [Int: Answer] = [:]
        var lastNumber = 0
    }

    private let state: Mutex<State>

    init(_ session: PrinterSession) { state = Mutex(State(session: session)) }

    func begin(_ request: PrinterSession.Request, _ answer: Answer, at now: Uptime) -> LineCommands {
        work { state in
            state.lastNumber += 1
            state.open[state.lastNumber] = answer
            return state.session.begin(state.lastNumber, request, at: now)
        }
    }

    /// Sent between two writes of the current job, each of which is whole commands.
    func interject(_ command: [UInt8]) -> LineCommands {
        var orders = work { _ in [] }
        orders.write = command
        return orders
    }

    func opened(at now: Uptime) -> LineCommands { work { _ in [] } }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        work { $0.session.received(bytes, at: now) }
    }

    func deadlineReached(at now: Uptime) -> LineCommands {
        work { $0.session.deadlineReached(at: now) }
    }

    func taken(at now: Uptime) -> LineCommands? { work { $0.session.taken(at: now) } }

    func lost(_ loss: LineLoss, at now: Uptime) { end(.lineLost(loss)) }

    /// Why nothing more can be asked.
    var ending: PrinterError { state.withLock { $0.session.ended } ?? .lineLost(nil) }

    /// Answers everything that is open; later requests are refused.
    func end(_ error: PrinterError) {
        _ = work { $0.session.lost(error) }
    }

    /// Answers are given outside of the lock.
    private func work(_ change: (inout State) -> [PrinterSession.Step]) -> LineCommands {
        let (orders, answers) = state.withLock { state in
            var orders = LineCommands()
            var answers: [(Answer?, PrinterSession.Step)] = []
            for step in change(&state) {
                switch step {
                case .write(let bytes): orders.write += bytes
                case .progress(let number, _): answers.append((state.open[number], step))
                case .status(let number, _), .noStatus(let number, _), .printed(let number, _):
                    answers.append((state.open.removeValue(forKey: number), step))
                }
            }
            orders.deadline = state.session.deadline
            orders.isSettled = state.session.isSettled
            return (orders, answers)
        }
        for (answer, step) in answers { Self.give(answer, step) }
        return orders
    }

    private static func give(_ answer: Answer?, _ step: PrinterSession.Step) {
        switch (answer, step) {
        case (.status(let waiting), .status(_, let status)): waiting.give(.success(status))
        case (.status(let waiting), .noStatus(_, let error)): waiting.give(.failure(error.failure))
        case (.print(let waiting, _), .printed(_, let result)): waiting.give(result)
        case (.print(_, let told), .progress(_, let progress)): told(progress)
        default: preconditionFailure("an answer of another kind than the question")
        }
    }
}
