/// A bounds-checked cursor over bytes that knows its offset in the whole telegram.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.init(bytes, start..<bytes.count)
    }

    /// Traps when the range is outside of the bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    subscript(position: Int) -> UInt8 { bytes[position] }
    var remaining: Int { end - offset }
    var isAtEnd: Bool { offset == end }
    /// The byte that `next` will return; nil at the end.
    var peek: UInt8? { isAtEnd ? nil : bytes[offset] }

    mutating func next() throws(PacketError) -> UInt8 {
        guard !isAtEnd else { throw PacketError(.truncated(missing: 1), at: end) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Skips the next `count` bytes and returns their range.
    mutating func range(_ count: Int) throws(PacketError) -> Range<Int> {
        guard count <= remaining else { throw PacketError(.truncated(missing: count - remaining), at: end) }
        defer { offset += count }
        return offset..<offset + count
    }

    /// A reader for a part of the telegram.
    func inside(_ range: Range<Int>) -> ByteReader { ByteReader(bytes, range) }

    mutating func take(_ count: Int) throws(PacketError) -> [UInt8] {
        Array(bytes[try range(count)])
    }

    mutating func rest() -> [UInt8] {
        defer { offset = end }
        return Array(bytes[offset..<end])
    }
}
