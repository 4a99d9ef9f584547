/// Writes BMPs and leaves out those without content. Traps on programming errors: a number that is not in the table, content
/// of the wrong length.
struct FieldWriter {
    /// The initial capacity: enough for a status information.
    private static let usualLength = 192

    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(Self.usualLength) }

    mutating func put(_ number: UInt8, _ content: [UInt8]?) {
        guard let content else { return }
        put(number) { $0 += content }
    }

    mutating func put(_ number: UInt8, code: UInt8?) {
        guard let code else { return }
        put(number) { $0.append(code) }
    }

    /// Writes a number in as many packed digits as the field has.
    mutating func put(_ number: UInt8, decimal: (some BinaryInteger)?) {
        guard let decimal else { return }
        put(number) { BCD.write(Int64(decimal), count: Self.fixedLength(number), to: &$0) }
    }

    /// Writes packed hexadecimal digits; nothing when they are invalid.
    mutating func put(_ number: UInt8, digits: String?) {
        guard let digits, BCD.isDigits(digits) else { return }
        put(number) { BCD.write(digits, to: &$0) }
    }

    /// Writes text in CP437.
    mutating func put(_ number: UInt8, text: String?) {
        guard let text else { return }
        put(number) { TextEncoding.cp437.write(text, to: &$0) }
    }

    /// Writes text in CP437, cut or padded to the field's length.
    mutating func put(_ number: UInt8, text: String?, filler: UInt8) {
        guard let text else { return }
        put(number) { bytes in
            let end = bytes.count + Self.fixedLength(number)
            TextEncoding.cp437.write(text, to: &bytes)
            bytes.removeLast(max(0, bytes.count - end))
            while bytes.count < end { bytes.append(filler) }
        }
    }

    /// Writes BMP 06; nothing when there are no objects.
    mutating func put(_ objects: [TLV]) {
        guard !objects.isEmpty else { return }
        bytes.append(BMP.container)
        TLV.writeContainer(objects, to: &bytes)
    }

    private mutating func put(_ number: UInt8, _ write: (inout [UInt8]) -> Void) {
        bytes.append(number)
        switch Self.layout(number) {
        case .fixed(let length):
            let end = bytes.count + length
            write(&bytes)
            precondition(bytes.count == end, "field of the wrong length")
        case .twoDigits: putVariable(lengthDigits: 2, write)
        case .threeDigits: putVariable(lengthDigits: 3, write)
        case .container: preconditionFailure("the container is put as objects")
        }
    }

    private mutating func putVariable(lengthDigits: Int, _ write: (inout [UInt8]) -> Void) {
        let start = bytes.count + lengthDigits
        for _ in 0..<lengthDigits { bytes.append(0) }
        write(&bytes)
        var length = bytes.count - start
        for place in (start - lengthDigits..<start).reversed() {
            bytes[place] = 0xF0 | UInt8(length % 10)
            length /= 10
        }
        precondition(length == 0, "field longer than its length can say")
    }

    private static func layout(_ number: UInt8) -> BMP.Layout {
        guard let bmp = BMP.known(number) else { preconditionFailure("no such field") }
        return bmp.layout
    }

    private static func fixedLength(_ number: UInt8) -> Int {
        guard case .fixed(let length) = layout(number) else { preconditionFailure("a field of variable length") }
        return length
    }
}
