/// The frames of an ID TECH NEO 2 reader, as the reader itself sees them: commands come in, answers go out.
///
/// The simulated reader is written from the maker's document alone and shares nothing with the till's side of the same
/// protocol (`Sources/Readers/NEO2`), so a mistake on either side shows when the two talk. Source: "NEO 2 Interface
/// Developer's Guide" 80139403-002 rev. 88.1, p. 39 to 42; the tests check both sides against its worked examples.
enum DeviceFrame {
    /// The ten bytes with which every frame begins: `ViVOtech2` and a zero.
    static let preamble: [UInt8] = [0x56, 0x69, 0x56, 0x4F, 0x74, 0x65, 0x63, 0x68, 0x32, 0x00]
    /// The number of bytes before the data: preamble, command, sub-command or status, and the length, high byte first.
    static let lengthOfHead = 14
    /// The length of the longest frame, in bytes.
    static let longest = 1500

    /// CRC-16 with the polynomial x¹⁶ + x¹² + x⁵ + 1 and the initial value FFFF, highest bit first, not inverted at the
    /// end.
    static func checksum(of bytes: ArraySlice<UInt8>) -> (high: UInt8, low: UInt8) {
        var register: UInt32 = 0xFFFF
        for byte in bytes {
            for bit in stride(from: 7, through: 0, by: -1) {
                let feedback = (register >> 15) ^ (UInt32(byte) >> UInt32(bit))
                register = (register << 1) & 0xFFFF
                if feedback & 1 == 1 { register ^= 0x1021 }
            }
        }
        return (UInt8(register >> 8), UInt8(register & 0xFF))
    }
}

/// A command as the reader understands it.
struct DeviceCommand: Hashable {
    let command: UInt8
    let subcommand: UInt8
    let data: [UInt8]
}

/// An answer of the reader.
struct DeviceAnswer: Hashable {
    /// The status byte of an answer (NEO 2 IDG, table 6).
    enum Status: UInt8 {
        case ok = 0x00
        case unknownCommand = 0x02
        case timedOut = 0x08
        case failed = 0x0A
        case notAllowed = 0x0B
        case userInterfaceEvent = 0x0E
        case onlineAuthorisationRequested = 0x23
    }

    /// The command that is answered.
    let command: UInt8
    let status: Status
    let data: [UInt8]

    init(_ command: UInt8, _ status: Status, _ data: [UInt8] = []) {
        self.command = command
        self.status = status
        self.data = data
    }

    /// The answer as a frame. The checksum of an answer has its high byte first; that of a command has it last.
    var frame: [UInt8] {
        let (high, low) = (UInt8(data.count / 256), UInt8(data.count % 256))
        let body = DeviceFrame.preamble + [command, status.rawValue, high, low] + data
        let checksum = DeviceFrame.checksum(of: body[...])
        return body + [checksum.high, checksum.low]
    }
}

/// Finds the commands among the bytes that the reader receives.
///
/// The reader has no time limit between bytes: an incomplete command waits for more, and is given up once the following
/// bytes show that it was not a command.
struct DeviceCommandParser {
    private var bytes: [UInt8] = []

    mutating func reset() { bytes = [] }

    mutating func take(_ more: [UInt8]) -> [DeviceCommand] {
        bytes += more
        var commands: [DeviceCommand] = []
        while let command = next() { commands.append(command) }
        return commands
    }

    private mutating func next() -> DeviceCommand? {
        while !bytes.isEmpty {
            switch Self.reading(bytes) {
            case .needsMore: return nil
            case .nothing: bytes.removeFirst()
            case .command(let command, let length):
                bytes.removeFirst(length)
                return command
            }
        }
        return nil
    }

    private enum Reading {
        /// A command may begin with the first byte.
        case needsMore
        /// No command begins with the first byte.
        case nothing
        case command(DeviceCommand, length: Int)
    }

    private static func reading(_ bytes: [UInt8]) -> Reading {
        for (expected, byte) in zip(DeviceFrame.preamble, bytes) where expected != byte { return .nothing }
        guard bytes.count >= DeviceFrame.lengthOfHead else { return .needsMore }
        let count = Int(bytes[12]) * 256 + Int(bytes[13])
        let end = DeviceFrame.lengthOfHead + count
        guard end + 2 <= DeviceFrame.longest else { return .nothing }
        guard bytes.count >= end + 2 else { return .needsMore }
        let checksum = DeviceFrame.checksum(of: bytes[..<end])
        guard bytes[end] == checksum.low, bytes[end + 1] == checksum.high else { return .nothing }
        let data = Array(bytes[DeviceFrame.lengthOfHead..<end])
        return .command(DeviceCommand(command: bytes[10], subcommand: bytes[11], data: data), length: end + 2)
    }
}
