import Model

/// Read access to the devices' presence.
package protocol KnowsTheDevices: Sendable {
    /// The devices that are watched.
    var watched: [DeviceAddress] { get }
    /// The device's standing; nil if it is not watched.
    func standing(of device: DeviceAddress) -> DevicesState.Standing?
}
