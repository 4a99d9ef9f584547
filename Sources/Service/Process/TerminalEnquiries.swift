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

    private struct Terminal {
        /// How many use it, or wait to do so.
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
        await withCheckedContinuation { continuation in
            let isFree = terminals.withLock { terminals in
                terminals[terminal, default: Terminal()].users += 1
                terminals[terminal]?.waiting?.append(continuation)
                return terminals[terminal]?.waiting == nil
            }
            if isFree { continuation.resume() }
        }
        defer { terminals.withLock { $0[terminal]?.users -= 1 } }
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

    /// Why a terminal could not take a payment, as it says itself; nil if it could. While it is used, the last answer stands; nil
    /// if there is none.
    func obstacle(at terminal: DeviceAddress) async -> Failure? {
        let (known, begins) = terminals.withLock { terminals -> (Failure?, Bool) in
            let state = terminals[terminal] ?? Terminal()
            let isFresh = state.answer.map { till.environment.uptime() - $0.at < Self.longestAge } ?? false
            guard !isFresh, state.users == 0, state.waiting == nil, !till.isBusy else {
                return (state.answer?.obstacle, false)
            }
            terminals[terminal, default: Terminal()].waiting = []
            return (state.answer?.obstacle, true)
        }
        guard begins else { return known }
        // Who stops waiting leaves the enquiry to the others.
        let answer = await till.environment.toTheEnd("ask a terminal") { [self] in await ask(terminal) }
        let waiting = terminals.withLock { terminals in
            defer { terminals[terminal]?.waiting = nil }
            if let answer { terminals[terminal]?.answer = (till.environment.uptime(), answer.obstacle) }
            return terminals[terminal]?.waiting ?? []
        }
        for one in waiting { one.resume() }
        return answer.map(\.obstacle) ?? known
    }

    private struct Answer { let obstacle: Failure? }

    /// Nil if somebody else uses the terminal now.
    private func ask(_ terminal: DeviceAddress) async -> Answer? {
        do throws(Failure) {
            let currency = till.currency
            let report = try await till.ask { TerminalServiceAction.perform(.status, on: terminal, currency, $0) }
            guard let status = report.status, !status.isSuccess else { return Answer(obstacle: nil) }
            return Answer(obstacle: .notReady(status))
        } catch {
            let isInUse = error.is(PaymentFailure.terminalBusy) || error.is(PaymentFailure.inDoubt)
            return isInUse ? nil : Answer(obstacle: error)
        }
    }
}

extension Failure {
    fileprivate static func notReady(_ status: DeviceCode) -> Failure {
        Failure(
            ReaderFailure.notReady, Sentence("failure.reader.notReady.status", ["code": status.sentence]),
            remedy: status.nextStep.sentence, recovery: .askOperator)
    }
}
