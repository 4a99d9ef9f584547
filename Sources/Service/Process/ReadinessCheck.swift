import Failures
import Flow
import Foundation
import Hardware
import Model
import Payments
import Storage
import Stores
import Synchronization

/// Finds everything that keeps a payment from beginning. Those who ask at the same time, or shortly after each other, get one
/// answer, so that asking costs little however often it is done.
final class ReadinessCheck: Sendable {
    /// How long an answer stands.
    static let longestAge = Duration.seconds(1)

    private let till: any ServedTill
    private let gate: ShutdownGate
    private let enquiries: TerminalEnquiries
    /// The names of the devices; nil for the usual ones.
    private let reader: String?
    private let printer: String?
    private let turns = KeyedTurns()
    private let answer = Mutex<(at: Uptime, obstacles: [Failure])?>(nil)

    init(
        till: any ServedTill, gate: ShutdownGate, enquiries: TerminalEnquiries, reader: String? = nil,
        printer: String? = nil
    ) {
        self.reader = reader
        self.printer = printer
        self.till = till
        self.gate = gate
        self.enquiries = enquiries
    }

    /// The obstacles; none if a payment could begin.
    func obstacles() async -> [Failure] {
        await turns.take("")
        defer { turns.release("") }
        let now = till.environment.uptime()
        if let known = answer.withLock({ $0 }), now - known.at < Self.longestAge { return known.obstacles }
        let found = await till.environment.toTheEnd("look whether a payment could begin") { [self] in await look() }
        answer.withLock { $0 = (till.environment.uptime(), found) }
        return found
    }

    private func look() async -> [Failure] {
        var found: [Failure] = []
        func note(_ work: () async throws(Failure) -> Void) async {
            do throws(Failure) { try await work() } catch { found.append(error) }
        }
        await note { () async throws(Failure) in try gate.check() }
        await note { () async throws(Failure) in _ = try await till.ask { AccountAction.loadAccount($0) } }
        await note { () async throws(Failure) in
            try asFailure { () throws(StorageError) in try till.storage.checkReady() }
        }
        await note { () async throws(Failure) in try checkClock() }
        await note { () async throws(Failure) in
            guard let reader = try await till.reader(reader) else { return }
            try standing(of: reader)
            if let obstacle = await enquiries.obstacle(at: reader) { throw obstacle }
        }
        await note { () async throws(Failure) in
            if let printer = try await till.printer(printer) { try standing(of: printer) }
        }
        await note { () async throws(Failure) in try await checkDoubts() }
        return found
    }

    private func standing(of device: DeviceAddress) throws(Failure) {
        if case .notReady(let why) = till.watched.current.standing(of: device) { throw why }
    }

    /// The journal's times must not run backwards: receipts and the end of the day go by them.
    private func checkClock() throws(Failure) {
        let last = try till.storage.reading { reader in
            try reader.journalEntries(from: try reader.journalHead().sequence, limit: 1).first?.at
        }
        let now = till.environment.now()
        if let last, now < last - Self.tolerance { throw .clockIsBehind(now) }
    }

    /// How far the clock may be set back, in seconds.
    private static let tolerance: TimeInterval = 60

    /// A payment that runs as it should is no obstacle. One whose line broke is: until its terminal has told how it ended,
    /// that terminal takes no other.
    private func checkDoubts() async throws(Failure) {
        for doubt in try await till.ask({ JournalAction.listDoubts($0) }) {
            let known = try await till.ask { JournalAction.explainPayment(reference: doubt.id.rawValue, $0) }
            guard known.isRunning, !known.isInDoubt else { throw .inDoubt(doubt.id) }
            guard !known.isBeingFoundOut else { throw .findingOut(doubt.id) }
        }
    }
}

extension PaymentExplanation {
    fileprivate var isInDoubt: Bool { if case .inDoubt? = outcome { true } else { false } }

    /// Whether the dialogue about the payment broke, here or in an earlier process, so that its terminal is asked what became
    /// of it.
    fileprivate var isBeingFoundOut: Bool {
        !isFinal && facts.contains { ["payment.disturbed", "payment.asking"].contains($0.kind) }
    }
}

extension Failure {
    fileprivate static func findingOut(_ payment: PaymentID) -> Failure {
        Failure(
            ServiceFailure.findingOut, Sentence("failure.service.findingOut", ["payment": payment]),
            remedy: Sentence("remedy.service.findingOut"), recovery: .retry)
    }

    fileprivate static func clockIsBehind(_ now: Date) -> Failure {
        Failure(
            ServiceFailure.clockIsBehind,
            Sentence("failure.service.clockIsBehind", ["now": WrittenMoment(now, in: .current)]),
            remedy: Sentence("remedy.service.clockIsBehind"), recovery: .askOperator)
    }
}
