/// `06 20`: asks for the last transaction again (ZVT 13.08 §2.20).
package struct RepeatReceipt: Hashable, Sendable {
    /// Sends the status information without printing: the question that recovery asks.
    package static let statusWithoutPrint: UInt8 = 0x03
    /// Sends the status information and prints.
    package static let statusWithPrint: UInt8 = 0x01
    /// The service byte by which the terminal prints the receipt and tells nothing.
    package static let printOnly: UInt8 = 0x00

    package var password: Password
    package var serviceByte: UInt8?
    package var objects: [TLV]

    package init(password: Password, serviceByte: UInt8? = nil, objects: [TLV] = []) {
        self.password = password
        self.serviceByte = serviceByte
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x03, code: serviceByte)
        fields.put(objects)
        return APDU(Control.repeatReceipt, password.packed + fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        password = try body.password()
        let fields = try body.fields()
        serviceByte = fields.code(0x03)
        objects = fields.objects
    }
}
