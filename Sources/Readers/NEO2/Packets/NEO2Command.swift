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
