/// A command with an optional password and objects: `06 10`, `06 50`, `06 70`, `06 93` (ZVT 13.08 chapter 2).
package struct AdministrationCommand: Hashable, Sendable {
    /// The kind of command; its raw value is the control field.
    package enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        case turnoverTotals = 0x0610
        case endOfDay = 0x0650
        case diagnosis = 0x0670
        case initialisation = 0x0693

        var hasPassword: Bool {
            switch self {
            case .turnoverTotals, .endOfDay, .initialisation: true
            case .diagnosis: false
            }
        }
    }

    package let kind: Kind
    /// Sent by the kinds that have a password, as `000000` when it is nil.
    package var password: Password?
    package var objects: [TLV]

    package init(_ kind: Kind, password: Password? = nil, objects: [TLV] = []) {
        self.kind = kind
        self.password = password
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(objects)
        return APDU(kind.rawValue, (kind.hasPassword ? (password ?? .unset).packed : []) + fields.bytes)
    }

    init(_ kind: Kind, _ body: inout TelegramBody) throws(PacketError) {
        self.kind = kind
        password = kind.hasPassword ? try body.password() : nil
        objects = try body.fields().objects
    }
}
