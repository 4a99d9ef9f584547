/// A command to an ID TECH NEO 2 reader.
///
/// Source: "NEO 2 Interface Developer's Guide" 80139403-002 rev. 88.1, quoted below as NEO 2 IDG.
package struct NEO2Command: Hashable, Sendable {
    package let command: UInt8
    package let subcommand: UInt8
    package let data: [UInt8]

    /// `18-01`: ping, which every reader that is awake answers.
    package static let ping = NEO2Command(0x18, 0x01)
    /// `01-01` with 01: poll on demand. The reader waits for a card only when it is told to.
    ///
    /// Source: ID TECH's own test scripts for its readers, which begin with `01 01 01` ("Poll On Demand") and are answered
    /// `01 00 00 00`. This page of NEO 2 IDG is not among the mirrored ones.
    package static let pollOnDemand = NEO2Command(0x01, 0x01, [0x01])
    /// `05-01`: ends an activated transaction (NEO 2 IDG §8.5.6).
    package static let cancel = NEO2Command(0x05, 0x01)
    /// The command number of an activation and of its answers.
    static let activation: UInt8 = 0x02

    package init(_ command: UInt8, _ subcommand: UInt8, _ data: [UInt8] = []) {
        self.command = command
        self.subcommand = subcommand
        self.data = data
    }

    /// The bytes on the line: header, command, sub-command, length, data, and the checksum, low byte first.
    package var frame: [UInt8] {
        let body = NEO2Frame.header + [command, subcommand] + NEO2Frame.length(data) + data
        let checksum = NEO2Frame.crc(body)
        return body + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
    }

    /// Decodes a command; nil when the bytes are none.
    package init?(frame: [UInt8]) {
        guard let (first, second, data) = NEO2Frame.parts(of: frame, lowByteFirst: true) else { return nil }
        self.init(first, second, data)
    }
}

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

/// How a reader answered (NEO 2 IDG, table 6).
package struct NEO2Status: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let ok = NEO2Status(rawValue: 0x00)
    package static let timeout = NEO2Status(rawValue: 0x08)
    package static let failed = NEO2Status(rawValue: 0x0A)
    package static let notAllowed = NEO2Status(rawValue: 0x0B)
    /// A report on the way; the reader continues.
    package static let userInterfaceEvent = NEO2Status(rawValue: 0x0E)
    package static let onlineAuthorisation = NEO2Status(rawValue: 0x23)
}

/// The common parts of commands and answers.
package enum NEO2Frame {
    /// `ViVOtech2` and a zero.
    package static let header = Array("ViVOtech2".utf8) + [0]
    /// The bytes before the data: header, two bytes, and the length.
    static let prefix = header.count + 4
    static let checksum = 2
    /// The most bytes of a frame (NEO 2 IDG p. 40).
    package static let longest = 1500

    /// CRC-16 with polynomial 1021 from FFFF, not reflected (NEO 2 IDG p. 41).
    package static func crc(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte) << 8) { rest, _ in
                rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021
            }
        }
    }

    static func length(_ data: [UInt8]) -> [UInt8] {
        precondition(data.count <= longest - prefix - checksum, "a frame has at most \(longest) bytes")
        return [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
    }

    /// The length of the frame that begins with these bytes; nil when there are too few bytes to tell.
    static func length(beginning bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= prefix else { return nil }
        let start = bytes.startIndex + header.count
        return prefix + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3]) + checksum
    }

    static func isSound(_ frame: ArraySlice<UInt8>, lowByteFirst: Bool) -> Bool {
        let end = frame.suffix(checksum).map(UInt16.init)
        guard frame.count >= prefix + checksum, let first = end.first, let last = end.last else { return false }
        return crc(frame.dropLast(checksum)) == (lowByteFirst ? last << 8 | first : first << 8 | last)
    }

    static func parts(of frame: [UInt8], lowByteFirst: Bool) -> (UInt8, UInt8, [UInt8])? {
        guard frame.starts(with: header), length(beginning: frame[...]) == frame.count,
            isSound(frame[...], lowByteFirst: lowByteFirst)
        else { return nil }
        return (frame[header.count], frame[header.count + 1], Array(frame[prefix..<frame.count - checksum]))
    }
}
