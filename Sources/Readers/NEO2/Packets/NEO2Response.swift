/// An answer of a reader.
package struct NEO2Response: Hashable, Sendable {
    /// The number of the answered command.
    package let command: UInt8
    package let status: NEO2Status
    package internal(set) var data: [UInt8]

    package init(_ command: UInt8, _ status: NEO2Status, _ data: [UInt8] = []) {
        self.command = command
        self.status = status
        self.data = data
    }

    /// The bytes on the line; here the checksum has its high byte first.
    package var frame: [UInt8] {
        let body = NEO2Frame.header + [command, status.rawValue] + NEO2Frame.length(data) + data
        let checksum = NEO2Frame.crc(body)
        return body + [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
    }

    /// Decodes an answer; nil when the bytes are none.
    package init?(frame: [UInt8]) {
        guard let (command, status, data) = NEO2Frame.parts(of: frame, lowByteFirst: false) else { return nil }
        self.init(command, NEO2Status(rawValue: status), data)
    }
}
