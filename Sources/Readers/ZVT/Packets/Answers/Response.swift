/// `80 xx` or `84 xx`: the response to a telegram, which is not answered itself (ZVT 13.08).
package struct Response: Hashable, Sendable {
    /// The most data of a response in the redacted copy: enough for an amount, too short for a card number.
    static let longestKept = 7

    /// `0x8000`, `0x8483`.
    package let control: UInt16
    package let data: [UInt8]

    /// Traps when the control field is not a response's.
    package init(_ control: UInt16, data: [UInt8] = []) {
        precondition(control >> 8 == 0x80 || control >> 8 == 0x84, "not a response")
        self.control = control
        self.data = data
    }

    /// `80 00`: done.
    package static let positive = Response(0x8000)
    /// `84 66`: processing error. In answer to `04 0F` it makes the terminal reverse.
    package static let processingError = Response(0x8466)
    /// `84 83`: command or field not known.
    package static let notPossible = Response(0x8483)
    /// `84 CC`: the printer cannot take this text.
    package static let printerNotReady = Response(0x84CC)
    /// `84 9C`: goods not given yet; ask again in two seconds.
    package static let wait = Response(0x849C)

    /// `84 9D`: goods given for this amount only. Nil when it does not fit into twelve digits.
    package static func inPart(amountMinor: Int64) -> Response? {
        guard Authorisation.amounts.contains(amountMinor) else { return nil }
        return Response(0x849D, data: [0x04] + BCD.bytes(amountMinor, count: 6))
    }

    /// APRC: 00 is good, in `84 00` too; anything else is an error code.
    package var code: UInt8 { UInt8(control & 0xFF) }
    package var isPositive: Bool { control >> 8 == 0x80 || code == 0 }

    /// `84 1E` may carry the reason in the form of `06 1E`: a code and fields.
    private static let refusal: UInt16 = 0x841E
    private static let otherCurrency: UInt8 = 0x6F

    /// The code of a refusal.
    var reason: UInt8 { control == Self.refusal && data.first == Self.otherCurrency ? Self.otherCurrency : code }

    /// The currency that the terminal takes when it refused another one: its ISO 4217 number (BMP 49).
    var currency: Int? {
        guard reason == Self.otherCurrency, data.count == 4, data[1] == 0x49 else { return nil }
        return BCD.number(data[2...]).map(Int.init)
    }

    var apdu: APDU { APDU(control, data) }

    init(_ control: UInt16, _ body: inout TelegramBody) throws(PacketError) {
        let start = body.reader.offset
        var attempt = body
        if (try? attempt.fields()) != nil {
            // Fields such as the number of the answered message (tag 1F73) are kept like any other field.
            body = attempt
        } else {
            let range = try body.reader.range(body.reader.remaining)
            if range.count <= Self.longestKept { body.redaction.keep(range) }
        }
        self.init(control, data: Array(body.bytes[start...]))
    }
}
