import Flow
import Hardware
import Model
import Readers
import Simulator
import Synchronization

/// Watches everything that passes between a till's reader and a terminal, and what the reader reports of it.
final class FaultWitness: Sendable {
    struct Seen: Sendable {
        var events: [TerminalEvent] = []
        var ends: [TerminalEnd] = []
        var endedAt: Uptime?
        /// Records that were told and are not stored yet.
        var unstored: Set<TerminalRecordID> = []
        /// The traces of results that were told and stored.
        var stored: Set<Int> = []
        var said: [UInt16] = []
        var heard: [UInt16] = []
        /// The bytes that passed, in the pieces in which they came.
        var wire: [[UInt8]] = []
        var violations: [String] = []
        var isAccepted = false
    }

    private let state = Mutex(Seen())

    var seen: Seen { state.withLock { $0 } }

    /// A request begins; what passed before belongs to another request.
    func begins() {
        state.withLock { seen in
            (seen.events, seen.ends, seen.endedAt, seen.isAccepted) = ([], [], nil, false)
        }
    }

    func told(_ event: TerminalEvent, at now: Uptime) {
        state.withLock { seen in
            if !seen.ends.isEmpty { seen.violations.append("told after the end: \(event)") }
            seen.events.append(event)
            switch event {
            case .accepted: seen.isAccepted = true
            case .result(let id, _), .totals(let id, _), .text(let id, _): seen.unstored.insert(id)
            case .finished(let end):
                seen.ends.append(end)
                seen.endedAt = now
            case .progress, .openPreauthorisations, .answered, .orphanEnded: break
            }
        }
    }

    func stores(_ id: TerminalRecordID, _ result: TransactionResult?) {
        state.withLock { seen in
            seen.unstored.remove(id)
            if let trace = result?.trace { seen.stored.insert(trace) }
        }
    }

    func refuses(_ id: TerminalRecordID) { _ = state.withLock { $0.unstored.remove(id) } }

    /// `80 00` answers the newest telegram; if that one still waits to be stored, the answer comes too early.
    func passed(_ telegram: TracedTelegram) {
        let bytes = telegram.redacted
        guard bytes.count >= 2 else { return }
        let control = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        state.withLock { seen in
            guard telegram.direction == .sent else {
                seen.unstored = []
                return seen.said.append(control)
            }
            seen.heard.append(control)
            if control == 0x8000, !seen.unstored.isEmpty { seen.violations.append("answered, and not stored") }
        }
    }

    /// A new connection begins: what was told on the former one can no longer be answered.
    func connects() { state.withLock { $0.unstored = [] } }

    func carried(_ bytes: [UInt8]) { state.withLock { $0.wire.append(bytes) } }

    /// Whatever the terminal commits to must be stored by then.
    func recorded(_ entry: TerminalJournal.Entry) {
        guard entry.event == .confirmed, let trace = entry.originalTrace else { return }
        state.withLock { seen in
            if !seen.stored.contains(trace) { seen.violations.append("booked, and its result not stored: \(entry)") }
        }
    }
}

/// A line whose bytes the witness sees.
final class WitnessedLine: Transport, LineHandler {
    private let line: SimulatedLine
    private let witness: FaultWitness
    private let wire = Mutex<(any LineHandler)?>(nil)

    init(_ line: SimulatedLine, _ witness: FaultWitness) {
        self.line = line
        self.witness = witness
    }

    var address: DeviceAddress { line.address }
    var kind: LineKind { line.kind }

    func open(_ wire: any LineHandler) throws(Failure) {
        self.wire.withLock { $0 = wire }
        try line.open(self)
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) { line.perform { [self] in passing(work($0)) } }
    func close() { line.close() }

    func opened(at now: Uptime) -> LineCommands {
        witness.carried([])
        return passing(inner?.opened(at: now))
    }

    func deadlineReached(at now: Uptime) -> LineCommands { passing(inner?.deadlineReached(at: now)) }
    func lost(_ loss: LineLoss, at now: Uptime) {
        witness.carried([])
        inner?.lost(loss, at: now)
    }

    func hungUp(at now: Uptime) { inner?.hungUp(at: now) }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        witness.carried(bytes)
        return passing(inner?.received(bytes, at: now))
    }

    private var inner: (any LineHandler)? { wire.withLock { $0 } }

    private func passing(_ orders: LineCommands?) -> LineCommands {
        if let written = orders?.write, !written.isEmpty { witness.carried(written) }
        return orders ?? LineCommands()
    }
}
