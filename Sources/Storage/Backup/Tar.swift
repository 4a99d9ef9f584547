import Foundation

/// The part of the ustar format that a backup needs: regular files with short names (IEEE Std 1003.1-2017, pax, ustar
/// Interchange Format).
enum Tar {
    /// The size of a header, and what the contents are padded to, in bytes.
    static let block = 512
    /// The largest file: eleven octal digits.
    static let largest: Int64 = 0o777_7777_7777

    struct Entry: Hashable {
        let name: String
        let bytes: Int64
    }

    /// A header for a file that only its owner may read.
    static func header(_ entry: Entry, at time: Date) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
        }
        put(entry.name, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(entry.bytes, digits: 11), at: 124)
        put(octal(Int64(max(0, time.timeIntervalSince1970)), digits: 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        put(octal(Int64(sum(header)), digits: 6) + "\u{0} ", at: 148)
        return header
    }

    /// The entry that a header describes; nil for anything but a regular file in a whole header.
    static func entry(in header: [UInt8]) -> Entry? {
        guard header.count == block, Array(header[257..<262]) == Array("ustar".utf8) else { return nil }
        guard number(header[148..<156]) == Int64(sum(header)), header[156] == UInt8(ascii: "0") || header[156] == 0
        else { return nil }
        // A prefix belongs to a longer name than a backup has.
        guard header[345..<500].allSatisfy({ $0 == 0 }), let bytes = number(header[124..<136]) else { return nil }
        let name = header[..<100].prefix { $0 != 0 }
        guard let text = String(validating: name, as: UTF8.self) else { return nil }
        return Entry(name: text, bytes: bytes)
    }

    /// Two empty blocks end an archive.
    static let end = [UInt8](repeating: 0, count: 2 * block)

    /// The number of bytes after the contents of a file, up to the next block.
    static func padding(after bytes: Int64) -> Int { Int((Int64(block) - bytes % Int64(block)) % Int64(block)) }

    /// The sum of the header's bytes, with blanks in the place of the sum itself.
    private static func sum(_ header: [UInt8]) -> Int {
        header.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 0x20 : Int(header[$1])) }
    }

    private static func octal(_ value: Int64, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        return Int64(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
    }
}
