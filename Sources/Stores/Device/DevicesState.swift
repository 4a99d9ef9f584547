import Failures
import Flow
import Model
import Payments

/// The devices that this process watches, and whether they are there.
package struct DevicesState: Hashable, Codable, Sendable {
    /// One effect for each device, which looks until the device is there.
    package private(set) var connections = EffectStates<DeviceAddress>()
    private var attached: [Attached] = []

    private struct Attached: Hashable, Codable, Sendable {
        let device: DeviceIdentity
        var standing = Standing.unknown
    }

    /// Whether a device can be used.
    package enum Standing: Hashable, Codable, Sendable {
        /// The device is being looked for, for the first time.
        case unknown
        case ready
        /// The device cannot be used for this reason.
        case notReady(Failure)

        fileprivate var isAbsent: Bool { if case .notReady = self { true } else { false } }
    }

    /// Retries for ever while the device is attached: cables and power come back when somebody sees to them.
    static let retry = Retry(longest: .seconds(30), recoveries: [.retry, .askOperator])
    /// The pause before a device that has just failed is looked at again.
    private static let pause = Duration.seconds(1)

    package init() {}

    func device(at address: DeviceAddress) -> DeviceIdentity? {
        attached.first { $0.device.address == address }?.device
    }

    /// Takes in the event, and returns the device that can be used again after it could not; nil if there is none.
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
        case .inUse(let address):
            change(address) { if $0.isAbsent { $0 = .notReady(.usedAgain) } }
            connections[address]?.retryOrFail(with: .terminalInUse)
        case .doubted(let address): doubt(address, pause: .zero)
        case .arrived: look(at: attached.filter { $0.standing.isAbsent })
        case .left: look(at: attached.filter { $0.standing == .ready })
        }
        return nil
    }

    /// Looks at the devices now, however long the pause was to be.
    private mutating func look(at devices: [Attached]) {
        for device in devices { connections[device.device.address]?.restart(retry: Self.retry) }
    }

    /// Notes that work on that device has failed, so that it may be gone.
    mutating func doubt(_ address: DeviceAddress, pause: Duration = Self.pause) {
        guard standing(of: address) == .ready else { return }
        connections[address]?.run(retry: Self.retry, after: pause)
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

extension DevicesState: KnowsTheDevices {
    package var watched: [DeviceAddress] { attached.map(\.device.address) }

    package func standing(of device: DeviceAddress) -> Standing? {
        attached.first { $0.device.address == device }?.standing
    }
}

extension Failure {
    /// A terminal that could not be used is used again, so that it cannot be looked at. Why it could not be used before says
    /// nothing any more: it would send somebody to a cable that is in.
    static let usedAgain = Failure(
        PaymentFailure.terminalBusy, Sentence("failure.payment.terminalBusy.usedAgain"),
        remedy: Sentence("remedy.payment.terminalBusy"), recovery: .retry)
}
