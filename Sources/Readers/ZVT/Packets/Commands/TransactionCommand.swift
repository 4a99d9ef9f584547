/// A command about money other than a plain payment: `06 22` to `06 25`, `06 30`, `06 31` (ZVT 13.08 chapter 2).
package struct TransactionCommand: Hashable, Sendable {
    /// The kind of command; its raw value is the control field.
    package enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        case preauthorisation = 0x0622
        /// ZVT's Partial Reversal. Carries the unused amount.
        case partialRelease = 0x0623
        /// Carries the used amount.
        case bookTotal = 0x0624
        /// ZVT's Pre-Authorisation Reversal.
        case release = 0x0625
        case reversal = 0x0630
        case refund = 0x0631

        var hasPassword: Bool {
            switch self {
            case .reversal, .refund: true
            case .preauthorisation, .partialRelease, .bookTotal, .release: false
            }
        }
    }

    package let kind: Kind
    /// Sent by the kinds that have a password, as `000000` when it is nil.
    package var password: Password?
    /// BMP 87: the referenced receipt.
    package var receipt: ReceiptReference?
    package var amountMinor: Int64?
    /// The ISO 4217 number.
    package var currency: Int?
    /// BMP 19.
    package var paymentType: UInt8?
    /// BMP 01: how many seconds the terminal waits for our answer to `04 0F`.
    package var timeoutSeconds: UInt8?
    package var trace: Int?
    /// BMP 3B.
    package var approvalCode: String?
    package var objects: [TLV] = []

    package init(_ kind: Kind) { self.kind = kind }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x87, receipt?.packed)
        fields.put(0x04, decimal: amountMinor)
        fields.put(0x49, decimal: currency)
        fields.put(0x19, code: paymentType)
        fields.put(0x01, code: timeoutSeconds)
        fields.put(0x0B, decimal: trace)
        fields.put(0x3B, text: approvalCode, filler: 0x00)
        fields.put(objects)
        return APDU(kind.rawValue, (kind.hasPassword ? (password ?? .unset).packed : []) + fields.bytes)
    }

    init(_ kind: Kind, _ body: inout TelegramBody) throws(PacketError) {
        self.kind = kind
        if kind.hasPassword { password = try body.password() }
        let fields = try body.fields()
        try fields.requireAgreement(on: [0x04, 0x49, 0x87])
        receipt = try ReceiptReference(fields)
        amountMinor = try fields.decimal(0x04).map(Int64.init)
        currency = try fields.decimal(0x49)
        paymentType = fields.code(0x19)
        timeoutSeconds = fields.code(0x01)
        trace = fields.number(0x0B)
        approvalCode = fields.text(0x3B)
        objects = fields.objects
    }
}
