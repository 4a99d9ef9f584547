import Foundation

/// The members of an encoded object as pieces of its text, so that `_fields` needs no decoding.
struct JSONSlices {
    struct Member {
        let name: Substring
        let value: Range<Int>
    }

    private let bytes: [UInt8]
    let members: [Member]

    /// Nil when the text is no object. The text is one that this shop has encoded itself.
    init?(_ bytes: [UInt8]) {
        var scanner = Scanner(bytes: bytes)
        guard let members = scanner.members() else { return nil }
        self.bytes = bytes
        self.members = members
    }

    /// The whole number that a member is; nil when it is none.
    func number(_ name: String) -> Int64? {
        members.first { $0.name == name }.flatMap { Int64(String(decoding: bytes[$0.value], as: UTF8.self)) }
    }

    /// The object with the wanted members only. A name with a point wants a member of a member.
    func picked(_ wanted: [[Substring]]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for member in members {
            let paths = wanted.filter { $0.first == member.name }
            guard !paths.isEmpty else { continue }
            let whole = bytes[member.value]
            let rests = paths.map { Array($0.dropFirst()) }
            var value = Array(whole)
            if !rests.contains([]) {
                // As in WordPress, nothing is wanted of a list's items.
                guard let inner = JSONSlices(value) else { continue }
                value = inner.picked(rests)
            }
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += [UInt8(ascii: "\"")] + Array(member.name.utf8) + [UInt8(ascii: "\""), UInt8(ascii: ":")] + value
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}

private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    mutating func members() -> [JSONSlices.Member]? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var members: [JSONSlices.Member] = []
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            guard let name = string(), take(UInt8(ascii: ":")) else { return nil }
            skipSpace()
            let start = position
            guard skipValue() else { return nil }
            members.append(JSONSlices.Member(name: name[...], value: start..<position))
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? members : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || (9...13).contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func string() -> String? {
        skipSpace()
        let start = position + 1
        guard skipString() else { return nil }
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }

    private mutating func skipString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while position < bytes.count {
            let byte = bytes[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    /// Skips a value: nesting is counted, and what stands in strings does not count.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): guard skipString() else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return true }
                depth -= 1
                position += 1
            case UInt8(ascii: ",") where depth == 0: return true
            default: position += 1
            }
        }
        return depth == 0
    }
}
