import Flow
import Model

/// Events about devices.
package enum DeviceEvent: Hashable, Codable, Sendable {
    case attached(DeviceIdentity)
    case detached(DeviceAddress)
    case ready(DeviceAddress)
    case notReady(DeviceAddress, Failure)
    /// Somebody has the terminal, so that it could not be looked at. It is what it was before, but not missing: whoever has
    /// it has found it, or is looking for it.
    case inUse(DeviceAddress)
    /// A device that was ready is to be looked at now: it may be gone.
    case doubted(DeviceAddress)
    /// Something was plugged in. It may be a missing device under another name.
    case arrived
    /// Something was unplugged. It may be a device that was ready.
    case left
}
