extension TLV {
    /// Reads objects until `reader` ends, and masks card data on the way.
    ///
    /// Throws on a broken tag or length, on objects that do not end with their parent, and beyond `deepestNesting`. An
    /// unknown constructed object whose content is no TLV is kept as one opaque value.
    static func read(
        _ reader: inout ByteReader, into objects: inout [TLV], redaction: inout Redaction, depth: Int = 1
    ) throws(PacketError) {
        guard depth <= deepestNesting else {
            throw PacketError(.nestedTooDeep(limit: deepestNesting), at: reader.offset)
        }
        while !reader.isAtEnd {
            let start = reader.offset
            let tag = try readTag(&reader)
            let length = try readLength(&reader)
            redaction.keep(start..<reader.offset)
            let range = try reader.range(length)
            let content = try content(tag, range, of: reader, redaction: &redaction, depth: depth)
            objects.append(TLV(tag: tag, content: content))
        }
    }

    private static func content(
        _ tag: UInt32, _ range: Range<Int>, of reader: ByteReader, redaction: inout Redaction, depth: Int
    ) throws(PacketError) -> Content {
        switch TLVTag.known(tag) {
        case .text: redaction.maskText(range)
        case .secret: redaction.zero(range)
        case .applicationID: redaction.keepApplicationID(range)
        case .plain: redaction.keepShort(range)
        case .objects:
            return .objects(try objects(reader.inside(range), &redaction, depth: depth + 1))
        case nil:
            if isConstructed(tag), let objects = opaque(reader.inside(range), &redaction, depth: depth + 1) {
                return .objects(objects)
            }
        }
        return .value(Array(redaction.content[range]))
    }

    private static func objects(
        _ reader: ByteReader, _ redaction: inout Redaction, depth: Int
    ) throws(PacketError) -> [TLV] {
        var reader = reader
        var objects: [TLV] = []
        try read(&reader, into: &objects, redaction: &redaction, depth: depth)
        return objects
    }

    private static func opaque(_ reader: ByteReader, _ redaction: inout Redaction, depth: Int) -> [TLV]? {
        let before = redaction.part(reader.offset..<reader.end)
        if let objects = try? objects(reader, &redaction, depth: depth) { return objects }
        redaction.restore(before)
        return nil
    }

    /// If the low five bits are all set, more bytes follow, as long as they have bit 80.
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
