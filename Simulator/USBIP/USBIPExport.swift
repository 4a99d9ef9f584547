import Simulator
import Synchronization

/// A simulated device that waits for a client to take it. One at a time; it is in no list while it is pulled out.
final class USBIPExport: Sendable {
    /// The connection that has it. Called on the device's lane.
    struct Taker: Sendable {
        let completed: @Sendable (USBCompletion) -> Void
        let pulled: @Sendable () -> Void
    }

    private struct State {
        /// From the start: what a client asks comes to the device behind its plugging in.
        var isPlugged = true
        var taker: Taker?
        var generation: UInt32 = 0
    }

    let description: USBIPDescription
    private let device: SimulatedUSBDevice
    private let state = Mutex(State())

    init(_ device: SimulatedUSBDevice, number: UInt8) {
        self.device = device
        description = USBIPDescription(busID: "1-\(number)", number: number, descriptors: device.descriptors)
        device.connect(
            to: SimulatedUSBDevice.Bus(
                completed: { [weak self] in self?.taker?.completed($0) },
                plugged: { [weak self] in self?.state.withLock { $0.isPlugged = true } },
                pulled: { [weak self] in self?.pulled() }))
    }

    var isPlugged: Bool { state.withLock { $0.isPlugged } }
    private var taker: Taker? { state.withLock { $0.taker } }

    /// Returns by what its requests are told from those of an earlier client; nil where it is taken or pulled out.
    func take(_ taker: Taker) -> UInt32? {
        let generation = state.withLock { state -> UInt32? in
            guard state.isPlugged, state.taker == nil else { return nil }
            state.taker = taker
            state.generation &+= 1
            return state.generation
        }
        if generation != nil { device.reset() }
        return generation
    }

    /// The client has gone; `pending` are its requests. Another may have the device since: it was pulled out and plugged in.
    func giveBack(_ generation: UInt32, pending: [UInt64]) {
        for id in pending { device.unlink(id) }
        state.withLock { if $0.generation == generation { $0.taker = nil } }
    }

    func submit(_ request: USBRequest) { device.submit(request) }
    func unlink(_ id: UInt64) { device.unlink(id) }

    private func pulled() {
        let taker = state.withLock { state in
            defer { (state.isPlugged, state.taker) = (false, nil) }
            return state.taker
        }
        taker?.pulled()
    }
}
