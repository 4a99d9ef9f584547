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
        case missing(String)
        /// The telegram is of another or an unknown kind.
        case unknownCommand(UInt16)
    }

    package let reason: Reason
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason in words, without the offset.
    package var sentence: String {
        switch reason {
        case .truncated(let missing): "\(missing) byte\(missing == 1 ? "" : "s") missing"
        case .surplus(let count): "\(count) byte\(count == 1 ? "" : "s") too many"
        case .tooLong(let limit): "longer than the limit of \(limit) bytes"
        case .unknownField(let number): "unknown field \(number.hex), whose length cannot be known"
        case .badVariableLength: "not a variable length (Fx Fy with decimal digits)"
        case .badTLVLength(let byte): "\(byte.hex) is not a TLV length"
        case .badTLVTag: "TLV tag of more than three bytes"
        case .nestedTooDeep(let limit): "TLV objects nested more than \(limit) deep"
        case .notDecimal: "not a decimal digit"
        case .contradiction(let number): "field \(number.hex) came twice with different values"
        case .missing(let what): "\(what) missing"
        case .unknownCommand(let control): "unknown command \(control.hex)"
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
