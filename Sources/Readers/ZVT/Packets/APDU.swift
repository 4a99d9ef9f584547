/// A command or response telegram: two bytes of control field, a length, data (ZVT 13.08).
package struct APDU: Hashable, Sendable {
    /// The most data bytes that the long form can announce.
    package static let longestData = 65_535
    /// The longest telegram: control field, `FF`, two length bytes, data.
    package static let longest = 5 + longestData

    /// CLASS and INSTR, or CCRC and APRC, such as `0x060F`.
    package let control: UInt16
    package let data: [UInt8]

    /// Traps when `data` is longer than `longestData`, which the caller must avoid.
    package init(_ control: UInt16, _ data: [UInt8] = []) {
        precondition(data.count <= Self.longestData, "telegram longer than its length field can say")
        self.control = control
        self.data = data
    }

    /// The bytes, with the short length form below 255 and the long one (`FF`, low byte first) above.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(5 + data.count)
        bytes += [UInt8(control >> 8), UInt8(control & 0xFF)]
        if data.count < 0xFF {
            bytes.append(UInt8(data.count))
        } else {
            bytes += [0xFF, UInt8(data.count & 0xFF), UInt8(data.count >> 8)]
        }
        return bytes + data
    }

    /// Reads exactly one telegram.
    ///
    /// Throws `truncated` when bytes are missing and `surplus` when some are left over.
    package init(decoding bytes: [UInt8]) throws(PacketError) {
        let header = try APDUHeader(decoding: bytes)
        let end = header.length + header.dataLength
        guard bytes.count >= end else { throw PacketError(.truncated(missing: end - bytes.count), at: bytes.count) }
        guard bytes.count == end else { throw PacketError(.surplus(bytes.count - end), at: end) }
        self.init(header.control, Array(bytes[header.length...]))
    }
}
