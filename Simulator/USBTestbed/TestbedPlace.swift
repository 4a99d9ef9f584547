import Simulator

/// The paths of a device in /sys and /dev and its attributes there. The device number changes whenever the device is
/// plugged in.
struct TestbedPlace {
    let sys: String
    let node: String
    let interfaces: [Interface]
    private let port: UInt8
    let number: UInt8
    private let descriptors: USBDescriptors

    struct Interface {
        let number: UInt8
        let sys: String
        let kind: [UInt8]
    }

    init(port: UInt8, number: UInt8, _ descriptors: USBDescriptors) {
        let sys = "/devices/pci0000:00/0000:00:01.0/usb1/1-\(port)"
        self.sys = sys
        self.port = port
        self.number = number
        self.descriptors = descriptors
        node = "/dev/bus/usb/001/\(Self.threeDigits(number))"
        interfaces = descriptors.interfaces.map {
            Interface(number: $0.number, sys: "\(sys)/1-\(port):1.\($0.number)", kind: $0.kind)
        }
    }

    /// The description for umockdev: the device and its interfaces without a driver.
    var description: String { ([device] + interfaces.map(text)).joined(separator: "\n") }

    private var device: String {
        let device = descriptors.device
        let ids = [8, 10].map { Self.hex(device, at: $0) }
        let strings = zip(["manufacturer", "product", "serial"], descriptors.strings)
        return lines(
            [
                "P: \(sys)", "N: bus/usb/001/\(Self.threeDigits(number))", "E: SUBSYSTEM=usb", "E: DRIVER=usb",
                "E: BUSNUM=001", "E: DEVNUM=\(Self.threeDigits(number))", "E: DEVNAME=\(node)", "E: MAJOR=189",
                "E: MINOR=\(number - 1)", "E: DEVTYPE=usb_device", "E: PRODUCT=\(ids[0])/\(ids[1])/100",
                "E: TYPE=0/0/0",
            ],
            attributes: [
                "bConfigurationValue": "1", "busnum": "1", "devnum": "\(number)", "devpath": "\(port)", "speed": "12",
                "idVendor": ids[0], "idProduct": ids[1],
            ].merging(strings) { $1 }, descriptors: device + descriptors.configuration)
    }

    private func text(_ interface: Interface) -> String {
        let kind = interface.kind.map { "\($0)" }.joined(separator: "/")
        return lines(
            [
                "P: \(interface.sys)", "E: SUBSYSTEM=usb", "E: DEVTYPE=usb_interface", "E: INTERFACE=\(kind)",
            ],
            attributes: [
                "bInterfaceNumber": Self.hex(interface.number), "bInterfaceClass": Self.hex(interface.kind[0]),
                "bInterfaceSubClass": Self.hex(interface.kind[1]), "bInterfaceProtocol": Self.hex(interface.kind[2]),
            ])
    }

    private func lines(_ head: [String], attributes: [String: String], descriptors: [UInt8] = []) -> String {
        let attributes = attributes.sorted { $0.key < $1.key }.map { "A: \($0.key)=\($0.value)\\n" }
        let binary = descriptors.isEmpty ? [] : ["H: descriptors=" + descriptors.map(Self.hex).joined()]
        return (head + attributes + binary).joined(separator: "\n") + "\n"
    }

    private static func threeDigits(_ number: UInt8) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    private static func hex(_ bytes: [UInt8], at index: Int) -> String {
        bytes.count > index + 1 ? hex(bytes[index + 1]) + hex(bytes[index]) : "0000"
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: false)
    }
}
