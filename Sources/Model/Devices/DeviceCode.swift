/// A code that a device answered: its reason, by which Till acts, and the device's own number, for people and for the
/// journal.
///
/// A bare number in JSON is a code of ZVT: journals have contained them since the first version. The decoder needs the
/// table that explains them (`reasons`); without it only the number is known. A code of a device without numbers is
/// stored as its reason's name.
package struct DeviceCode: Hashable, Codable, Sendable, CustomStringConvertible {
    package let reason: DeviceReason
    /// The number as the device sent it; nil if it has none.
    package let number: UInt8?

    package init(_ reason: DeviceReason, number: UInt8? = nil) {
        self.reason = reason
        self.number = number
    }

    package static let success = DeviceCode(.success, number: 0)

    package var isSuccess: Bool { reason == .success }

    package var description: String { number.map(String.init) ?? reason.rawValue }

    /// Two hexadecimal digits, as terminals and their manuals write it; nil if there is no number.
    package var digits: String? { number.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) } }

    // MARK: Equality, by number alone if there is one

    package static func == (one: DeviceCode, other: DeviceCode) -> Bool {
        one.number == other.number && (one.number != nil || one.reason == other.reason)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        if number == nil { hasher.combine(reason) }
    }

    // MARK: JSON

    /// The key under which a decoder finds a `Reasons`, which explains numbers.
    package static let reasons = CodingUserInfoKey(rawValue: "till.deviceCode.reasons")

    package typealias Reasons = @Sendable (UInt8) -> DeviceReason

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let reason = try? value.decode(DeviceReason.self) {
            self.init(reason)
            return
        }
        let number = try value.decode(UInt8.self)
        let explained = Self.reasons.flatMap { decoder.userInfo[$0] as? Reasons }?(number)
        self.init(explained ?? (number == 0 ? .success : .unexplained), number: number)
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if let number { try value.encode(number) } else { try value.encode(reason) }
    }
}

extension TransactionResult {
    package var isSuccess: Bool { resultCode.isSuccess }
}
