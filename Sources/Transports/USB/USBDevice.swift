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

/// One alternate setting of an interface.
package struct USBInterface: Hashable, Sendable {
    package var number: UInt8
    package var alternate: UInt8
    /// Class, subclass and protocol (usb.org, defined class codes).
    package var kind: USBClass
    package var endpoints: [USBEndpoint]
    /// Class-specific descriptors, undecoded.
    package var extra: [UInt8]

    package init(
        number: UInt8, alternate: UInt8 = 0, kind: USBClass, endpoints: [USBEndpoint] = [], extra: [UInt8] = []
    ) {
        self.number = number
        self.alternate = alternate
        self.kind = kind
        self.endpoints = endpoints
        self.extra = extra
    }

    func endpoint(_ transfer: USBEndpoint.Transfer, isInput: Bool) -> USBEndpoint? {
        endpoints.first { $0.transfer == transfer && $0.isInput == isInput && $0.packetSize > 0 }
    }
}

package struct USBClass: Hashable, Sendable {
    package var code: UInt8
    package var subclass: UInt8
    package var proto: UInt8

    package init(_ code: UInt8, _ subclass: UInt8, _ proto: UInt8) {
        self.code = code
        self.subclass = subclass
        self.proto = proto
    }
}

package struct USBEndpoint: Hashable, Sendable {
    package enum Transfer: UInt8, Hashable, Sendable {
        case control = 0
        case isochronous, bulk, interrupt
    }

    /// The endpoint's address; bit 7 is set for input.
    package var address: UInt8
    package var transfer: Transfer
    /// The packet size in bytes; 0 only for defective devices.
    package var packetSize: Int

    package init(_ address: UInt8, _ transfer: Transfer, packetSize: Int) {
        self.address = address
        self.transfer = transfer
        self.packetSize = packetSize
    }

    package var isInput: Bool { address & 0x80 != 0 }
}
