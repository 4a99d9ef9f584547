import Flow
import Hardware
import Model
import Readers
import Synchronization

/// Keeps what passes on the lines of this process, masked, in a ring on disk.
///
/// Nobody waits for it: a port's queue leaves its records in bounded memory, and a lane of the recorder's own brings them
/// to the disk. What finds no room, in memory or on the disk, is missing, and the recording says so.
package final class FlightRecorder: Sendable {
    private let environment: Environment
    private let lane: any Lane
    private let buffer = Mutex(TraceBuffer())
    private let writer: Mutex<TraceRing>
    /// What each terminal is serving.
    private let served = Mutex<[DeviceAddress: PaymentID]>([:])

    /// Nothing is made or opened before there is something to keep.
    package init(directory: String, plan: RingPlan, environment: Environment) {
        self.environment = environment
        lane = environment.lane("recorder", 4)
        writer = Mutex(TraceRing(directory: directory, plan: plan))
    }

    /// What waits is kept, as far as the disk takes it.
    deinit { write() }

    /// From now on what passes to and from that terminal belongs to this payment; nil: to none.
    package func serves(_ payment: PaymentID?, at terminal: DeviceAddress) {
        served.withLock { $0[terminal] = payment }
    }

    /// The same line, and what passes on it is kept.
    ///
    /// - Parameter terminal: the address by which payments know what is on the line.
    package func recording(
        _ line: any Transport, to terminal: DeviceAddress, _ framing: LineFraming
    ) -> any Transport {
        RecordedLine(line, to: terminal, framing, recorder: self)
    }

    func payment(at terminal: DeviceAddress) -> PaymentID? { served.withLock { $0[terminal] } }

    var uptime: Uptime { environment.uptime() }

    /// A session on the line to that terminal.
    func open(_ terminal: DeviceAddress, _ framing: LineFraming, at now: Uptime) -> RecordedSession {
        let payment = payment(at: terminal)
        let session = RecordedSession(id: environment.newID("line"), tap: LineTap(framing), payment)
        let opening = TraceRecord.Opening(
            wall: environment.now(), address: terminal, framing: framing, payment: payment)
        keep([TraceRecord(session.id, at: now, .opened(opening))])
        return session
    }

    /// Never waits for more than another `keep`.
    func keep(_ records: [TraceRecord]) {
        let wakes = buffer.withLock { buffer in
            records.reduce(false) { wakes, record in buffer.add(record) || wakes }
        }
        // Where the lane is full, what is queued there writes this too.
        if wakes { _ = lane.enqueue { [weak self] in self?.write() } }
    }

    private func write() {
        writer.withLock { ring in
            let records = buffer.withLock { $0.take() }
            guard !records.isEmpty else { return }
            do {
                try ring.append(records.flatMap { TraceLine($0).encoded() })
                if records.contains(where: \.endsSession) { ring.sync() }
            } catch {
                buffer.withLock { $0.lose(records) }
            }
        }
    }
}

extension TraceRecord {
    fileprivate var endsSession: Bool {
        switch fact {
        case .closed, .lost: true
        case .opened, .serving, .passed, .missing: false
        }
    }
}
