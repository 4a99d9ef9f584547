import Foundation

/// Reads plain JSON: whole numbers, strings with the usual escapes, no name twice. Such JSON is nearly all there is, and
/// Foundation's decoder takes many times as long for it.
///
/// What is not plain, or not JSON at all, is left to Foundation's decoder, so that there is one judge of it. Both read plain
/// JSON alike.
struct PlainJSONReader {
    /// Below the nesting that Foundation allows.
    private static let deepest = 64
    /// Numbers with more digits may exceed `Int64`.
    private static let mostDigits = 18

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// The value; nil if the data is not plain JSON.
    static func value(_ data: Data) -> JSONValue? {
        data.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { bytes in
                var reader = PlainJSONReader(bytes: bytes)
                guard let value = reader.value(depth: 0), reader.next() == nil else { return nil }
                return value
            }
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next byte that is not white space; it is not taken. Nil at the end.
    private mutating func next() -> UInt8? {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): place += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Takes the next byte that is not white space if it is this one.
    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: wanted) else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.deepest else { return nil }
        switch next() {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        place += 1
        var members: [String: JSONValue] = [:]
        if take("}") { return .object(members) }
        while true {
            guard next() == UInt8(ascii: "\""), let name = string(), take(":"), let value = value(depth: depth + 1),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        place += 1
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[place..<end]) }) else { return nil }
        place = end
        return value
    }

    /// A whole number without a leading zero.
    private mutating func number() -> JSONValue? {
        let isNegative = take("-")
        let start = place
        var number: Int64 = 0
        while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit <= 9 {
            guard place - start < Self.mostDigits else { return nil }
            number = number * 10 + Int64(digit)
            place += 1
        }
        let count = place - start
        let isPlain = count == 1 ? number > 0 || !isNegative : count > 1 && bytes[start] != UInt8(ascii: "0")
        return isPlain && !goesOn ? .integer(isNegative ? -number : number) : nil
    }

    /// Whether a number goes on with decimals or an exponent.
    private var goesOn: Bool {
        guard place < bytes.count else { return false }
        return [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[place])
    }

    /// A string in quotes.
    private mutating func string() -> String? {
        place += 1
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return String(validating: bytes[start..<place], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case 0..<0x20: return nil
            default: place += 1
            }
        }
        return nil
    }

    /// A string with an escape at `place`.
    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(bytes[start..<place])
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard place + 1 < bytes.count, let byte = Self.escaped(bytes[place + 1]) else { return nil }
                text.append(byte)
                place += 2
            case 0..<0x20: return nil
            case let byte:
                text.append(byte)
                place += 1
            }
        }
        return nil
    }

    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: nil
        }
    }
}
