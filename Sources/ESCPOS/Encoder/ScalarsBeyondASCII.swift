/// The characters beyond ASCII of a text in valid UTF-8.
struct ScalarsBeyondASCII: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate let text: UnsafeBufferPointer<UInt8>
        fileprivate var place: Int
        fileprivate let end: Int

        mutating func next() -> (scalar: Unicode.Scalar, bytes: Range<Int>)? {
            while place < end, text[place] < 0x80 { place += 1 }
            guard place < end else { return nil }
            // The first byte tells by its leading ones how many there are.
            let bytes = place..<place + (~text[place]).leadingZeroBitCount
            var value = UInt32(text[place]) & (0x7F >> UInt32(bytes.count))
            for byte in text[bytes].dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
            place = bytes.upperBound
            return (Unicode.Scalar(value) ?? "\u{FFFD}", bytes)
        }
    }

    private let text: UnsafeBufferPointer<UInt8>
    private let range: Range<Int>

    init(_ text: UnsafeBufferPointer<UInt8>) { self.init(text, in: text.indices) }

    /// - Parameter range: the bytes to look at, which begin and end between characters.
    init(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
        self.text = text
        self.range = range
    }

    func makeIterator() -> Iterator { Iterator(text: text, place: range.lowerBound, end: range.upperBound) }
}
