import Flow
import Model

/// What can be asked of the devices at this till. Works with nobody signed in.
public enum DeviceAction: Action {
    /// Looks after this device from now on: whether it is there is told by the state (`KnowsTheDevices`); one that is
    /// not is looked for until it is. Answered as soon as the state tells of it.
    case attach(Device, Reply<Void>)
    /// The same for the reader and the printer that this till remembers.
    case attachRemembered(Reply<Void>)
    /// Looks after it no more.
    case detach(DeviceAddress, Reply<Void>)
}

/// A device by what it is for and where it is.
public struct Device: Hashable, Codable, Sendable {
    public let kind: DeviceIdentity.Kind
    public let address: DeviceAddress

    public init(kind: DeviceIdentity.Kind, address: DeviceAddress) {
        self.kind = kind
        self.address = address
    }
}
