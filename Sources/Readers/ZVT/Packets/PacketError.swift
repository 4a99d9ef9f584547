import Model
import Failures
import Flow

/// Why and where bytes are not a telegram. The offset counts from the telegram's first byte.
package struct PacketError: LayerError, Hashable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The bytes end early.
        case truncated(missing: Int)
        /// Bytes follow the end of the telegram.
        case surplus(Int)
        /// The named limit is exceeded.
        case tooLong(limit: Int)
        /// An unknown BMP, whose length is unknown too.
        case unknownField(UInt8)
        /// A variable length that is not `Fx Fy` or `Fx Fy Fz` with decimal digits.
        case badVariableLength
        /// A TLV length byte of 80, 83 or above.
        case badTLVLength(UInt8)
        /// A TLV tag of more than three bytes.
        case badTLVTag
        /// TLV objects are nested deeper than the limit.
        case nestedTooDeep(limit: Int)
        /// A nibble is not a decimal digit.
        case notDecimal
        /// A field that may occur once occurred twice with different values.
        case contradiction(UInt8)
        /// A mandatory part is missing.
        case missing(Part)
        /// The telegram is of another or an unknown kind.
        case unknownCommand(UInt16)
    }

    /// A mandatory part of a telegram.
    package enum Part: Hashable, Sendable {
        case amount, resultCode, dateAndTime

        fileprivate var name: Sentence {
            switch self {
            case .amount: Sentence("detail.packet.amount")
            case .resultCode: Sentence("detail.packet.resultCode")
            case .dateAndTime: Sentence("detail.packet.dateAndTime")
            }
        }
    }

    package let reason: Reason
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason in words, without the offset.
    package var sentence: Sentence {
        switch reason {
        case .truncated(missing: 1): Sentence("detail.packet.truncatedByOne")
        case .truncated(let missing): Sentence("detail.packet.truncated", ["count": missing])
        case .surplus(1): Sentence("detail.packet.surplusOfOne")
        case .surplus(let count): Sentence("detail.packet.surplus", ["count": count])
        case .tooLong(let limit): Sentence("detail.packet.tooLong", ["most": limit])
        case .unknownField(let number): Sentence("detail.packet.unknownField", ["field": number.hex])
        case .badVariableLength: Sentence("detail.packet.variableLength")
        case .badTLVLength(let byte): Sentence("detail.packet.tlvLength", ["byte": byte.hex])
        case .badTLVTag: Sentence("detail.packet.tlvTag")
        case .nestedTooDeep(let limit): Sentence("detail.packet.nested", ["most": limit])
        case .notDecimal: Sentence("detail.packet.notDecimal")
        case .contradiction(let number): Sentence("detail.packet.contradiction", ["field": number.hex])
        case .missing(let part): Sentence("detail.packet.missing", ["part": part.name])
        case .unknownCommand(let control): Sentence("detail.packet.unknownCommand", ["command": control.hex])
        }
    }

    package var failure: Failure {
        Failure(
            ReaderFailure.malformed, Sentence("failure.reader.malformed", ["sentence": sentence, "offset": offset]),
            recovery: .askOperator)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits in capitals: `0F`, `060F`.
    var hex: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension Collection<UInt8> {
    /// Two capital hexadecimal digits per byte, without separators.
    var hex: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            var end = 0
            for byte in self {
                digits[end] = Self.digit(byte >> 4)
                digits[end + 1] = Self.digit(byte & 0x0F)
                end += 2
            }
            return end
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
