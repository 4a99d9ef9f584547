import Failures
import Flow
import Hardware
import Model
import Storage
import Stores
import Synchronization

/// Asks idle terminals now and then how they are, without being in the way: a caller that wants to use a terminal waits for
/// the end of an enquiry, and none begins while it is used.
final class TerminalEnquiries: Sendable {
    /// How old the answer of an idle terminal may be.
    static let longestAge = Duration.seconds(60)
    /// How old an answer may be that could not be renewed, because something else has the terminal. An older one says nothing.
    static let longestStanding = Duration.seconds(300)

    private struct Terminal {
        /// How many payments and requests use the terminal, or wait to use it.
        var users = 0
        /// Callers that wait for the end of an enquiry; nil while none runs.
        var waiting: [CheckedContinuation<Void, Never>]?
        var answer: (at: Uptime, obstacle: Failure?)?
    }

    private let till: any ServedTill
    private let terminals = Mutex<[DeviceAddress: Terminal]>([:])

    init(till: any ServedTill) { self.till = till }

    /// Runs work that uses a terminal, once no enquiry of it runs.
    func using<Value: Sendable>(
        _ terminal: DeviceAddress, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        terminals.withLock { $0[terminal, default: Terminal()].users += 1 }
        defer { terminals.withLock { $0[terminal]?.users -= 1 } }
        await endOfEnquiry(of: terminal)
        return try await work()
    }

    /// Runs work about a transaction, once no enquiry of its terminal runs. Nobody else may be at work on a terminal whose transaction is
    /// settled, although nothing is asked of it.
    func settling<Value: Sendable>(
        _ record: PaymentRecord, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let terminal = DeviceAddress(record.terminalAddress) else { return try await work() }
        return try await using(terminal, work)
    }

    /// Why a terminal could not take a payment, as it says itself; nil if it could. It is asked if its last answer is too old and
    /// nothing uses it. While this service uses it, the last answer stands; nil if there is none.
    func obstacle(at terminal: DeviceAddress) async -> Failure? {
        let watched = till.watched.current
        if case .notReady? = watched.standing(of: terminal), watched.absence(of: terminal) == nil {
            forgetBrokenLine(to: terminal)
        }
        let isBegun = terminals.withLock { terminals in
            let state = terminals[terminal] ?? Terminal()
            guard state.waiting == nil, state.users == 0, !till.isBusy(at: terminal),
                !isAnswer(state, youngerThan: Self.longestAge)
            else { return false }
            terminals[terminal, default: Terminal()].waiting = []
            return true
        }
        // Who stops waiting leaves the enquiry to the others.
        await till.environment.toTheEnd("ask a terminal") { [self] in
            if isBegun { await enquire(terminal) } else { await endOfEnquiry(of: terminal) }
        }
        return standing(of: terminal)
    }

    /// The obstacle that a terminal told last; nil if there was none, or the terminal was never asked. Asks nothing.
    func lastObstacle(at terminal: DeviceAddress) -> Failure? { terminals.withLock { $0[terminal]?.answer?.obstacle } }

    private func standing(of terminal: DeviceAddress) -> Failure? {
        let state = terminals.withLock { $0[terminal] } ?? Terminal()
        let isUsed = state.users > 0 || till.isBusy(at: terminal)
        guard isUsed || isAnswer(state, youngerThan: Self.longestStanding) else { return .notAsked }
        return state.answer?.obstacle
    }

    private func isAnswer(_ state: Terminal, youngerThan age: Duration) -> Bool {
        state.answer.map { till.environment.uptime() - $0.at < age } ?? false
    }

    private func endOfEnquiry(of terminal: DeviceAddress) async {
        await withCheckedContinuation { continuation in
            let isFree = terminals.withLock { terminals in
                terminals[terminal]?.waiting?.append(continuation)
                return terminals[terminal]?.waiting == nil
            }
            if isFree { continuation.resume() }
        }
    }

    /// Forgets that the line to a terminal was broken: something uses the terminal now, and nobody is to look for a cable.
    private func forgetBrokenLine(to terminal: DeviceAddress) {
        terminals.withLock { terminals in
            guard terminals[terminal]?.answer?.obstacle?.belongs(to: LineFailure.self) == true else { return }
            terminals[terminal]?.answer = nil
        }
    }

    private func enquire(_ terminal: DeviceAddress) async {
        let answer = await ask(terminal)
        if answer == nil { forgetBrokenLine(to: terminal) }
        let waiting = terminals.withLock { terminals in
            defer { terminals[terminal]?.waiting = nil }
            if let answer { terminals[terminal]?.answer = (till.environment.uptime(), answer.obstacle) }
            return terminals[terminal]?.waiting ?? []
        }
        for one in waiting { one.resume() }
    }

    private struct Answer { let obstacle: Failure? }

    /// Nil if somebody else uses the terminal now.
    private func ask(_ terminal: DeviceAddress) async -> Answer? {
        do throws(Failure) {
            let currency = till.currency
            let report = try await till.ask { TerminalServiceAction.enquire(terminal, currency, $0) }
            guard let status = report.status, !status.isSuccess else { return Answer(obstacle: nil) }
            return Answer(obstacle: .notReady(status))
        } catch {
            guard !error.is(PaymentFailure.terminalBusy), !error.is(PaymentFailure.inDoubt) else { return nil }
            // A terminal that is gone is looked for until it is back.
            try? await till.ask { DeviceAction.lookAgain(terminal, $0) }
            return Answer(obstacle: error)
        }
    }
}

extension Failure {
    fileprivate static func notReady(_ status: DeviceCode) -> Failure {
        Failure(
            ReaderFailure.notReady, Sentence("failure.reader.notReady.status", ["code": status.sentence]),
            remedy: status.nextStep.sentence, recovery: .askOperator)
    }

    fileprivate static let notAsked = Failure(
        ReaderFailure.notAsked, Sentence("failure.reader.notAsked"), remedy: Sentence("remedy.reader.notAsked"),
        recovery: .retry)
}
