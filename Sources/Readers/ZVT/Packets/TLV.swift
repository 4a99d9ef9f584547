/// A TLV object: a tag with a value, or a tag with objects inside.
public struct TLV: Hashable, Sendable {
    /// Objects inside objects, at most.
    public static let deepestNesting = 8
    /// Bytes of one tag, at most.
    public static let longestTag = 3

    /// What an object holds, by bit 20 of its tag.
    public enum Content: Hashable, Sendable {
        case value([UInt8])
        case objects([TLV])
    }

    /// One to three bytes as a number: `0x2F`, `0x1F10`.
    public let tag: UInt32
    public let content: Content

    /// Traps when the tag is a constructed one (bit 20 of its first byte).
    public init(_ tag: UInt32, _ value: [UInt8]) {
        precondition(!Self.isConstructed(tag), "a constructed tag holds objects")
        self.tag = tag
        content = .value(value)
    }

    /// Traps when the tag is a primitive one.
    public init(_ tag: UInt32, objects: [TLV]) {
        precondition(Self.isConstructed(tag), "a primitive tag holds a value")
        self.tag = tag
        content = .objects(objects)
    }

    init(tag: UInt32, content: Content) {
        self.tag = tag
        self.content = content
    }

    /// The value; nil for a constructed object.
    public var value: [UInt8]? {
        if case .value(let bytes) = content { bytes } else { nil }
    }

    /// The objects inside; none for a primitive one.
    public var objects: [TLV] {
        if case .objects(let objects) = content { objects } else { [] }
    }

    public var bytes: [UInt8] {
        let body =
            switch content {
            case .value(let value): value
            case .objects(let objects): objects.flatMap(\.bytes)
            }
        return Self.tagBytes(tag) + Self.lengthBytes(body.count) + body
    }

    /// What BMP 06 holds: the length of all objects, then the objects.
    public static func container(_ objects: [TLV]) -> [UInt8] {
        let body = objects.flatMap(\.bytes)
        return lengthBytes(body.count) + body
    }

    static func isConstructed(_ tag: UInt32) -> Bool { (tagBytes(tag).first ?? 0) & 0x20 != 0 }

    private static func tagBytes(_ tag: UInt32) -> [UInt8] {
        let bytes = [UInt8(tag >> 16 & 0xFF), UInt8(tag >> 8 & 0xFF), UInt8(tag & 0xFF)]
        return Array(bytes.drop { $0 == 0 })
    }

    /// 00–7F, `81` and one byte, `82` and two with the higher first: the opposite of the APDU's order.
    static func lengthBytes(_ count: Int) -> [UInt8] {
        precondition(count <= 0xFFFF, "TLV value longer than its length can say")
        if count < 0x80 { return [UInt8(count)] }
        if count <= 0xFF { return [0x81, UInt8(count)] }
        return [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
}

extension Sequence<TLV> {
    /// The first value with this tag, inside constructed objects too.
    public func value(of tag: UInt32) -> [UInt8]? {
        for object in self {
            if object.tag == tag, let value = object.value { return value }
            if let found = object.objects.value(of: tag) { return found }
        }
        return nil
    }

    /// Without the objects whose tags we do not know: they are skipped, as the protocol wants.
    var known: [TLV] {
        compactMap { object in
            guard TLVTag.known(object.tag) != nil else { return nil }
            guard case .objects(let inner) = object.content else { return object }
            return TLV(tag: object.tag, content: .objects(inner.known))
        }
    }
}
