/// One BMP of a telegram with its content, card data already masked.
struct Field: Hashable {
    let bmp: BMP
    /// Where its number stands in the telegram.
    let offset: Int
    /// The content without length bytes; empty for the TLV container.
    let content: [UInt8]
    /// Of the TLV container only.
    let objects: [TLV]

    /// The packed decimal number; nil where the content is none.
    var number: Int64? { BCD.number(content) }
    var digits: String { BCD.digits(content) }
}

/// The BMPs of a telegram, in their order. Nothing may depend on that order.
struct FieldList: Hashable {
    /// BMP 60: receipt numbers from and to, and a count and a sum for seven kinds of card. No track is as long.
    private static let totalsLength = 53

    private(set) var fields: [Field] = []

    /// Reads BMPs until `reader` ends, masking card data on the way.
    ///
    /// Throws on a number nobody knows, since its length cannot be known either.
    init(_ reader: inout ByteReader, in bytes: [UInt8], redaction: inout Redaction) throws(PacketError) {
        while !reader.isAtEnd {
            let start = reader.offset
            let number = try reader.next()
            guard let bmp = BMP.known(number) else { throw PacketError(.unknownField(number), at: start) }
            let length = try Self.length(bmp.layout, &reader)
            redaction.keep(start..<reader.offset)
            let range = try reader.range(length)
            fields.append(try Self.field(bmp, start, range, in: bytes, redaction: &redaction))
        }
    }

    private static func length(_ layout: BMP.Layout, _ reader: inout ByteReader) throws(PacketError) -> Int {
        switch layout {
        case .fixed(let length): return length
        case .twoDigits: return try decimalLength(2, &reader)
        case .threeDigits: return try decimalLength(3, &reader)
        case .container: return try TLV.readLength(&reader)
        }
    }

    static func decimalLength(_ count: Int, _ reader: inout ByteReader) throws(PacketError) -> Int {
        let start = reader.offset
        var length = 0
        for byte in try reader.take(count) {
            guard byte >> 4 == 0x0F, byte & 0x0F <= 9 else { throw PacketError(.badVariableLength, at: start) }
            length = length * 10 + Int(byte & 0x0F)
        }
        return length
    }

    private static func field(
        _ bmp: BMP, _ start: Int, _ range: Range<Int>, in bytes: [UInt8], redaction: inout Redaction
    ) throws(PacketError) -> Field {
        var objects: [TLV] = []
        var content = Array(bytes[range])
        switch bmp.content {
        case .number, .digits: redaction.keepDigits(range)
        case .code, .integer: redaction.keep(range)
        case .totals: if range.count == Self.totalsLength { redaction.keep(range) }
        case .text: content = redaction.maskText(range)
        case .accountNumber: content = redaction.maskAccountNumber(range)
        case .secret: content = redaction.zero(range)
        case .hidden: break
        case .objects:
            var inner = ByteReader(bytes, range)
            objects = try TLV.objects(&inner, in: bytes, redaction: &redaction)
            content = []
        }
        return Field(bmp: bmp, offset: start, content: content, objects: objects)
    }

    /// The field with this number; nil when absent. Throws `contradiction` when it came twice and differs.
    func only(_ number: UInt8) throws(PacketError) -> Field? {
        let found = fields.filter { $0.bmp.number == number }
        guard let first = found.first else { return nil }
        if let other = found.first(where: { $0.content != first.content }) {
            throw PacketError(.contradiction(number), at: other.offset)
        }
        return first
    }

    /// The first field with this number.
    subscript(number: UInt8) -> Field? { fields.first { $0.bmp.number == number } }

    /// All objects of the TLV container, unknown tags skipped.
    var objects: [TLV] { fields.flatMap(\.objects).known }
}

/// Writes BMPs. Traps on what no caller may do: a number the table does not have, content of the wrong length.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: UInt8, _ content: [UInt8]?) {
        guard let content else { return }
        guard let bmp = BMP.known(number) else { preconditionFailure("no such field") }
        bytes.append(number)
        switch bmp.layout {
        case .fixed(let length): precondition(content.count == length, "field of the wrong length")
        case .twoDigits: bytes += Self.decimalLength(content.count, digits: 2)
        case .threeDigits: bytes += Self.decimalLength(content.count, digits: 3)
        case .container: preconditionFailure("the container is put as objects")
        }
        bytes += content
    }

    mutating func put(_ number: UInt8, code: UInt8?) { put(number, code.map { [$0] }) }

    mutating func put(_ number: UInt8, decimal: Int64?, count: Int) {
        put(number, decimal.map { BCD.bytes($0, count: count) })
    }

    mutating func put(_ number: UInt8, decimal: Int?, count: Int) {
        put(number, decimal: decimal.map(Int64.init), count: count)
    }

    /// Puts BMP 06; nothing when there are no objects.
    mutating func put(_ objects: [TLV]) {
        guard !objects.isEmpty else { return }
        bytes.append(BMP.container)
        bytes += TLV.container(objects)
    }

    private static func decimalLength(_ length: Int, digits: Int) -> [UInt8] {
        precondition(length < (digits == 2 ? 100 : 1_000), "field longer than its length can say")
        let places = digits == 2 ? [10, 1] : [100, 10, 1]
        return places.map { 0xF0 | UInt8(length / $0 % 10) }
    }
}
