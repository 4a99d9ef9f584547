import Flow
import Model

/// Names a USB device: `usb:VID:PID[?serial=…][&port=BUS-PORT]`.
///
/// A serial number stays the same wherever the device is plugged in, a port as long as it stays there. Vendor and product
/// suffice when there is only one such device. The number on the bus is not used, since it changes.
package struct USBAddress: Hashable, Sendable {
    static let scheme = "usb"
    static let options = ["serial", "port"]

    package let vendor: UInt16
    package let product: UInt16
    package let serialNumber: String?
    package private(set) var port: String?

    package init(vendor: UInt16, product: UInt16, serialNumber: String? = nil, port: String? = nil) {
        self.vendor = vendor
        self.product = product
        self.serialNumber = serialNumber
        self.port = port
    }

    /// The most lasting address that names only this device among the plugged-in ones.
    package init(of device: USBDevice, among devices: [USBDevice]) {
        let serialNumber = device.serialNumber.flatMap { $0.isEmpty ? nil : $0 }
        self.init(vendor: device.vendor, product: device.product, serialNumber: serialNumber)
        if serialNumber == nil || devices.filter(isMet).count > 1 { port = device.port }
    }

    /// Throws `line.badAddress` or `line.badOption` with a remedy.
    package init(of address: DeviceAddress) throws(Failure) {
        let ids = address.path.split(separator: ":", omittingEmptySubsequences: false).map(Self.identifier)
        guard address.scheme == Self.scheme, ids.count == 2, let vendor = ids[0], let product = ids[1] else {
            throw USBError.address(address).failure
        }
        if let unknown = address.options.keys.sorted().first(where: { !Self.options.contains($0) }) {
            throw USBError.option(unknown).failure
        }
        self.init(
            vendor: vendor, product: product, serialNumber: address.options["serial"].map(Self.decoded),
            port: address.options["port"])
    }

    package var deviceAddress: DeviceAddress {
        var options: [String: String] = [:]
        options["serial"] = serialNumber.map(Self.encoded)
        options["port"] = port
        return DeviceAddress(
            scheme: Self.scheme, path: "\(Self.hex(vendor)):\(Self.hex(product))", options: options)
    }

    func isMet(by device: USBDevice) -> Bool {
        device.vendor == vendor && device.product == product
            && (serialNumber == nil || serialNumber == device.serialNumber) && (port == nil || port == device.port)
    }

    static func hex(_ value: UInt16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func identifier(_ text: Substring) -> UInt16? {
        (1...4).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit) ? UInt16(text, radix: 16) : nil
    }

    /// Serial numbers may contain separators of options; these are written as %XX.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            guard byte > 0x20, byte < 0x7F, !"%&=?".contains(character) else {
                return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            return String(character)
        }.joined()
    }

    /// Decodes %XX; a percent sign without two digits stands for itself.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
