import Flow
import Model

/// The devices this process looks after, and whether they are there.
package struct DevicesState: Hashable, Codable, Sendable {
    /// One effect for each device: it looks whether it is there, until it is.
    package private(set) var connections = EffectStates<DeviceAddress>()
    private var attached: [Attached] = []

    private struct Attached: Hashable, Codable, Sendable {
        let device: DeviceIdentity
        var standing = Standing.unknown
    }

    /// Whether a device can be used.
    package enum Standing: Hashable, Codable, Sendable {
        /// It is being looked for, for the first time.
        case unknown
        case ready
        /// Why it cannot be used.
        case notReady(Failure)

        fileprivate var isAbsent: Bool { if case .notReady = self { true } else { false } }
    }

    /// Cables and power come back when somebody sees to it. Never given up while the device is attached.
    static let retry = Retry(longest: .seconds(30), recoveries: [.retry, .askOperator])
    /// What has just failed is not looked at in the same moment.
    private static let pause = Duration.seconds(1)

    package init() {}

    func device(at address: DeviceAddress) -> DeviceIdentity? {
        attached.first { $0.device.address == address }?.device
    }

    /// - Returns: a device that was not ready, and is.
    mutating func reduce(_ event: DeviceEvent) -> DeviceAddress? {
        switch event {
        case .attached(let device): attach(device)
        case .detached(let address):
            attached.removeAll { $0.device.address == address }
            connections[address] = nil
        case .ready(let address): return becomeReady(address)
        case .notReady(let address, let failure):
            change(address) { $0 = .notReady(failure) }
            connections[address]?.retryOrFail(with: failure)
        case .arrived: look(at: attached.filter { $0.standing.isAbsent })
        case .left: look(at: attached.filter { $0.standing == .ready })
        }
        return nil
    }

    /// Now, whenever it would have been looked at again.
    private mutating func look(at devices: [Attached]) {
        for device in devices { connections[device.device.address]?.restart(retry: Self.retry) }
    }

    /// Work on that device has failed: it may be gone.
    mutating func doubt(_ address: DeviceAddress) {
        guard standing(of: address) == .ready else { return }
        connections[address]?.run(retry: Self.retry, after: Self.pause)
    }

    private mutating func attach(_ device: DeviceIdentity) {
        attached.removeAll { $0.device.address == device.address }
        attached.append(Attached(device: device))
        connections[device.address, default: EffectState()].restart(retry: Self.retry)
    }

    private mutating func becomeReady(_ address: DeviceAddress) -> DeviceAddress? {
        let before = standing(of: address)
        change(address) { $0 = .ready }
        connections[address]?.succeed()
        if case .notReady = before { return address }
        return nil
    }

    private mutating func change(_ address: DeviceAddress, _ change: (inout Standing) -> Void) {
        guard let place = attached.firstIndex(where: { $0.device.address == address }) else { return }
        change(&attached[place].standing)
    }
}

/// Facts about devices.
package enum DeviceEvent: Hashable, Codable, Sendable {
    case attached(DeviceIdentity)
    case detached(DeviceAddress)
    case ready(DeviceAddress)
    case notReady(DeviceAddress, Failure)
    /// Something was plugged in: it may be one that is looked for, under another name.
    case arrived
    /// Something was unplugged: it may be one that was ready.
    case left
}

/// Someone who knows which devices are there, and nothing else.
package protocol KnowsTheDevices: Sendable {
    /// Nil when nobody looks after a device there.
    func standing(of device: DeviceAddress) -> DevicesState.Standing?
}

extension DevicesState: KnowsTheDevices {
    package func standing(of device: DeviceAddress) -> Standing? {
        attached.first { $0.device.address == device }?.standing
    }
}
