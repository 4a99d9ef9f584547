/// `05 01`: asks for the terminal's status; also the heartbeat of an idle line (ZVT 13.08 §2.56).
package struct StatusEnquiry: Hashable, Sendable {
    package var password: Password?
    package var serviceByte: UInt8?
    package var objects: [TLV]

    package init(password: Password?, serviceByte: UInt8? = nil, objects: [TLV] = []) {
        self.password = password
        self.serviceByte = serviceByte
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x03, code: serviceByte)
        fields.put(objects)
        return APDU(Control.statusEnquiry, (password?.packed ?? []) + fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        password = body.reader.isAtEnd ? nil : try body.password()
        let fields = try body.fields()
        serviceByte = fields.code(0x03)
        objects = fields.objects
    }
}
