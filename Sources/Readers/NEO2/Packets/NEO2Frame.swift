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
