/// A field of a telegram, called BMP in ZVT, by its number.
struct BMP: Sendable {
    enum Layout: Hashable, Sendable {
        case fixed(Int)
        /// Two length bytes `Fx Fy`.
        case twoDigits
        /// Three length bytes `Fx Fy Fz`.
        case threeDigits
        /// A TLV length, then TLV objects.
        case container
    }

    /// The kind of content, which decides how it is decoded, shown and redacted.
    enum Content: Hashable, Sendable {
        /// Packed digits of a quantity.
        case number
        /// Packed digits of an identifier or a time.
        case digits
        /// One byte with a code.
        case code
        /// A binary number.
        case integer
        /// Characters of the 7-bit ZVT set, with 8-bit ones above it.
        case text
        /// End-of-day totals.
        case totals
        /// A primary account number: only its last four digits are kept.
        case accountNumber
        /// Card data or keys that nobody outside of the terminal needs; erased while decoding.
        case secret
        /// Expiry date, password, and fields that no terminal sends; shown by `inspect` and kept nowhere else.
        case hidden
        case objects
    }

    let number: UInt8
    let layout: Layout
    let content: Content
    /// The field's key in `till inspect`.
    let key: StaticString

    init(_ number: UInt8, _ layout: Layout, _ content: Content, _ key: StaticString) {
        self.number = number
        self.layout = layout
        self.content = content
        self.key = key
    }

    /// The field with this number; nil when no known edition of the protocol has it.
    static func known(_ number: UInt8) -> BMP? { table[Int(number)] }

    static let container: UInt8 = 0x06

    private static let table: [BMP?] = {
        var table = [BMP?](repeating: nil, count: 256)
        for bmp in all { table[Int(bmp.number)] = bmp }
        return table
    }()
}
