import Flow
import Model

/// What can be asked of the devices at this till. Works with nobody signed in.
package enum DeviceAction: Action {
    /// Looks after this device from now on: whether it is there is told by the state (`KnowsTheDevices`); one that is
    /// not is looked for until it is. Answered as soon as the state tells of it.
    case attach(DeviceIdentity, Reply<Void>)
    /// The same for the reader and the printer that this till remembers.
    case attachRemembered(Reply<Void>)
    /// Looks after it no more.
    case detach(DeviceAddress, Reply<Void>)
}
