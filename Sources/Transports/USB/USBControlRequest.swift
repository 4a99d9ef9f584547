/// A request on endpoint 0 of an interface (USB 2.0 §9.3).
package struct USBControlRequest: Hashable, Sendable {
    package let type: UInt8
    package let request: UInt8
    package let value: UInt16
    package let index: UInt16
    /// The data for the device; empty when the device answers.
    package let data: [UInt8]
    /// The most bytes of its answer.
    package let answer: Int

    var isInput: Bool { type & 0x80 != 0 }
    var length: Int { isInput ? answer : data.count }

    /// The eight bytes of the request, followed by the data.
    var bytes: [UInt8] {
        [type, request] + Self.bytes(value) + Self.bytes(index) + Self.bytes(UInt16(length)) + data
    }

    private static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    private init(
        _ type: UInt8, _ request: UInt8, value: UInt16 = 0, index: UInt16, data: [UInt8] = [], answer: Int = 0
    ) {
        self.type = type
        self.request = request
        self.value = value
        self.index = index
        self.data = data
        self.answer = answer
    }

    /// CDC PSTN 1.2 §6.3.10: baud rate, stop bits, no parity, eight data bits.
    static func setLineCoding(_ settings: SerialSettings, _ interface: UInt8) -> USBControlRequest {
        let baud = settings.baud.rawValue
        let stop: UInt8 = settings.stopBits == .two ? 2 : 0
        let data = (0..<4).map { UInt8(truncatingIfNeeded: baud >> (8 * $0)) } + [stop, 0, 8]
        return USBControlRequest(0x21, 0x20, index: UInt16(interface), data: data)
    }

    /// DTR and RTS (CDC PSTN 1.2 §6.3.12).
    static func setControlLines(on: Bool, _ interface: UInt8) -> USBControlRequest {
        USBControlRequest(0x21, 0x22, value: on ? 3 : 0, index: UInt16(interface))
    }

    /// GET_DEVICE_ID: `MFG:…;MDL:…;` behind two bytes of length (USB printer class 1.1 §4.2.1).
    static func deviceID(_ function: USBFunction) -> USBControlRequest {
        USBControlRequest(
            0xA1, 0, index: UInt16(function.interface) << 8 | UInt16(function.alternate), answer: 1024)
    }

    /// GET_PORT_STATUS: one byte with paper, selected and fault (USB printer class 1.1 §4.2.2).
    static func portStatus(_ function: USBFunction) -> USBControlRequest {
        USBControlRequest(0xA1, 1, index: UInt16(function.interface), answer: 1)
    }

    /// SOFT_RESET: empties the printer's buffers (USB printer class 1.1 §4.2.3).
    static func softReset(_ function: USBFunction) -> USBControlRequest {
        USBControlRequest(0x21, 2, index: UInt16(function.interface))
    }

    /// SOFT_RESET in the mistaken form of class 1.0, with another recipient.
    static func softResetOfOld(_ function: USBFunction) -> USBControlRequest {
        USBControlRequest(0x23, 2, index: UInt16(function.interface))
    }

    /// SET_REPORT: sends a report on endpoint 0; its first byte is its id (HID 1.11 §7.2.2).
    static func setReport(_ report: [UInt8], _ interface: UInt8) -> USBControlRequest {
        USBControlRequest(
            0x21, 9, value: 0x0200 | UInt16(report.first ?? 0), index: UInt16(interface), data: report)
    }
}
