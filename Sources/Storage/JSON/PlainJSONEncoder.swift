import Foundation

/// Encodes as Foundation's encoder does with sorted keys and slashes as they are, byte for byte, in a fraction of its time.
///
/// Whatever this encoder cannot do byte for byte alike (numbers with decimals, names of other letters than ASCII's, control
/// characters, types with a form of their own) is left to Foundation's encoder.
package enum PlainJSONEncoder {
    /// How names and times are written.
    package enum Form {
        /// Names as they are, times in milliseconds since 1970.
        case stored
        /// Names in snake case, times as RFC 3339 in UTC, to the second.
        case document
    }

    /// The JSON; nil if Foundation's encoder has to write it.
    package static func data(_ value: some Encodable, as form: Form = .stored) -> Data? {
        let text = PlainOutput(form)
        let whole = PlainPart()
        guard (try? PlainEncoder(output: text, part: whole).encode(value)) != nil, text.isPlain,
            whole.content != .nothing
        else { return nil }
        var written: [UInt8] = []
        written.reserveCapacity(text.bytes.count * 2)
        return text.write(whole, to: &written) ? Data(written) : nil
    }
}

/// A value of the JSON before its place is known: members are sorted once all are there.
private final class PlainPart {
    enum Content: Equatable {
        case nothing, members, elements
        /// A range of the output's bytes.
        case text(Int, Int)
    }

    struct Member {
        let name: String
        let part: PlainPart
    }

    var content = Content.nothing
    var members: [Member] = []
    var elements: [PlainPart] = []
}

/// The JSON of all single values, in the order of their encoding.
private final class PlainOutput {
    private(set) var bytes: [UInt8] = []
    /// Whether all that was encoded can be written as Foundation writes it.
    var isPlain = true

    private let form: PlainJSONEncoder.Form
    /// The type of the names of the newest object.
    private var key: Any.Type = Never.self

    /// The type by which the standard library names the entries of a dictionary, which it does not publish.
    static let entryKey: Any.Type = {
        let output = PlainOutput(.stored)
        try? [String: Int]().encode(to: PlainEncoder(output: output, part: PlainPart()))
        return output.key
    }()

    init(_ form: PlainJSONEncoder.Form) {
        self.form = form
        bytes.reserveCapacity(1_024)
    }

    func begin<Key>(_ type: Key.Type) { key = type }

    /// The name of a member as it is written.
    ///
    /// - Parameter isEntry: whether it is a key of a dictionary, which is no name and stays as it is.
    func name(_ name: String, isEntry: Bool) -> String {
        switch form {
        case .stored: return name
        case .document:
            if let written = PlainNames.snakeCase(name), !isEntry || written == name { return written }
            isPlain = false
            return name
        }
    }

    func add(_ date: Date, to part: PlainPart) {
        switch form {
        case .stored: add(date.milliseconds, to: part)
        case .document:
            guard let text = PlainDates.text(date) else { return isPlain = false }
            addQuoted(text, to: part)
        }
    }

    func add(_ text: String, to part: PlainPart) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        part.content = .text(start, bytes.count)
    }

    func add(_ number: Int64, to part: PlainPart) {
        let start = bytes.count
        if (0...9).contains(number) {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
        part.content = .text(start, bytes.count)
    }

    func addQuoted(_ text: String, to part: PlainPart) {
        let start = bytes.count
        if !Self.quote(text, to: &bytes) { isPlain = false }
        part.content = .text(start, bytes.count)
    }

    /// Returns false if Foundation writes the text in another way.
    private static func quote(_ text: String, to bytes: inout [UInt8]) -> Bool {
        let quote = UInt8(ascii: "\"")
        var isPlain = true
        var text = text
        bytes.append(quote)
        text.withUTF8 { text in
            var start = 0
            for place in text.indices {
                let escaped: UInt8
                switch text[place] {
                case quote, UInt8(ascii: "\\"): escaped = text[place]
                case UInt8(ascii: "\n"): escaped = UInt8(ascii: "n")
                case UInt8(ascii: "\r"): escaped = UInt8(ascii: "r")
                case UInt8(ascii: "\t"): escaped = UInt8(ascii: "t")
                case 0..<0x20:
                    isPlain = false
                    continue
                default: continue
                }
                bytes.append(contentsOf: text[start..<place])
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(escaped)
                start = place + 1
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(quote)
        return isPlain
    }

    /// Writes a value with sorted names. Returns false if a name is there twice, or is not plain.
    func write(_ part: PlainPart, to written: inout [UInt8]) -> Bool {
        switch part.content {
        case .text(let start, let end):
            written.append(contentsOf: bytes[start..<end])
        case .nothing:
            written.append(UInt8(ascii: "{"))
            written.append(UInt8(ascii: "}"))
        case .elements:
            written.append(UInt8(ascii: "["))
            for (place, element) in part.elements.enumerated() {
                if place > 0 { written.append(UInt8(ascii: ",")) }
                guard write(element, to: &written) else { return false }
            }
            written.append(UInt8(ascii: "]"))
        case .members:
            return writeMembers(of: part, to: &written)
        }
        return true
    }

    private func writeMembers(of part: PlainPart, to written: inout [UInt8]) -> Bool {
        part.members.sort { $0.name < $1.name }
        written.append(UInt8(ascii: "{"))
        for place in part.members.indices {
            let name = part.members[place].name
            if place > 0 {
                guard part.members[place - 1].name != name else { return false }
                written.append(UInt8(ascii: ","))
            }
            guard name.utf8.allSatisfy({ $0 < 0x80 }), Self.quote(name, to: &written) else { return false }
            written.append(UInt8(ascii: ":"))
            guard write(part.members[place].part, to: &written) else { return false }
        }
        written.append(UInt8(ascii: "}"))
        return true
    }
}

private struct PlainEncoder: Encoder, SingleValueEncodingContainer {
    let output: PlainOutput
    let part: PlainPart

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.members)
        output.begin(type)
        return KeyedEncodingContainer(PlainMembers<Key>(output: output, part: part))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.elements)
        return PlainElements(output: output, part: part)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func begin(_ content: PlainPart.Content) {
        if part.content != .nothing, part.content != content { output.isPlain = false }
        part.content = content
    }

    func encodeNil() { output.add("null", to: part) }
    func encode(_ value: Bool) { output.add(value ? "true" : "false", to: part) }
    func encode(_ value: String) { output.addQuoted(value, to: part) }
    func encode(_ value: Double) { output.isPlain = false }
    func encode(_ value: Float) { output.isPlain = false }
    func encode(_ value: Int) { output.add(Int64(value), to: part) }
    func encode(_ value: Int8) { output.add(Int64(value), to: part) }
    func encode(_ value: Int16) { output.add(Int64(value), to: part) }
    func encode(_ value: Int32) { output.add(Int64(value), to: part) }
    func encode(_ value: Int64) { output.add(value, to: part) }
    func encode(_ value: UInt) { output.add(String(value), to: part) }
    func encode(_ value: UInt8) { output.add(Int64(value), to: part) }
    func encode(_ value: UInt16) { output.add(Int64(value), to: part) }
    func encode(_ value: UInt32) { output.add(Int64(value), to: part) }
    func encode(_ value: UInt64) { output.add(String(value), to: part) }

    func encode<T: Encodable>(_ value: T) throws {
        if T.self == Date.self, let date = value as? Date {
            output.add(date, to: part)
        } else if T.self == Data.self || T.self == URL.self || T.self == Decimal.self {
            output.isPlain = false
        } else {
            try value.encode(to: self)
        }
    }
}

private struct PlainMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: PlainOutput
    let part: PlainPart

    var codingPath: [any CodingKey] { [] }

    private func member(_ key: Key) -> PlainEncoder {
        let member = PlainPart()
        let name = output.name(key.stringValue, isEntry: Key.self == PlainOutput.entryKey)
        part.members.append(PlainPart.Member(name: name, part: member))
        return PlainEncoder(output: output, part: member)
    }

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { member(key).encode(value) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try member(key).encode(value) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

    func superEncoder() -> any Encoder {
        output.isPlain = false
        return PlainEncoder(output: output, part: PlainPart())
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct PlainElements: UnkeyedEncodingContainer {
    let output: PlainOutput
    let part: PlainPart

    var codingPath: [any CodingKey] { [] }
    var count: Int { part.elements.count }

    private func element() -> PlainEncoder {
        let element = PlainPart()
        part.elements.append(element)
        return PlainEncoder(output: output, part: element)
    }

    func encodeNil() { element().encodeNil() }
    func encode(_ value: Bool) { element().encode(value) }
    func encode(_ value: String) { element().encode(value) }
    func encode(_ value: Double) { element().encode(value) }
    func encode(_ value: Float) { element().encode(value) }
    func encode(_ value: Int) { element().encode(value) }
    func encode(_ value: Int8) { element().encode(value) }
    func encode(_ value: Int16) { element().encode(value) }
    func encode(_ value: Int32) { element().encode(value) }
    func encode(_ value: Int64) { element().encode(value) }
    func encode(_ value: UInt) { element().encode(value) }
    func encode(_ value: UInt8) { element().encode(value) }
    func encode(_ value: UInt16) { element().encode(value) }
    func encode(_ value: UInt32) { element().encode(value) }
    func encode(_ value: UInt64) { element().encode(value) }
    func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    func superEncoder() -> any Encoder {
        output.isPlain = false
        return PlainEncoder(output: output, part: PlainPart())
    }
}
