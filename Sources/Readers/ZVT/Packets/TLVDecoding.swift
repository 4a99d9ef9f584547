extension TLV {
    /// Reads objects until `reader` ends, masking card data on the way.
    ///
    /// Throws on a broken tag or length, on objects that do not end where their parent does, and beyond
    /// `deepestNesting`. An unknown constructed object whose inside is no TLV is taken as one opaque value.
    static func objects(
        _ reader: inout ByteReader, in bytes: [UInt8], redaction: inout Redaction, depth: Int = 1
    ) throws(PacketError) -> [TLV] {
        guard depth <= deepestNesting else {
            throw PacketError(.nestedTooDeep(limit: deepestNesting), at: reader.offset)
        }
        var objects: [TLV] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let tag = try readTag(&reader)
            let length = try readLength(&reader)
            redaction.keep(start..<reader.offset)
            let range = try reader.range(length)
            objects.append(
                TLV(tag: tag, content: try content(tag, range, in: bytes, redaction: &redaction, depth: depth)))
        }
        return objects
    }

    private static func content(
        _ tag: UInt32, _ range: Range<Int>, in bytes: [UInt8], redaction: inout Redaction, depth: Int
    ) throws(PacketError) -> Content {
        switch TLVTag.known(tag) {
        case .text: return .value(redaction.maskText(range))
        case .secret: return .value(redaction.zero(range))
        case .applicationID: return .value(redaction.keepApplicationID(range))
        case .plain:
            redaction.keepShort(range)
            return .value(Array(bytes[range]))
        case .objects:
            var inner = ByteReader(bytes, range)
            return .objects(try objects(&inner, in: bytes, redaction: &redaction, depth: depth + 1))
        case nil:
            return isConstructed(tag)
                ? opaque(range, in: bytes, redaction: &redaction, depth: depth) : .value(Array(bytes[range]))
        }
    }

    private static func opaque(
        _ range: Range<Int>, in bytes: [UInt8], redaction: inout Redaction, depth: Int
    ) -> Content {
        var attempt = redaction
        var inner = ByteReader(bytes, range)
        do {
            let objects = try objects(&inner, in: bytes, redaction: &attempt, depth: depth + 1)
            redaction = attempt
            return .objects(objects)
        } catch {
            return .value(Array(bytes[range]))
        }
    }

    /// Low five bits all set: more bytes follow, as long as bit 80 is set in them.
    private static func readTag(_ reader: inout ByteReader) throws(PacketError) -> UInt32 {
        let start = reader.offset
        var tag = UInt32(try reader.next())
        guard tag & 0x1F == 0x1F else { return tag }
        for _ in 1..<longestTag {
            let byte = try reader.next()
            tag = tag << 8 | UInt32(byte)
            if byte & 0x80 == 0 { return tag }
        }
        throw PacketError(.badTLVTag, at: start)
    }

    static func readLength(_ reader: inout ByteReader) throws(PacketError) -> Int {
        let start = reader.offset
        let first = try reader.next()
        switch first {
        case 0x00...0x7F: return Int(first)
        case 0x81: return Int(try reader.next())
        case 0x82:
            let high = try reader.next()
            return Int(high) << 8 | Int(try reader.next())
        default: throw PacketError(.badTLVLength(first), at: start)
        }
    }
}
