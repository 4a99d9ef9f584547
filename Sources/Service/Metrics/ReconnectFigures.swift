import Flow
import Model
import Stores
import Synchronization

/// Counts how often a device that could not be used became ready again.
final class ReconnectFigures: Sendable {
    private struct State {
        /// The devices that could not be used when they were looked at last.
        var absent: Set<DeviceAddress> = []
        var counts: [DeviceAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let subscription = Mutex<Subscription?>(nil)

    init(_ devices: Reading<any KnowsTheDevices>) {
        let made = devices.subscribe { [weak self] in self?.look(at: $0) }
        subscription.withLock { $0 = made }
    }

    /// How often each device came back.
    var counts: [DeviceAddress: Int] { state.withLock { $0.counts } }

    private func look(at devices: any KnowsTheDevices) {
        state.withLock { state in
            for device in devices.watched {
                switch devices.standing(of: device) {
                case .ready:
                    guard state.absent.remove(device) != nil else { continue }
                    state.counts[device, default: 0] += 1
                case .notReady: state.absent.insert(device)
                case .unknown, nil: break
                }
            }
        }
    }
}
