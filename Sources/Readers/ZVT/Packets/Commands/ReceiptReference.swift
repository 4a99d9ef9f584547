/// BMP 87 in commands that give `FFFF` a meaning.
package enum ReceiptReference: Hashable, Sendable {
    case number(Int)
    /// `FFFF`: asks which are open, or answers that none is.
    case unnumbered

    static let highestNumber = 9999
    private static let packedUnnumbered: [UInt8] = [0xFF, 0xFF]

    var packed: [UInt8] {
        switch self {
        case .number(let number): BCD.bytes(Int64(number), count: 2)
        case .unnumbered: Self.packedUnnumbered
        }
    }

    /// Nil when the field is absent. Throws `notDecimal` when it is neither a number nor `FFFF`.
    init?(_ fields: FieldList) throws(PacketError) {
        guard let packed = fields.bytes(0x87) else { return nil }
        if packed == Self.packedUnnumbered {
            self = .unnumbered
        } else {
            guard let number = try fields.decimal(0x87) else { return nil }
            self = .number(number)
        }
    }
}
