/// The descriptors of a simulated USB device, as a host reads them (USB 2.0 §9.6).
package struct USBDescriptors: Hashable, Sendable {
    package var device: [UInt8]
    /// The only configuration: its descriptor, interfaces, class descriptors and endpoints.
    package var configuration: [UInt8]
    /// The strings by index, from 1.
    package var strings: [String]

    package init(device: [UInt8], configuration: [UInt8], strings: [String]) {
        self.device = device
        self.configuration = configuration
        self.strings = strings
    }

    /// The descriptors of the configuration, up to the first invalid one.
    var parts: [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = configuration[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            parts.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return parts
    }

    /// The interface with this endpoint, in any setting.
    func interface(with endpoint: UInt8) -> UInt8? {
        var interface: UInt8?
        for part in parts {
            if part.count >= 9, part[1] == 4 { interface = part[2] }
            if part.count >= 7, part[1] == 5, part[2] == endpoint { return interface }
        }
        return nil
    }

    /// The interfaces in their first setting: number, and class, subclass and protocol.
    package var interfaces: [(number: UInt8, kind: [UInt8])] {
        parts.filter { $0.count >= 9 && $0[1] == 4 && $0[3] == 0 }.map { ($0[2], Array($0[5...7])) }
    }
}

extension USBDescriptors {
    /// The packet size of a full-speed device.
    static let bulkPacket: UInt16 = 64
    private static let controlPacket: UInt8 = 64

    /// The descriptors of a printer: interface 7/1/2 with bulk OUT 01 and IN 82, or 7/1/1 when the printer never
    /// answers.
    package static func printer(_ identity: USBIdentity = .printer, answers: Bool = true) -> USBDescriptors {
        USBDescriptors(
            device: device(identity, class: 0),
            configuration: configuration(
                interfaces: 1,
                interface(0, 7, 1, answers ? 2 : 1, endpoints: answers ? 2 : 1) + endpoint(0x01, 2, bulkPacket)
                    + (answers ? endpoint(0x82, 2, bulkPacket) : [])), strings: identity.strings)
    }

    /// The descriptors of a serial line (CDC-ACM): notifications 83 on interface 0; bulk OUT 01 and IN 82 on interface
    /// 1.
    package static func serialLine(_ identity: USBIdentity = .terminal) -> USBDescriptors {
        let functions: [UInt8] = [
            5, 0x24, 0x00, 0x10, 0x01, 5, 0x24, 0x01, 0x00, 0x01, 4, 0x24, 0x02, 0x02, 5, 0x24, 0x06, 0x00, 0x01,
        ]
        return USBDescriptors(
            device: device(identity, class: 2),
            configuration: configuration(
                interfaces: 2,
                interface(0, 2, 2, 1, endpoints: 1) + functions + endpoint(0x83, 3, 8)
                    + interface(1, 10, 0, 0, endpoints: 2) + endpoint(0x01, 2, bulkPacket)
                    + endpoint(0x82, 2, bulkPacket)), strings: identity.strings)
    }

    /// The descriptors of a reader (HID): interrupt IN 81 and, unless reports are sent by control requests, OUT 02;
    /// reports of 64 bytes.
    package static func reader(_ identity: USBIdentity = .reader, hasOutput: Bool = true) -> USBDescriptors {
        let report = UInt8(reportDescriptor.count)
        return USBDescriptors(
            device: device(identity, class: 0),
            configuration: configuration(
                interfaces: 1,
                interface(0, 3, 0, 0, endpoints: hasOutput ? 2 : 1) + [9, 0x21, 0x11, 0x01, 0, 1, 0x22, report, 0]
                    + endpoint(0x81, 3, bulkPacket) + (hasOutput ? endpoint(0x02, 3, bulkPacket) : [])),
            strings: identity.strings)
    }

    /// A vendor-specific usage page with reports 1 to 4 of 63 bytes plus id, in both directions.
    static let reportDescriptor: [UInt8] =
        [0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01]
        + (1...4).flatMap { id -> [UInt8] in
            [
                0x85, UInt8(id), 0x09, 0x01, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08, 0x95, 63, 0x81, 0x02, 0x09, 0x01,
                0x91, 0x02,
            ]
        } + [0xC0]

    private static func device(_ identity: USBIdentity, class code: UInt8) -> [UInt8] {
        [18, 1, 0x00, 0x02, code, 0, 0, controlPacket] + bytes(identity.vendor) + bytes(identity.product)
            + [0x00, 0x01, 1, 2, identity.serialNumber.isEmpty ? 0 : 3, 1]
    }

    private static func configuration(interfaces: UInt8, _ content: [UInt8]) -> [UInt8] {
        [9, 2] + bytes(UInt16(9 + content.count)) + [interfaces, 1, 0, 0xC0, 0x32] + content
    }

    private static func interface(
        _ number: UInt8, _ code: UInt8, _ subclass: UInt8, _ proto: UInt8, endpoints: UInt8
    ) -> [UInt8] { [9, 4, number, 0, endpoints, code, subclass, proto, 0] }

    private static func endpoint(_ address: UInt8, _ transfer: UInt8, _ packet: UInt16) -> [UInt8] {
        [7, 5, address, transfer] + bytes(packet) + [transfer == 3 ? 1 : 0]
    }

    private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
}
