import Failures
import Flow
import Hardware
import Model
import Synchronization

/// A simulated device with lines in memory instead of a pty, on one lane of an environment.
package final class DeviceInMemory: Sendable {
    /// The transmission time of a byte at 115200 baud, in nanoseconds.
    private static let byteTime: Int64 = 86_806

    package let address: DeviceAddress
    fileprivate let environment: Environment
    fileprivate let lane: any Lane
    private let device: any PtyDevice
    private let state = Mutex(State())

    private struct State {
        var line: MemoryLine?
        var hasStarted = false
        var isOut = false
        var timer: (any Running)?
        /// How often the cable was pulled; bytes under way at that time are lost.
        var interruptions = 0
    }

    package init(_ device: any PtyDevice, path: String, environment: Environment) {
        self.device = device
        self.environment = environment
        address = DeviceAddress(scheme: "memory", path: path)
        lane = environment.lane("simulated-device", 4096)
    }

    package var isPluggedIn: Bool { state.withLock { !$0.isOut } }

    /// A new transport to the device. Only one can be open at a time.
    package func line() -> any Transport { MemoryLine(self) }

    /// Pulls the cable, as soon as the lane gets to it.
    ///
    /// - Parameter backAfter: how long until the cable is plugged in again; nil for never.
    package func pullCable(backAfter: Duration?) {
        later { [self] in pull(backAfter.map { .back(after: $0) } ?? .forGood) }
    }

    package func plugIn() {
        later { [self] in
            state.withLock { $0.isOut = false }
            obey(device.attached(at: environment.uptime()))
        }
    }

    fileprivate func attach(_ line: MemoryLine) throws(Failure) {
        let (isOut, isFree, isFirst) = state.withLock { state in
            let isFree = state.line == nil
            if isFree, !state.isOut { state.line = line }
            defer { state.hasStarted = state.hasStarted || !state.isOut }
            return (state.isOut, isFree, !state.hasStarted)
        }
        guard !isOut else { throw Failure(LineFailure.notFound, "There is no \(address).", recovery: .askOperator) }
        guard isFree else { throw Failure(LineFailure.busy, "\(address) is in use.", recovery: .askOperator) }
        if isFirst { later { [self] in obey(device.attached(at: environment.uptime())) } }
    }

    fileprivate func detach(_ line: MemoryLine) {
        state.withLock { state in
            if state.line === line { state.line = nil }
        }
    }

    fileprivate func carry(_ bytes: [UInt8], from line: MemoryLine) {
        guard !bytes.isEmpty else { return }
        pass(bytes) { [self] in obey(device.received(bytes, at: environment.uptime())) }
    }

    private func later(_ work: @escaping @Sendable () -> Void) { _ = lane.schedule(at: environment.uptime(), work) }

    /// Calls `work` when the bytes have passed, unless they are lost on the way.
    private func pass(_ bytes: [UInt8], _ work: @escaping @Sendable () -> Void) {
        let number = state.withLock { $0.interruptions }
        let arrival = Uptime(nanoseconds: environment.uptime().nanoseconds + Int64(bytes.count) * Self.byteTime)
        _ = lane.schedule(at: arrival) { [self] in if state.withLock({ $0.interruptions == number }) { work() } }
    }

    private func obey(_ orders: PtyOrders) {
        let line = state.withLock { state in
            state.timer?.cancel()
            state.timer = orders.deadline.map { deadline in
                lane.schedule(at: deadline) { [self] in obey(device.deadlineReached(at: environment.uptime())) }
            }
            return state.line
        }
        if let line, !orders.write.isEmpty { pass(orders.write) { line.receive(orders.write) } }
        if let way = orders.unplug { pull(way) }
    }

    private func pull(_ way: PtyOrders.Unplug) {
        let line = state.withLock { state in
            state.interruptions += 1
            state.isOut = true
            return state.line.take()
        }
        line?.lose(.unplugged(address.path))
        guard case .back(let pause) = way else { return }
        _ = lane.schedule(at: environment.uptime() + pause) { [self] in plugIn() }
    }
}

/// A line to a device in memory.
private final class MemoryLine: Transport {
    private let device: DeviceInMemory
    private let state = Mutex<(handler: (any LineHandler)?, timer: (any Running)?)>((nil, nil))

    init(_ device: DeviceInMemory) { self.device = device }

    var address: DeviceAddress { device.address }

    func open(_ handler: any LineHandler) throws(Failure) {
        try device.attach(self)
        state.withLock { $0.handler = handler }
        perform { handler.opened(at: $0) }
    }

    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        _ = device.lane.schedule(at: now) { [self] in obey { _ in work(now) } }
    }

    func close() {
        _ = end()
        device.detach(self)
    }

    func receive(_ bytes: [UInt8]) { obey { [self] in $0.received(bytes, at: now) } }
    func lose(_ loss: LineLoss) { end()?.lost(loss, at: now) }

    private var now: Uptime { device.environment.uptime() }

    private func obey(_ work: (any LineHandler) -> LineCommands) {
        guard let handler = state.withLock({ $0.handler }) else { return }
        let orders = work(handler)
        device.carry(orders.write, from: self)
        state.withLock { state in
            state.timer?.cancel()
            guard state.handler != nil else { return }
            state.timer = orders.deadline.map { deadline in
                device.lane.schedule(at: deadline) { [self] in obey { [self] in $0.deadlineReached(at: now) } }
            }
        }
    }

    private func end() -> (any LineHandler)? {
        state.withLock { state in
            state.timer?.cancel()
            defer { state = (nil, nil) }
            return state.handler
        }
    }
}
