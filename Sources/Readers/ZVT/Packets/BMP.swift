/// A field of a telegram's data, by its number: what BMP means in ZVT.
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

    /// What the content is, which decides how it is read, shown and redacted.
    enum Content: Hashable, Sendable {
        /// Packed digits that count something.
        case number
        /// Packed digits that name something, or a time.
        case digits
        /// One binary byte that is a code.
        case code
        /// Binary, shown as a number.
        case integer
        /// Characters of the 7-bit ZVT set, 8-bit ones above it.
        case text
        /// End-of-day totals.
        case totals
        /// Primary account number: only its last four digits stay.
        case accountNumber
        /// Card or key data nobody outside the terminal needs: erased while decoding.
        case secret
        /// Expiry date, password and what no terminal sends us: shown by `inspect`, kept nowhere else.
        case hidden
        case objects
    }

    let number: UInt8
    let layout: Layout
    let content: Content
    /// Its key in `till inspect`.
    let key: StaticString

    init(_ number: UInt8, _ layout: Layout, _ content: Content, _ key: StaticString) {
        self.number = number
        self.layout = layout
        self.content = content
        self.key = key
    }

    /// The field with this number; nil for one that no edition of the protocol we know has.
    static func known(_ number: UInt8) -> BMP? { table[Int(number)] }

    static let container: UInt8 = 0x06

    private static let table: [BMP?] = {
        var table = [BMP?](repeating: nil, count: 256)
        for bmp in all { table[Int(bmp.number)] = bmp }
        return table
    }()
}
