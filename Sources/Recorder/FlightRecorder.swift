import Flow
import Hardware
import Model
import Readers
import Synchronization

/// Records the traffic on the lines of this process, masked, in a ring of files.
///
/// Recording never blocks: a line's queue puts its records into bounded memory, and the recorder's own lane writes them to
/// the disk. Records that find no room in memory or on the disk are lost, and the recording says so.
package final class FlightRecorder: Sendable {
    private let environment: Environment
    private let lane: any Lane
    private let buffer = Mutex(TraceBuffer())
    private let writer: Mutex<TraceRing>
    /// The payment that each terminal is serving.
    private let served = Mutex<[DeviceAddress: PaymentID]>([:])

    /// Files are created only when there is something to record.
    package init(directory: String, plan: RingPlan, environment: Environment) {
        self.environment = environment
        lane = environment.lane("recorder", 4)
        writer = Mutex(TraceRing(directory: directory, plan: plan))
    }

    /// Writes the remaining records, as far as the disk takes them.
    deinit { write() }

    /// From now on the traffic of this terminal belongs to a payment; nil for none.
    package func serves(_ payment: PaymentID?, at terminal: DeviceAddress) {
        served.withLock { $0[terminal] = payment }
    }

    /// A transport that records the traffic of another one.
    ///
    /// - Parameter terminal: the address by which payments know the terminal on the line.
    package func recording(
        _ line: any Transport, to terminal: DeviceAddress, _ framing: LineFraming
    ) -> any Transport {
        RecordedLine(line, to: terminal, framing, recorder: self)
    }

    func payment(at terminal: DeviceAddress) -> PaymentID? { served.withLock { $0[terminal] } }

    var uptime: Uptime { environment.uptime() }

    /// Begins a session of the line to a terminal.
    func open(_ terminal: DeviceAddress, _ framing: LineFraming, at now: Uptime) -> RecordedSession {
        let payment = payment(at: terminal)
        let session = RecordedSession(id: environment.newID("line"), tap: LineTap(framing), payment)
        let opening = TraceRecord.Opening(
            wall: environment.now(), address: terminal, framing: framing, payment: payment)
        keep([TraceRecord(session.id, at: now, .opened(opening))])
        return session
    }

    /// Adds records. Waits at most for another call of `keep`.
    func keep(_ records: [TraceRecord]) {
        let wakes = buffer.withLock { buffer in
            records.reduce(false) { wakes, record in buffer.add(record) || wakes }
        }
        // If the lane is full, a task that is queued there writes these records too.
        if wakes { _ = lane.enqueue { [weak self] in self?.write() } }
    }

    private func write() {
        writer.withLock { ring in
            let records = buffer.withLock { $0.take() }
            guard !records.isEmpty else { return }
            do {
                try ring.append(records.flatMap { TraceLine($0).encoded() })
                if records.contains(where: \.isDisturbance) { ring.sync() }
            } catch {
                buffer.withLock { $0.lose(records) }
            }
        }
    }
}

extension TraceRecord {
    /// Whether somebody will ask what happened. What passed on a line that the till itself closed is on the disk when the
    /// system writes it.
    fileprivate var isDisturbance: Bool {
        switch fact {
        case .lost: true
        case .opened, .serving, .passed, .closed, .missing: false
        }
    }
}
