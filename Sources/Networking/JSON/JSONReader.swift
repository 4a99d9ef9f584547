import Foundation

/// Reads JSON text (RFC 8259) strictly: no comments, no trailing commas, no control characters in strings.
///
/// Reading takes time in proportion to the length of the text, whatever it holds.
struct JSONReader {
    /// The deepest nesting that is read. WooCommerce nests about eight levels.
    static let deepest = 128
    /// `Decimal` keeps this many digits exactly.
    static let mostDigits = 38

    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether two members of the same name are a mistake. Otherwise the last counts.
    private let refusesRepeatedNames: Bool
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, refusesRepeatedNames: Bool = false) {
        self.bytes = bytes
        self.refusesRepeatedNames = refusesRepeatedNames
    }

    /// The one value of the text.
    mutating func document() throws(JSONError) -> JSONValue {
        // A byte order mark, which some plugins leave before the answer.
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { place = 3 }
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw .syntax(at: place) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.deepest else { throw .tooDeep }
        switch try next() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw .syntax(at: place)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        place += 1
        if try next() == UInt8(ascii: "}") {
            place += 1
            return .object([:])
        }
        // A dictionary that grows with its members would hash each of them several times.
        var members: [(name: String, value: JSONValue)] = []
        members.reserveCapacity(16)
        while true {
            guard try next() == UInt8(ascii: "\"") else { throw .syntax(at: place) }
            let name = try string()
            guard try next() == UInt8(ascii: ":") else { throw .syntax(at: place) }
            place += 1
            members.append((name, try value(depth: depth + 1)))
            guard try ends(with: UInt8(ascii: "}")) else { continue }
            let object = Self.dictionary(members)
            if refusesRepeatedNames, object.count < members.count { throw .repeatedName }
            return .object(object)
        }
    }

    private static func dictionary(_ members: [(name: String, value: JSONValue)]) -> [String: JSONValue] {
        var dictionary = [String: JSONValue](minimumCapacity: members.count)
        for (name, value) in members { dictionary[name] = value }
        return dictionary
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        place += 1
        var elements: [JSONValue] = []
        if try next() == UInt8(ascii: "]") {
            place += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth + 1))
            if try ends(with: UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    /// Takes the comma before another element, or the end. Returns whether it was the end.
    private mutating func ends(with end: UInt8) throws(JSONError) -> Bool {
        let byte = try next()
        guard byte == end || byte == UInt8(ascii: ",") else { throw .syntax(at: place) }
        place += 1
        return byte == end
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard place < bytes.count else { throw .cutOff }
            guard bytes[place] == word.utf8Start[index] else { throw .syntax(at: place) }
            place += 1
        }
        return value
    }

    /// The next byte that is no white space; it is not taken.
    private mutating func next() throws(JSONError) -> UInt8 {
        skipSpace()
        guard place < bytes.count else { throw .cutOff }
        return bytes[place]
    }

    private mutating func skipSpace() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return
            }
        }
    }
}

// MARK: - Numbers

extension JSONReader {
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = place
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        let leading = place
        let whole = try digits()
        guard whole == 1 || bytes[leading] != UInt8(ascii: "0") else { throw .syntax(at: leading) }
        var isWhole = true
        var count = whole
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            isWhole = false
            count += try digits()
        }
        if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            isWhole = false
            if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
                place += 1
            }
            _ = try digits()
        }
        guard count <= Self.mostDigits else { throw .numberTooLong(at: start) }
        if let number = Self.short(bytes[start..<place]) { return number }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Decimal(string: text, locale: Self.plain), !number.isNaN else {
            throw .numberTooLong(at: start)
        }
        return Self.value(of: number)
    }

    /// The number, if it has no exponent and its digits fit into `Int64`, as most have.
    private static func short(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> JSONValue? {
        guard bytes.count <= 18 else { return nil }
        var (digits, decimals, isNegative, hasPoint) = (Int64(0), 0, false, false)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                if hasPoint { decimals += 1 }
            default: return nil
            }
        }
        while decimals > 0, digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        guard decimals > 0 else { return .integer(isNegative ? -digits : digits) }
        return .decimal(
            Decimal(sign: isNegative ? .minus : .plus, exponent: -decimals, significand: Decimal(digits)))
    }

    /// Equal numbers are equal values: `1e3` and `1000.0` are the whole number 1000.
    private static func value(of number: Decimal) -> JSONValue {
        guard number.exponent >= 0, let whole = Int64(number.description) else { return .decimal(number) }
        return .integer(whole)
    }

    private static let plain = Locale(identifier: "en_US_POSIX")

    /// Takes digits, at least one, and returns how many.
    private mutating func digits() throws(JSONError) -> Int {
        let start = place
        while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { place += 1 }
        guard place > start else { throw place < bytes.count ? .syntax(at: place) : .cutOff }
        return place - start
    }
}

// MARK: - Strings

extension JSONReader {
    /// Takes the string whose quote is next.
    private mutating func string() throws(JSONError) -> String {
        place += 1
        let start = place
        var isASCII = true
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let text = try text(UnsafeBufferPointer(rebasing: bytes[start..<place]), isASCII: isASCII, at: start)
                place += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw .syntax(at: place)
            case let byte:
                if byte >= 0x80 { isASCII = false }
                place += 1
            }
        }
        throw .cutOff
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[start..<place])
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let text = try text(unescaped, isASCII: false, at: start)
                place += 1
                return text
            case UInt8(ascii: "\\"): try appendEscape(to: &unescaped)
            case 0..<0x20: throw .syntax(at: place)
            case let byte:
                unescaped.append(byte)
                place += 1
            }
        }
        throw .cutOff
    }

    private func text(
        _ bytes: some Collection<UInt8>, isASCII: Bool, at start: Int
    ) throws(JSONError) -> String {
        // `String(validating:)` takes several times as long. What is repaired has other bytes.
        let text = String(decoding: bytes, as: UTF8.self)
        guard isASCII || text.utf8.elementsEqual(bytes) else { throw .encoding(at: start) }
        return text
    }

    private mutating func appendEscape(to bytes: inout [UInt8]) throws(JSONError) {
        place += 1
        guard place < self.bytes.count else { throw .cutOff }
        let letter = self.bytes[place]
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): bytes += Array(String(Character(try scalar())).utf8)
        default: throw .syntax(at: place - 1)
        }
    }

    /// The character of `\uXXXX`, or of two of them that are a surrogate pair. Half a pair becomes U+FFFD, as browsers do.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try fourDigits()
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        let before = place
        place += 2
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            place = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard place < bytes.count else { throw .cutOff }
            guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue, bytes[place] < 0x80 else {
                throw .syntax(at: place)
            }
            number = number << 4 | UInt32(digit)
            place += 1
        }
        return number
    }
}
