/// The data part of a telegram while it is decoded.
struct TelegramBody {
    var reader: ByteReader
    var redaction: Redaction

    /// The whole telegram, with card data masked up to the current position.
    var bytes: [UInt8] { redaction.content }

    init(_ bytes: [UInt8]) {
        reader = ByteReader(bytes)
        redaction = Redaction(of: bytes)
    }

    /// Reads the header and checks that the telegram is complete; then `reader` is at the data.
    mutating func readHeader() throws(PacketError) -> APDUHeader {
        let header = try APDUHeader(decoding: bytes)
        redaction.keep(try reader.range(header.length))
        let surplus = reader.remaining - header.dataLength
        if surplus < 0 { throw PacketError(.truncated(missing: -surplus), at: bytes.count) }
        if surplus > 0 { throw PacketError(.surplus(surplus), at: bytes.count - surplus) }
        return header
    }

    /// Reads one harmless byte.
    mutating func code() throws(PacketError) -> UInt8 {
        let range = try reader.range(1)
        redaction.keep(range)
        return bytes[range.lowerBound]
    }

    /// Reads the rest as BMPs.
    mutating func fields() throws(PacketError) -> FieldList {
        try FieldList(&reader, redaction: &redaction)
    }

    /// Reads `count` bytes of text and masks its card numbers.
    mutating func text(_ count: Int) throws(PacketError) -> [UInt8] {
        let range = try reader.range(count)
        redaction.maskText(range)
        return Array(bytes[range])
    }

    /// Reads a password of three bytes, which stays out of the redacted copy.
    mutating func password() throws(PacketError) -> Password { Password(packed: try reader.take(3)) }
}
