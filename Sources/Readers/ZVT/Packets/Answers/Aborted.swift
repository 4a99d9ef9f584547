/// `06 1E`: the terminal ended the command (ZVT 13.08 §3.3). Some terminals send it empty.
package struct Aborted: Hashable, Sendable {
    package var resultCode: UInt8?
    package var currency: Int?
    package var receipt: ReceiptReference?
    package var objects: [TLV]

    package init(
        resultCode: UInt8?, currency: Int? = nil, receipt: ReceiptReference? = nil, objects: [TLV] = []
    ) {
        self.resultCode = resultCode
        self.currency = currency
        self.receipt = receipt
        self.objects = objects
    }

    var apdu: APDU {
        guard let resultCode else { return APDU(Control.aborted) }
        var fields = FieldWriter()
        fields.put(0x49, decimal: currency)
        fields.put(0x87, receipt?.packed)
        fields.put(objects)
        return APDU(Control.aborted, [resultCode] + fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        resultCode = body.reader.isAtEnd ? nil : try body.code()
        let fields = try body.fields()
        currency = fields.number(0x49)
        receipt = (try? ReceiptReference(fields)) ?? nil
        objects = fields.objects
    }
}
