import Flow
import Model

/// Requests about the devices at this till. They work without a signed-in operator.
/// - Shop: none
package enum DeviceAction: Action {
    /// Watches this device from now on. The state (`KnowsTheDevices`) tells whether it is there; a missing one is
    /// looked for until it is found. The reply comes as soon as the state contains the device.
    case attach(DeviceIdentity, Reply<Void>)
    /// Watches the terminal and the printer that this till remembers.
    case attachRemembered(Reply<Void>)
    /// Looks now whether this printer, or one that stands in for it, can print; fails with the reason if none can.
    case checkPrinter(DeviceAddress, Reply<Void>)
    /// Looks again whether a watched device that was there still is. Nothing is done to one that is being looked for already,
    /// or is not watched.
    case lookAgain(DeviceAddress, Reply<Void>)
    /// Stops watching this device.
    case detach(DeviceAddress, Reply<Void>)
}
