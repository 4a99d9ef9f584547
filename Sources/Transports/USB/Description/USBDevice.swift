/// A USB device by its descriptors, which can be read without opening it.
package struct USBDevice: Hashable, Sendable {
    package var vendor: UInt16
    package var product: UInt16
    /// The bus, and below that the number on it, which changes whenever the device is plugged in.
    package var bus: UInt8
    package var number: UInt8
    /// The port, `1-2.3`, as in /sys/bus/usb/devices. It stays the same as long as the device is in that socket.
    package var port: String
    package var manufacturer: String?
    package var name: String?
    package var serialNumber: String?
    /// The number of the active configuration, else of the first.
    package var configuration: UInt8
    /// The interfaces of that configuration, with every alternate setting.
    package var interfaces: [USBInterface]

    package init(
        vendor: UInt16, product: UInt16, bus: UInt8 = 1, number: UInt8 = 1, port: String = "1-1",
        manufacturer: String? = nil, name: String? = nil, serialNumber: String? = nil, configuration: UInt8 = 1,
        interfaces: [USBInterface] = []
    ) {
        self.vendor = vendor
        self.product = product
        self.bus = bus
        self.number = number
        self.port = port
        self.manufacturer = manufacturer
        self.name = name
        self.serialNumber = serialNumber
        self.configuration = configuration
        self.interfaces = interfaces
    }

    /// The current device node: `/dev/bus/usb/001/004`.
    package var node: String { "/dev/bus/usb/\(Self.threeDigits(bus))/\(Self.threeDigits(number))" }

    private static func threeDigits(_ value: UInt8) -> String {
        let digits = String(value)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension USBDevice: CustomStringConvertible {
    /// The device for people: `EPSON TM-T20II (04b8:0e15, port 1-2)`.
    package var description: String {
        let names = [manufacturer, name].compactMap(\.self).joined(separator: " ")
        let place = "\(USBAddress.hex(vendor)):\(USBAddress.hex(product)), port \(port)"
        return names.isEmpty ? "USB device \(place)" : "\(names) (\(place))"
    }
}
