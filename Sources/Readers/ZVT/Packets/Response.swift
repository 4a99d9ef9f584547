/// `80 xx` or `84 xx`: the answer to a telegram, which is no telegram of its own and is not answered (ZVT 13.08).
package struct Response: Hashable, Sendable {
    /// Data of a response that is kept in the redacted copy: an amount with its number, no card number.
    static let longestKept = 7

    /// `0x8000`, `0x8483`.
    package let control: UInt16
    package let data: [UInt8]

    /// Traps on a control field that is no response's.
    package init(_ control: UInt16, data: [UInt8] = []) {
        precondition(control >> 8 == 0x80 || control >> 8 == 0x84, "not a response")
        self.control = control
        self.data = data
    }

    /// `80 00`: done.
    package static let positive = Response(0x8000)
    /// `84 66`: processing error. To `04 0F` it makes the terminal reverse.
    package static let processingError = Response(0x8466)
    /// `84 83`: command or field not known.
    package static let notPossible = Response(0x8483)
    /// `84 CC`: the printer cannot take this text.
    package static let printerNotReady = Response(0x84CC)
    /// `84 9C`: goods not yet issued, ask again in two seconds.
    package static let wait = Response(0x849C)

    /// `84 9D`: goods issued for this amount only. Nil when twelve digits cannot say it.
    package static func inPart(amountMinor: Int64) -> Response? {
        guard Authorisation.amounts.contains(amountMinor) else { return nil }
        return Response(0x849D, data: [0x04] + BCD.bytes(amountMinor, count: 6))
    }

    /// APRC: 00 is good, in `84 00` too; otherwise an error code.
    package var code: UInt8 { UInt8(control & 0xFF) }
    package var isPositive: Bool { control >> 8 == 0x80 || code == 0 }

    /// `84 1E` may carry the reason as the end of a command would (`06 1E`): a code and fields.
    private static let refusal: UInt16 = 0x841E
    private static let otherCurrency: UInt8 = 0x6F

    /// Why a command was refused.
    var reason: UInt8 { control == Self.refusal && data.first == Self.otherCurrency ? Self.otherCurrency : code }

    /// The currency that the terminal takes, where it refused another one: its ISO 4217 number (BMP 49).
    var currency: Int? {
        guard reason == Self.otherCurrency, data.count == 4, data[1] == 0x49 else { return nil }
        return BCD.number(data[2...]).map(Int.init)
    }

    var apdu: APDU { APDU(control, data) }

    init(_ control: UInt16, _ body: inout TelegramBody) throws(PacketError) {
        let start = body.reader.offset
        var attempt = body
        if (try? attempt.fields()) != nil {
            // Such as the number of the message that is answered (tag 1F73): kept as any other field.
            body = attempt
        } else {
            let range = try body.reader.range(body.reader.remaining)
            if range.count <= Self.longestKept { body.redaction.keep(range) }
        }
        self.init(control, data: Array(body.bytes[start...]))
    }
}
