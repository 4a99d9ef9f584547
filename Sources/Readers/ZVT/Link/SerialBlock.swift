/// The framing of a telegram on a serial line (PA00P016): `DLE STX`, the telegram with every DLE doubled, `DLE ETX`, CRC.
package enum SerialBlock {
    static let stx: UInt8 = 0x02
    static let etx: UInt8 = 0x03
    static let ack: UInt8 = 0x06
    static let dle: UInt8 = 0x10
    static let nak: UInt8 = 0x15

    /// The bytes on the line.
    package static func encode(_ telegram: [UInt8]) -> [UInt8] {
        var block = [dle, stx]
        block.reserveCapacity(telegram.count + 16)
        for byte in telegram {
            if byte == dle { block.append(dle) }
            block.append(byte)
        }
        let checksum = crc(telegram)
        block += [dle, etx, UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
        return block
    }

    /// CRC-16/KERMIT over the unstuffed telegram and one ETX, sent low byte first. The document calls it CRC-XModem, which
    /// is a different checksum.
    package static func crc(_ telegram: [UInt8]) -> UInt16 {
        var checksum: UInt16 = 0
        for byte in telegram { checksum = checksum >> 8 ^ remainders[Int(UInt8(checksum & 0xFF) ^ byte)] }
        return checksum >> 8 ^ remainders[Int(UInt8(checksum & 0xFF) ^ etx)]
    }

    /// The table of the polynomial 8408 for each byte.
    private static let remainders: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0x8408 : rest >> 1 }
    }
}
