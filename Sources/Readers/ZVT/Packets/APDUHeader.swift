/// The part before the data, which is enough to cut a byte stream into telegrams.
package struct APDUHeader: Hashable, Sendable {
    /// The bytes of the header in the long length form.
    static let longest = 5

    package let control: UInt16
    package let dataLength: Int
    /// Whether the long length form was used, which is allowed for any length.
    package let isExtended: Bool

    /// The length of the header itself: 3, or 5 in the long form.
    package var length: Int { isExtended ? 5 : 3 }

    /// Reads the header. Throws `truncated` when there are too few bytes.
    package init(decoding bytes: [UInt8]) throws(PacketError) {
        var reader = ByteReader(bytes)
        let high = try reader.next()
        control = UInt16(high) << 8 | UInt16(try reader.next())
        let short = try reader.next()
        isExtended = short == 0xFF
        guard isExtended else {
            dataLength = Int(short)
            return
        }
        let low = try reader.next()
        dataLength = Int(try reader.next()) << 8 | Int(low)
    }
}
