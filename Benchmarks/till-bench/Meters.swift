import Flow
import Hardware
import Model
import Simulator
import Storage
import Synchronization

/// The traffic on one line, counted from the authorisation of a payment.
final class LineMeter: Sendable {
    struct Count {
        /// When the authorisation was put on the line.
        let began: Uptime
        /// The bytes of both directions, up to the last received one.
        var bytes = 0
        /// How often the line changed its direction.
        var turns = 0
    }

    private struct State {
        var count: Count?
        /// Bytes sent since the last received one.
        var unanswered = 0
    }

    private let state = Mutex(State())

    /// The counts of the last payment.
    var count: Count? { state.withLock { $0.count } }

    func sent(_ bytes: [UInt8], at now: Uptime) {
        guard !bytes.isEmpty else { return }
        let isAuthorisation = bytes.zvtControls.contains(0x0601)
        state.withLock { state in
            if isAuthorisation { state = State(count: Count(began: now)) }
            if state.unanswered == 0, !isAuthorisation { state.count?.turns += 1 }
            state.unanswered += bytes.count
        }
    }

    func received(_ bytes: [UInt8]) {
        state.withLock { state in
            state.count?.bytes += state.unanswered + bytes.count
            if state.unanswered > 0 { state.count?.turns += 1 }
            state.unanswered = 0
        }
    }
}

/// A line with a meter between its port and its handler.
final class MeteredLine: Transport, LineHandler {
    private let line: any Transport
    private let meter: LineMeter
    private let handler = Mutex<(any LineHandler)?>(nil)

    init(_ line: any Transport, _ meter: LineMeter) {
        self.line = line
        self.meter = meter
    }

    var address: DeviceAddress { line.address }

    func open(_ handler: any LineHandler) throws(Failure) {
        self.handler.withLock { $0 = handler }
        try line.open(self)
    }

    func perform(_ work: @escaping @Sendable (Uptime) -> LineCommands) {
        line.perform { [self] now in metered(at: now) { _ in work(now) } }
    }

    func close() { line.close() }

    func opened(at now: Uptime) -> LineCommands { metered(at: now) { $0.opened(at: now) } }
    func deadlineReached(at now: Uptime) -> LineCommands { metered(at: now) { $0.deadlineReached(at: now) } }
    func lost(_ loss: LineLoss, at now: Uptime) { handler.withLock { $0 }?.lost(loss, at: now) }

    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        meter.received(bytes)
        return metered(at: now) { $0.received(bytes, at: now) }
    }

    private func metered(at now: Uptime, _ work: (any LineHandler) -> LineCommands) -> LineCommands {
        guard let handler = handler.withLock({ $0 }) else { return LineCommands() }
        let orders = work(handler)
        meter.sent(orders.write, at: now)
        return orders
    }
}

/// How long the transactions of each lane took until they were on the disk.
final class CommitMeter: Sendable {
    private struct Commit {
        let began: Uptime
        let span: Duration
    }

    private let commits = Mutex<[String: [Commit]]>([:])

    /// The time spent in commits on a lane since a moment.
    func spent(on lane: String, since start: Uptime) -> Duration {
        commits.withLock { $0[lane, default: []].filter { $0.began >= start }.map(\.span).reduce(.zero, +) }
    }

    /// The time spent in commits on all lanes during a span.
    func spent(from start: Uptime, to end: Uptime) -> Duration {
        commits.withLock { lanes in
            lanes.values.joined().filter { $0.began >= start && $0.began < end }.map(\.span).reduce(.zero, +)
        }
    }

    fileprivate func add(_ span: Duration, began: Uptime) {
        commits.withLock { $0[MeteredLane.current, default: []].append(Commit(began: began, span: span)) }
    }
}

/// A till's storage with a meter at its transactions.
struct MeteredStorage: StorageManagerType {
    let storage: StorageManager
    let meter: CommitMeter
    let uptime: @Sendable () -> Uptime

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        let began = uptime()
        defer { meter.add(uptime() - began, began: began) }
        return try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T { try storage.read(work) }
    func checkReady() throws(StorageError) { try storage.checkReady() }
}

/// A lane whose work knows the lane's name.
struct MeteredLane: Lane {
    /// The name of the current lane.
    @TaskLocal static var current = ""

    let name: String
    let lane: any Lane

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        lane.enqueue { Self.$current.withValue(name, operation: work) }
    }

    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        lane.schedule(at: time) { Self.$current.withValue(name, operation: work) }
    }

    func assertOnLane() { lane.assertOnLane() }
}
