/// The card presented to a simulated encrypting reader and its encryption, under a key that only the simulated acquirer
/// has. The encryption protects nothing.
package enum SimulatedCard {
    /// A test number of Visa.
    package static let number: [UInt8] = [0x47, 0x61, 0x73, 0x90, 0x01, 0x01, 0x00, 0x10]
    private static let masked: [UInt8] = [0x47, 0x61, 0xCC, 0xCC, 0xCC, 0xCC, 0x00, 0x10]
    package static let lastDigits = "0010"

    private static let keyTag: [UInt8] = [0xDF, 0xEE, 0x12]
    private static let keyLength = 10
    /// The attribution byte of contactless EMV with everything encrypted (NEO 2 IDG p. 231).
    private static let attribution: UInt8 = 0xC1

    /// The encrypted data of the n-th card.
    static func sealed(_ count: Int) -> [UInt8] {
        let key = Self.key(count)
        return [attribution] + keyTag + [UInt8(keyLength)] + key + open + [0x5A, 0xA1, UInt8(masked.count)] + masked
            + [0x5A, 0xC1, UInt8(number.count)] + mixed(number, with: key)
    }

    /// The encrypted number of the first card.
    package static let sealedNumber = mixed(number, with: key(1))

    /// The data from a reader without a key.
    static let inTheClear = [0x01] + open + [0x5A, UInt8(number.count)] + number

    /// The data that is not sensitive: the cardholder's name and the application.
    private static let open: [UInt8] =
        [0x50, 11] + Array("VISA CREDIT".utf8) + [0x9F, 0x06, 7, 0xA0, 0, 0, 0, 3, 0x10, 0x10]

    /// The last four digits of the encrypted card; nil when the data is damaged.
    static func lastDigits(in sealed: [UInt8]) -> String? {
        guard let key = sealed.firstRange(of: keyTag + [UInt8(keyLength)]),
            let cipher = sealed.firstRange(of: [0x5A, 0xC1, UInt8(number.count)]),
            sealed.count >= cipher.upperBound + number.count, key.upperBound + keyLength <= cipher.lowerBound
        else { return nil }
        let opened = mixed(
            Array(sealed[cipher.upperBound..<cipher.upperBound + number.count]),
            with: Array(sealed[key.upperBound..<key.upperBound + keyLength]))
        return opened == number ? lastDigits : nil
    }

    /// A key serial number with a counter.
    private static func key(_ count: Int) -> [UInt8] {
        [0x62, 0x99, 0x49, 0x01, 0x2C, 0x00, 0x00] + (0..<3).reversed().map { UInt8(count >> (8 * $0) & 0xFF) }
    }

    private static func mixed(_ bytes: [UInt8], with key: [UInt8]) -> [UInt8] {
        let begin = DeviceFrame.checksum(of: key[...])
        var state = UInt16(begin.high) << 8 | UInt16(begin.low)
        return bytes.map { byte in
            state = state &* 25_173 &+ 13_849
            return byte ^ UInt8(state >> 8)
        }
    }
}
