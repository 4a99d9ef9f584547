import Foundation

/// Writes JSON with sorted keys, byte for byte as Foundation's encoder does, which takes many times as long. What is not
/// plain (names of other letters than ASCII's, control characters) is left to that encoder.
struct PlainJSONWriter {
    /// The initial capacity: enough for an order.
    private static let usualLength = 2_048

    private var bytes: [UInt8] = []
    private var isPlain = true

    /// The JSON; nil if the value is not plain.
    static func bytes(_ value: JSONValue) -> [UInt8]? {
        var writer = PlainJSONWriter()
        writer.bytes.reserveCapacity(usualLength)
        writer.write(value)
        return writer.isPlain ? writer.bytes : nil
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .integer(let value): write(String(value))
        case .decimal(let value):
            if value.isNaN { isPlain = false }
            write(value.description)
        case .string(let text): quote(text)
        case .array(let elements):
            list(elements, "[", "]") { $0.write($1) }
        case .object(let members):
            list(members.sorted { $0.key < $1.key }, "{", "}") { writer, member in
                if !member.key.utf8.allSatisfy({ $0 < 0x80 }) { writer.isPlain = false }
                writer.quote(member.key)
                writer.write(":")
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], _ first: String, _ last: String, _ write: (inout Self, Element) -> Void
    ) {
        self.write(first)
        for place in elements.indices {
            if place > 0 { self.write(",") }
            write(&self, elements[place])
        }
        self.write(last)
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func quote(_ text: String) {
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        for byte in text.utf8 {
            switch byte {
            case quote, UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): write("\\n")
            case UInt8(ascii: "\r"): write("\\r")
            case UInt8(ascii: "\t"): write("\\t")
            case 0..<0x20: isPlain = false
            default: bytes.append(byte)
            }
        }
        bytes.append(quote)
    }
}
