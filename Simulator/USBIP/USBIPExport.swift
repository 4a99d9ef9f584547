import Simulator
import Synchronization

/// A simulated device that is offered to clients. One client at a time can import it; it is not listed while it is
/// unplugged.
final class USBIPExport: Sendable {
    /// The connection that has imported the device. Its closures are called on the device's lane.
    struct Taker: Sendable {
        let completed: @Sendable (USBCompletion) -> Void
        let pulled: @Sendable () -> Void
    }

    private struct State {
        /// True from the start, because a client's requests reach the device only after it has been plugged in.
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

    /// Gives the device to a client. Returns a generation number that distinguishes its requests from those of earlier
    /// clients; nil when the device is taken or unplugged.
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

    /// Takes the device back from a client that has left, and unlinks its `pending` requests. A client that has taken
    /// the device since, after it was plugged in again, keeps it.
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
