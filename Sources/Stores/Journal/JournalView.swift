import Foundation
import Storage

/// A journal row as JSON for programs, independent of how Till is programmed. Keys are snake case, times are RFC 3339
/// in UTC, and the values of a fact that has several kinds stand under the kind's name:
/// `{"nothing_stored":{"code":131}}`. The stored bytes, over which the hash is made, stay as they are.
package enum JournalView {
    /// Nil if Till did not write the row in this form.
    package static func fact(of entry: JournalEntry) -> [UInt8]? {
        FactTranscoder.fact([UInt8](entry.payload), of: Array(entry.kind.utf8))
    }
}

/// Rewrites a fact's JSON as Swift encodes it, in one pass over its bytes. `{"_0":…}`, which is a value without a name,
/// becomes the value, or gets a name if it is one of several. An export may have a million facts, so no strings are
/// made of them.
private struct FactTranscoder {
    /// The names of unnamed values that are not alone, by the key that contains them.
    private static let names: [[UInt8]: [String]] = [
        Array("result".utf8): ["result"], Array("evidence".utf8): ["answer", "finding"],
        Array("operatorSettled".utf8): ["evidence", "outcome"], Array("duplicate".utf8): ["number"],
    ]
    /// The smallest number that is read as milliseconds since 1970; other numbers are smaller.
    private static let firstMoment: Int64 = 100_000_000_000
    private static let deepest = 64

    private let bytes: [UInt8]
    private var place = 0
    private var written: [UInt8] = []
    /// The number of members of the outermost object.
    private var outermost = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        written.reserveCapacity(bytes.count + 64)
    }

    static func fact(_ payload: [UInt8], of kind: [UInt8]) -> [UInt8]? {
        guard payload.first == UInt8(ascii: "{"), payload.last == UInt8(ascii: "}") else { return nil }
        var transcoder = FactTranscoder(payload)
        let name = kind.suffix(while: { $0 != UInt8(ascii: ".") })
        guard transcoder.value(of: name, depth: 0), transcoder.place == payload.count else { return nil }
        return transcoder.withoutName(name)
    }

    /// The fact's JSON without its outermost name, which the row's kind already gives.
    private func withoutName(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        var word: [UInt8] = [UInt8(ascii: "\"")]
        Self.appendSnakeCase(name, to: &word)
        word.append(UInt8(ascii: "\""))
        if written == word { return Array("{}".utf8) }
        guard written.first == UInt8(ascii: "{") else { return nil }
        let head = [UInt8(ascii: "{")] + word + [UInt8(ascii: ":")]
        guard outermost == 1, written.starts(with: head) else { return written }
        return Array(written[head.count...].dropLast())
    }

    // MARK: Reading and writing

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func write(_ character: Unicode.Scalar) { written.append(UInt8(ascii: character)) }

    /// Reads the next value and writes it as Swift encodes it. Returns false if it is no JSON or nested too deeply.
    ///
    /// - Parameter holder: the key of the value.
    private mutating func value(of holder: ArraySlice<UInt8>, depth: Int) -> Bool {
        guard depth < Self.deepest, let first = next else { return false }
        switch first {
        case UInt8(ascii: "{"): return object(of: holder, depth: depth)
        case UInt8(ascii: "["): return list(of: holder, depth: depth)
        case UInt8(ascii: "\""):
            guard let text = text() else { return false }
            written += bytes[text]
            return true
        default: return scalar(of: holder)
        }
    }

    /// The position of a string with its quotation marks; reading continues after it.
    private mutating func text() -> Range<Int>? {
        let start = place
        guard take(UInt8(ascii: "\"")) else { return nil }
        while let byte = next {
            place += 1
            if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { return start..<place }
        }
        return nil
    }

    private mutating func scalar(of holder: ArraySlice<UInt8>) -> Bool {
        let start = place
        while let byte = next, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
            place += 1
        }
        let found = bytes[start..<place]
        guard Self.isScalar(found) else { return false }
        if Self.namesMoment(holder), let moment = Int64(String(decoding: found, as: UTF8.self)),
            moment >= Self.firstMoment
        {
            let text = Date(timeIntervalSince1970: Double(moment / 1_000)).formatted(.iso8601).dropLast()
            // The format style truncates, so a time that is no exact binary fraction would come out a millisecond
            // early.
            written += "\"\(text).\(String(moment % 1_000 + 1_000).dropFirst())Z\"".utf8
        } else {
            written += found
        }
        return true
    }

    /// Whether the bytes are a number, true, false or null.
    private static func isScalar(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "-") || isDigit(first) {
            return bytes.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) }
        }
        return ["true", "false", "null"].contains { bytes.elementsEqual($0.utf8) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Whether the key names a time: `at`, `startedAt`.
    private static func namesMoment(_ key: ArraySlice<UInt8>) -> Bool {
        key.elementsEqual("at".utf8) || key.suffix(2).elementsEqual("At".utf8)
    }

    private mutating func list(of holder: ArraySlice<UInt8>, depth: Int) -> Bool {
        place += 1
        write("[")
        if take(UInt8(ascii: "]")) {
            write("]")
            return true
        }
        var isFirst = true
        repeat {
            if !isFirst { write(",") }
            isFirst = false
            guard value(of: holder, depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        write("]")
        return take(UInt8(ascii: "]"))
    }

    private mutating func object(of holder: ArraySlice<UInt8>, depth: Int) -> Bool {
        let start = written.count
        place += 1
        write("{")
        if take(UInt8(ascii: "}")) {
            write("}")
            return true
        }
        var members = 0
        repeat {
            if members > 0 { write(",") }
            let before = written.count
            guard let key = text(), take(UInt8(ascii: ":")) else { return false }
            let name = bytes[key].dropFirst().dropLast()
            let isBare = name.elementsEqual("_0".utf8)
            appendName(of: name, in: holder)
            let head = written.count
            guard value(of: isBare ? holder : name, depth: depth + 1) else { return false }
            members += 1
            if depth == 0 { outermost = members }
            if members == 1, take(UInt8(ascii: "}")) {
                finishSingle(from: start, before, head, isBare: isBare)
                return true
            }
        } while take(UInt8(ascii: ","))
        write("}")
        return take(UInt8(ascii: "}"))
    }

    /// Ends an object with one member: an unnamed value is written without the object, and a name without values as a
    /// string.
    private mutating func finishSingle(from start: Int, _ before: Int, _ head: Int, isBare: Bool) {
        if isBare {
            written.removeSubrange(start..<head)
        } else if written[head...].elementsEqual("{}".utf8) {
            let name = Array(written[before..<(head - 1)])
            written.replaceSubrange(start..., with: name)
        } else {
            write("}")
        }
    }

    /// Writes the key in quotation marks and a colon.
    private mutating func appendName(of key: ArraySlice<UInt8>, in holder: ArraySlice<UInt8>) {
        write("\"")
        if key.first == UInt8(ascii: "_"), let number = Int(String(decoding: key.dropFirst(), as: UTF8.self)) {
            let names = Self.names[Array(holder), default: []]
            written += (names.indices.contains(number) ? names[number] : "value_\(number)").utf8
        } else {
            Self.appendSnakeCase(key, to: &written)
        }
        write("\"")
        write(":")
    }

    /// The distance from a capital ASCII letter to the small one.
    private static let lowerCase = UInt8(ascii: "a") - UInt8(ascii: "A")

    /// Writes `receiptNumber` as `receipt_number` and `terminalID` as `terminal_id`.
    private static func appendSnakeCase(_ key: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var wasUpper = true
        for byte in key {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isUpper, !wasUpper { bytes.append(UInt8(ascii: "_")) }
            bytes.append(isUpper ? byte + lowerCase : byte)
            wasUpper = isUpper
        }
    }
}

extension [UInt8] {
    /// The longest suffix of bytes that all satisfy the condition.
    fileprivate func suffix(while isMeant: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = lastIndex { !isMeant($0) }.map { $0 + 1 } ?? startIndex
        return self[start...]
    }
}
