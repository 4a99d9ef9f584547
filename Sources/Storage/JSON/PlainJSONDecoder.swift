import Foundation

/// Decodes plain JSON as Foundation's decoder does, in a third of its time. Times are milliseconds since 1970.
///
/// Whatever this decoder cannot do as Foundation's does (numbers with decimals, invalid UTF-8, types with a form of their
/// own) it reports as not plain, and Foundation's decoder decodes the whole again. So there is one judge of every error.
enum PlainJSONDecoder {
    /// The value; nil if Foundation's decoder has to decide.
    static func value<T: Decodable>(
        _ type: T.Type, from data: Data, userInfo: [CodingUserInfoKey: any Sendable]
    ) -> T? {
        data.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { bytes -> T? in
                guard let json = PlainJSON(bytes) else { return nil }
                let source = PlainSource(json, userInfo)
                guard let value = try? PlainValue(source: source, place: 0).decode(type), source.isPlain else {
                    return nil
                }
                return value
            }
        }
    }
}

/// Thrown where Foundation's decoder throws as well. Nobody sees it: Foundation's decoder then says what is wrong.
private struct NotDecoded: Error {}

private final class PlainSource {
    let json: PlainJSON
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether nothing was asked for that only Foundation's decoder can decode.
    var isPlain = true

    init(_ json: PlainJSON, _ userInfo: [CodingUserInfoKey: any Sendable]) {
        self.json = json
        self.userInfo = userInfo
    }

    func notPlain() -> NotDecoded {
        isPlain = false
        return NotDecoded()
    }
}

/// One value of the JSON.
private struct PlainValue: Decoder, SingleValueDecodingContainer {
    let source: PlainSource
    let place: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { source.userInfo }
    var node: PlainJSON.Node { source.json.nodes[place] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.kind == .object else { throw NotDecoded() }
        return KeyedDecodingContainer(PlainMembers<Key>(source: source, object: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard node.kind == .array else { throw NotDecoded() }
        return PlainElements(source: source, array: place)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { node.kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch node.kind {
        case .yes: return true
        case .no: return false
        case .object, .array, .text, .escapedText, .number, .null: throw NotDecoded()
        }
    }

    func decode(_ type: String.Type) throws -> String {
        let node = node
        guard node.kind == .text || node.kind == .escapedText else { throw NotDecoded() }
        guard let text = source.json.text(node) else { throw source.notPlain() }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { throw source.notPlain() }
    func decode(_ type: Float.Type) throws -> Float { throw source.notPlain() }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    func integer<Number: FixedWidthInteger>() throws -> Number {
        let node = node
        guard node.kind == .number, let number = Number(exactly: source.json.number(node)) else { throw NotDecoded() }
        return number
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if type == Date.self, let date = Date(milliseconds: try integer()) as? T { return date }
        // Their forms in JSON are not those that they decode themselves from.
        if type == Data.self || type == URL.self || type == Decimal.self { throw source.notPlain() }
        return try T(from: self)
    }
}

private struct PlainMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: PlainSource
    let object: Int

    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
        var keys: [Key] = []
        var key = object + 1
        let nodes = source.json.nodes
        while key < nodes[object].next {
            if let known = source.json.text(nodes[key]).flatMap(Key.init(stringValue:)) { keys.append(known) }
            key = nodes[key + 1].next
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { source.json.place(of: key.stringValue, in: object) != nil }

    /// Nil if there is no value of that name, or null.
    private func present(_ key: Key) -> PlainValue? {
        guard let place = source.json.place(of: key.stringValue, in: object),
            source.json.nodes[place].kind != .null
        else { return nil }
        return PlainValue(source: source, place: place)
    }

    private func value(_ key: Key) throws -> PlainValue {
        guard let place = source.json.place(of: key.stringValue, in: object) else { throw NotDecoded() }
        return PlainValue(source: source, place: place)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).integer() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).integer() }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).integer() }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).integer() }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).integer() }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).integer() }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).integer() }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).integer() }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).integer() }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).integer() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(key).decode(type) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.integer() }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key)?.integer() }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try present(key)?.decode(type)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw source.notPlain() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw source.notPlain() }
}

private struct PlainElements: UnkeyedDecodingContainer {
    private let source: PlainSource
    private let end: Int
    private var place: Int
    let count: Int?
    private(set) var currentIndex = 0

    init(source: PlainSource, array: Int) {
        self.source = source
        let nodes = source.json.nodes
        (place, end) = (array + 1, nodes[array].next)
        var (count, next) = (0, array + 1)
        while next < nodes[array].next {
            count += 1
            next = nodes[next].next
        }
        self.count = count
    }

    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { place >= end }

    /// The next value is taken only if it could be decoded.
    private mutating func take<T>(_ decode: (PlainValue) throws -> T) throws -> T {
        guard !isAtEnd else { throw NotDecoded() }
        let value = try decode(PlainValue(source: source, place: place))
        place = source.json.nodes[place].next
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw NotDecoded() }
        guard source.json.nodes[place].kind == .null else { return false }
        return try take { $0.decodeNil() }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try take { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try take { try $0.integer() } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take { try $0.integer() } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take { try $0.integer() } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take { try $0.integer() } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take { try $0.integer() } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take { try $0.integer() } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take { try $0.integer() } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take { try $0.integer() } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take { try $0.integer() } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take { try $0.integer() } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { throw source.notPlain() }
}
