import Model

/// A device that the till has in its configuration or remembers.
package struct ListedDevice: Hashable, Sendable {
    /// The configured name; nil for a device that is only remembered.
    package let name: String?
    package let address: DeviceAddress

    package init(name: String?, address: DeviceAddress) {
        self.name = name
        self.address = address
    }

    /// What tells it from the others at the kiosk.
    var id: String { name ?? address.description }
}
