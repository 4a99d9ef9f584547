/// The BMPs of a telegram in their order, on which nothing may depend.
struct FieldList {
    /// The initial capacity: enough for a status information.
    private static let usualCount = 24
    private static let usualObjects = 8

    private struct Place {
        let number: UInt8
        /// The offset of the field's number in the telegram.
        let offset: Int
        let content: Range<Int>
        let objects: Range<Int>
    }

    /// The telegram that holds the fields, masked.
    private let telegram: [UInt8]
    private let places: [Place]
    /// For each number, one more than the index of its first place; 0 when it is absent.
    private var firsts = InlineArray<256, UInt16>(repeating: 0)
    /// The places of repeated numbers with different content.
    private let contradictions: [Place]
    private let allObjects: [TLV]

    /// Reads BMPs until `reader` ends, and masks card data on the way.
    ///
    /// Throws on an unknown number, since its length is unknown too.
    init(_ reader: inout ByteReader, redaction: inout Redaction) throws(PacketError) {
        var places: [Place] = []
        var contradictions: [Place] = []
        var objects: [TLV] = []
        places.reserveCapacity(Self.usualCount)
        while !reader.isAtEnd {
            let start = reader.offset
            let number = try reader.next()
            guard let bmp = BMP.known(number) else { throw PacketError(.unknownField(number), at: start) }
            let length = try Self.length(bmp.layout, &reader)
            redaction.keep(start..<reader.offset)
            let range = try reader.range(length)
            let known = objects.count
            Self.redact(bmp.content, range, &redaction)
            if bmp.content == .objects {
                var inside = reader.inside(range)
                objects.reserveCapacity(Self.usualObjects)
                try TLV.read(&inside, into: &objects, redaction: &redaction)
            }
            let place = Place(number: number, offset: start, content: range, objects: known..<objects.count)
            places.append(place)
            let first = Int(firsts[Int(number)])
            if first == 0 {
                firsts[Int(number)] = UInt16(places.count)
            } else if redaction.content[places[first - 1].content] != redaction.content[range] {
                contradictions.append(place)
            }
        }
        self.places = places
        self.contradictions = contradictions
        allObjects = objects
        telegram = redaction.content
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
        let digits = try reader.range(count)
        var length = 0
        for position in digits {
            let byte = reader[position]
            guard byte >> 4 == 0x0F, byte & 0x0F <= 9 else {
                throw PacketError(.badVariableLength, at: digits.lowerBound)
            }
            length = length * 10 + Int(byte & 0x0F)
        }
        return length
    }

    private static func redact(_ content: BMP.Content, _ range: Range<Int>, _ redaction: inout Redaction) {
        switch content {
        case .number, .digits: redaction.keepDigits(range)
        case .code, .integer: redaction.keep(range)
        case .text: redaction.maskText(range)
        case .accountNumber: redaction.maskAccountNumber(range)
        case .secret: redaction.zero(range)
        // Totals are a long row of digits in which a card number would go unnoticed; no trace needs them.
        case .totals, .hidden, .objects: break
        }
    }
}

extension FieldList {
    /// All of them.
    var fields: [Field] {
        places.compactMap { place in
            BMP.known(place.number).map {
                Field(bmp: $0, content: telegram[place.content], objects: allObjects[place.objects])
            }
        }
    }

    /// All objects of the TLV container, unknown tags skipped.
    var objects: [TLV] { allObjects.known }

    func holds(_ number: UInt8) -> Bool { place(number) != nil }

    /// The range of the field's content in the telegram.
    func range(of number: UInt8) -> Range<Int>? { place(number)?.content }

    /// The content as one byte.
    func code(_ number: UInt8) -> UInt8? { content(number)?.first }

    /// The content as packed decimal digits; nil when they are not decimal.
    func number(_ number: UInt8) -> Int? { content(number).flatMap { BCD.number($0) }.map(Int.init) }

    /// The content as packed decimal digits. Throws `notDecimal` when they are not.
    func decimal(_ number: UInt8) throws(PacketError) -> Int? {
        guard let place = place(number) else { return nil }
        guard let value = BCD.number(telegram[place.content]) else {
            throw PacketError(.notDecimal, at: place.offset + 1)
        }
        return Int(value)
    }

    /// The content as hexadecimal digits.
    func digits(_ number: UInt8) -> String? { content(number).map { $0.hex } }

    /// The text up to the first zero byte, with control characters replaced by blanks.
    func text(_ number: UInt8) -> String? {
        content(number).map { TextEncoding.decodeField($0.prefix { $0 != 0 }).withoutControls }
    }

    func bytes(_ number: UInt8) -> [UInt8]? { content(number).map(Array.init) }

    /// Throws `contradiction` when one of these fields occurs twice with different content.
    func requireAgreement(on numbers: [UInt8]) throws(PacketError) {
        for place in contradictions where numbers.contains(place.number) {
            throw PacketError(.contradiction(place.number), at: place.offset)
        }
    }

    /// The first field with this number.
    private func place(_ number: UInt8) -> Place? {
        let first = Int(firsts[Int(number)])
        return first == 0 ? nil : places[first - 1]
    }

    @inline(__always)
    private func content(_ number: UInt8) -> ArraySlice<UInt8>? { place(number).map { telegram[$0.content] } }
}
