import Failures
import Flow
import Model

/// Read access to the devices' presence.
package protocol KnowsTheDevices: Sendable {
    /// The devices that are watched.
    var watched: [DeviceAddress] { get }
    /// The device's standing; nil if it is not watched.
    func standing(of device: DeviceAddress) -> DevicesState.Standing?
}

extension KnowsTheDevices {
    /// Why the device cannot be used; nil if it can, nobody knows yet, or somebody uses it now.
    package func absence(of device: DeviceAddress) -> Failure? {
        guard case .notReady(let why)? = standing(of: device), !why.is(PaymentFailure.terminalBusy) else { return nil }
        return why
    }
}
