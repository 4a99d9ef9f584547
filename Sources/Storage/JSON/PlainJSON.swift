import Foundation

/// JSON taken apart into a flat list, without values yet. Only plain JSON: whole numbers, ASCII names without escapes, no
/// name twice in an object. The list serves `PlainJSONDecoder`.
final class PlainJSON {
    enum Kind { case object, array, text, escapedText, number, yes, no, null }

    struct Node {
        let kind: Kind
        /// The bytes of a text without its quotes, or of a number.
        let start: Int
        var end: Int
        /// The index of the node behind this one and all that is in it. The parts of an object are its names, each with its
        /// value behind it.
        var next: Int
    }

    /// Below the nesting that Foundation allows.
    private static let deepest = 64
    /// Numbers with more digits may exceed `Int64`.
    private static let mostDigits = 18

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var nodes: [Node] = []
    private var place = 0

    /// Nil if the bytes are not plain JSON. They must outlive this object.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        nodes.reserveCapacity(bytes.count / 8 + 8)
        guard value(depth: 0), next() == nil else { return nil }
    }

    func text(_ node: Node) -> String? {
        switch node.kind {
        case .text: String(validating: bytes[node.start..<node.end], as: UTF8.self)
        case .escapedText: unescaped(node)
        case .object, .array, .number, .yes, .no, .null: nil
        }
    }

    func number(_ node: Node) -> Int64 {
        var place = node.start
        let isNegative = bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        var number: Int64 = 0
        while place < node.end {
            number = number &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0"))
            place += 1
        }
        return isNegative ? -number : number
    }

    /// The index of the value with this name in an object; nil if there is none.
    func place(of name: String, in object: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            var key = object + 1
            let end = nodes[object].next
            while key < end {
                let node = nodes[key]
                if node.end - node.start == name.count, isSame(node, name) { return key + 1 }
                key = nodes[key + 1].next
            }
            return nil
        }
    }

    private func isSame(_ node: Node, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for place in 0..<name.count where bytes[node.start + place] != name[place] { return false }
        return true
    }

    private func unescaped(_ node: Node) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(node.end - node.start)
        var place = node.start
        while place < node.end {
            if bytes[place] == UInt8(ascii: "\\"), let byte = Self.escaped(bytes[place + 1]) {
                text.append(byte)
                place += 2
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        return String(validating: text, as: UTF8.self)
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

// MARK: - Taking apart

extension PlainJSON {
    /// The next byte that is not white space; it is not taken. Nil at the end.
    private func next() -> UInt8? {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): place += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Takes the next byte that is not white space if it is this one.
    private func take(_ wanted: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: wanted) else { return false }
        place += 1
        return true
    }

    /// Whether a value is taken.
    private func value(depth: Int) -> Bool {
        guard depth < Self.deepest else { return false }
        switch next() {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "t"): return word("true", .yes)
        case UInt8(ascii: "f"): return word("false", .no)
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private func add(_ kind: Kind, from start: Int) {
        nodes.append(Node(kind: kind, start: start, end: place, next: nodes.count + 1))
    }

    private func object(depth: Int) -> Bool {
        let whole = nodes.count
        add(.object, from: place)
        place += 1
        guard !take("}") else { return true }
        while true {
            guard name(in: whole), take(":"), value(depth: depth + 1) else { return false }
            if take("}") { break }
            guard take(",") else { return false }
        }
        nodes[whole].next = nodes.count
        return true
    }

    /// Whether a name is taken that the object does not have yet.
    private func name(in object: Int) -> Bool {
        guard next() == UInt8(ascii: "\""), case let taken = nodes.count, text(), nodes[taken].kind == .text else {
            return false
        }
        let name = UnsafeBufferPointer(rebasing: bytes[nodes[taken].start..<nodes[taken].end])
        guard name.allSatisfy({ $0 < 0x80 }) else { return false }
        var other = object + 1
        while other < taken {
            let node = nodes[other]
            if node.end - node.start == name.count, isSame(node, name) { return false }
            other = nodes[other + 1].next
        }
        return true
    }

    private func array(depth: Int) -> Bool {
        let whole = nodes.count
        add(.array, from: place)
        place += 1
        guard !take("]") else { return true }
        while true {
            guard value(depth: depth + 1) else { return false }
            if take("]") { break }
            guard take(",") else { return false }
        }
        nodes[whole].next = nodes.count
        return true
    }

    private func word(_ word: StaticString, _ kind: Kind) -> Bool {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[place..<end]) }) else { return false }
        add(kind, from: place)
        place = end
        return true
    }

    /// Whether a whole number without a leading zero is taken.
    private func number() -> Bool {
        let start = place
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
        let first = place
        while place < bytes.count, bytes[place] &- UInt8(ascii: "0") <= 9 { place += 1 }
        let count = place - first
        guard 1...Self.mostDigits ~= count, bytes[first] != UInt8(ascii: "0") || count == 1 && first == start else {
            return false
        }
        if place < bytes.count, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[place]) {
            return false
        }
        add(.number, from: start)
        return true
    }

    /// Whether a text in quotes is taken.
    private func text() -> Bool {
        place += 1
        let start = place
        var kind = Kind.text
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                add(kind, from: start)
                place += 1
                return true
            case UInt8(ascii: "\\"):
                guard place + 1 < bytes.count, Self.escaped(bytes[place + 1]) != nil else { return false }
                kind = .escapedText
                place += 2
            case 0..<0x20: return false
            default: place += 1
            }
        }
        return false
    }
}
