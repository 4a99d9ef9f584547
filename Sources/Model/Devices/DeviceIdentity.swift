/// A device's identity as far as it told. Two identities with the same address may be different devices after a replug,
/// so a payment remembers the terminal's own id and not only its address.
package struct DeviceIdentity: Hashable, Codable, Sendable {
    /// The raw values are stored, and in published documents.
    package enum Kind: String, Codable, Sendable {
        case terminal = "reader"
        case printer
    }

    package let kind: Kind
    package let address: DeviceAddress
    /// The manufacturer and model, if known.
    package let model: String?
    /// The device's own serial number, if known.
    package let serialNumber: String?

    package init(kind: Kind, address: DeviceAddress, model: String? = nil, serialNumber: String? = nil) {
        self.kind = kind
        self.address = address
        self.model = model
        self.serialNumber = serialNumber
    }
}
