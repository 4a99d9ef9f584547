/// A TLV object: a tag with a value, or a tag with objects.
package struct TLV: Hashable, Sendable {
    /// The deepest allowed nesting.
    package static let deepestNesting = 8
    /// The most bytes of a tag.
    package static let longestTag = 3

    /// The contents of an object, by bit 20 of its tag.
    package enum Content: Hashable, Sendable {
        case value([UInt8])
        case objects([TLV])
    }

    /// The tag of one to three bytes as a number: `0x2F`, `0x1F10`.
    package let tag: UInt32
    package let content: Content

    /// Traps when the tag is constructed (bit 20 of its first byte).
    package init(_ tag: UInt32, _ value: [UInt8]) {
        precondition(!Self.isConstructed(tag), "a constructed tag holds objects")
        self.tag = tag
        content = .value(value)
    }

    /// Traps when the tag is primitive.
    package init(_ tag: UInt32, objects: [TLV]) {
        precondition(Self.isConstructed(tag), "a primitive tag holds a value")
        self.tag = tag
        content = .objects(objects)
    }

    init(tag: UInt32, content: Content) {
        self.tag = tag
        self.content = content
    }

    /// The value; nil for a constructed object.
    package var value: [UInt8]? {
        if case .value(let bytes) = content { bytes } else { nil }
    }

    /// The objects inside; none for a primitive one.
    package var objects: [TLV] {
        if case .objects(let objects) = content { objects } else { [] }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// Writes the content of BMP 06: the length of all objects, then the objects.
    static func writeContainer(_ objects: [TLV], to bytes: inout [UInt8]) {
        writeLength(objects.reduce(0) { $0 + $1.count }, to: &bytes)
        for object in objects { object.write(to: &bytes) }
    }

    static func isConstructed(_ tag: UInt32) -> Bool { tag >> (8 * (tagLength(tag) - 1)) & 0x20 != 0 }

    private func write(to bytes: inout [UInt8]) {
        for place in (0..<UInt32(Self.tagLength(tag))).reversed() { bytes.append(UInt8(tag >> (8 * place) & 0xFF)) }
        switch content {
        case .value(let value):
            Self.writeLength(value.count, to: &bytes)
            bytes += value
        case .objects(let objects):
            Self.writeContainer(objects, to: &bytes)
        }
    }

    /// The length of the whole object in bytes.
    private var count: Int {
        let inside =
            switch content {
            case .value(let value): value.count
            case .objects(let objects): objects.reduce(0) { $0 + $1.count }
            }
        return Self.tagLength(tag) + (inside < 0x80 ? 1 : inside <= 0xFF ? 2 : 3) + inside
    }

    /// Whether its tag and all tags inside are known.
    fileprivate var isKnown: Bool { TLVTag.known(tag) != nil && objects.allSatisfy(\.isKnown) }

    private static func tagLength(_ tag: UInt32) -> Int { tag <= 0xFF ? 1 : tag <= 0xFFFF ? 2 : 3 }

    /// Writes a length: 00–7F, `81` and one byte, or `82` and two bytes, the higher first (the opposite of the APDU).
    private static func writeLength(_ count: Int, to bytes: inout [UInt8]) {
        precondition(count <= 0xFFFF, "TLV value longer than its length can say")
        switch count {
        case ..<0x80: bytes.append(UInt8(count))
        case ...0xFF: bytes += [0x81, UInt8(count)]
        default: bytes += [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }
}

extension Sequence<TLV> {
    /// The first value with this tag, at any depth.
    package func value(of tag: UInt32) -> [UInt8]? {
        for object in self {
            if object.tag == tag, let value = object.value { return value }
            if let found = object.objects.value(of: tag) { return found }
        }
        return nil
    }

    /// The objects with known tags; unknown ones are skipped, as the protocol requires.
    var known: [TLV] {
        if allSatisfy(\.isKnown) { return Array(self) }
        return compactMap { object in
            guard TLVTag.known(object.tag) != nil else { return nil }
            guard case .objects(let inner) = object.content else { return object }
            return TLV(tag: object.tag, content: .objects(inner.known))
        }
    }
}
