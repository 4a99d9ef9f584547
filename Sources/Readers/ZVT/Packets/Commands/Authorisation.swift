import Model

/// `06 01`: takes a payment (ZVT 13.08 §2.2).
package struct Authorisation: Hashable, Sendable {
    static let amounts = 0...Money.mostMinorUnits

    package let amountMinor: Int64
    /// The ISO 4217 number.
    package var currency: Int?
    /// BMP 19: 44 lets the terminal decide how, and says that the till's printer is ready.
    package var paymentType: UInt8?
    /// BMP 01: how many seconds the terminal waits for our answer to `04 0F`.
    package var timeoutSeconds: UInt8?
    /// BMP 02: how often we may answer that the goods are not given yet.
    package var longestWait: UInt8?
    package var objects: [TLV]

    /// Nil when the amount does not fit into twelve digits.
    package init?(
        amountMinor: Int64, currency: Int? = nil, paymentType: UInt8? = nil, timeoutSeconds: UInt8? = nil,
        longestWait: UInt8? = nil, objects: [TLV] = []
    ) {
        guard Self.amounts.contains(amountMinor) else { return nil }
        self.amountMinor = amountMinor
        self.currency = currency
        self.paymentType = paymentType
        self.timeoutSeconds = timeoutSeconds
        self.longestWait = longestWait
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x04, decimal: amountMinor)
        fields.put(0x49, decimal: currency)
        fields.put(0x19, code: paymentType)
        fields.put(0x01, code: timeoutSeconds)
        fields.put(0x02, code: longestWait)
        fields.put(objects)
        return APDU(Control.authorisation, fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        let fields = try body.fields()
        try fields.requireAgreement(on: [0x04, 0x49])
        guard let amount = try fields.decimal(0x04) else { throw PacketError(.missing(.amount), at: body.bytes.count) }
        amountMinor = Int64(amount)
        currency = try fields.decimal(0x49)
        paymentType = fields.code(0x19)
        timeoutSeconds = fields.code(0x01)
        longestWait = fields.code(0x02)
        objects = fields.objects
    }
}
