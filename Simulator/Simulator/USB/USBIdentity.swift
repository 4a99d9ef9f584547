/// The identity that a device claims.
package struct USBIdentity: Hashable, Sendable {
    package var vendor: UInt16
    package var product: UInt16
    package var manufacturer: String
    package var name: String
    /// The serial number; empty for none.
    package var serialNumber: String

    package init(vendor: UInt16, product: UInt16, manufacturer: String, name: String, serialNumber: String) {
        self.vendor = vendor
        self.product = product
        self.manufacturer = manufacturer
        self.name = name
        self.serialNumber = serialNumber
    }

    package static let printer = USBIdentity(
        vendor: 0x04B8, product: 0x0E28, manufacturer: "EPSON", name: "TM-T20III", serialNumber: "TILLPRINTER01")
    /// The Linux Foundation's number for serial gadgets, since it imitates no vendor.
    package static let terminal = USBIdentity(
        vendor: 0x1D6B, product: 0x0104, manufacturer: "Till", name: "ZVT terminal", serialNumber: "TILLTERMINAL01")
    package static let reader = USBIdentity(
        vendor: 0x0ACD, product: 0x3530, manufacturer: "ID TECH", name: "VP3300", serialNumber: "TILLREADER01")
}

extension USBIdentity {
    var strings: [String] { [manufacturer, name] + (serialNumber.isEmpty ? [] : [serialNumber]) }
}
