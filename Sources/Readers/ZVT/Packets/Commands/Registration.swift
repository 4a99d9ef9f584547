/// `06 00`: registers the till and the tasks that it takes over (ZVT 13.08 §2.1).
package struct Registration: Hashable, Sendable {
    /// The configuration byte.
    package struct Configuration: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let wePrintPayments = Configuration(rawValue: 0x02)
        package static let wePrintAdministration = Configuration(rawValue: 0x04)
        package static let sendIntermediateStatus = Configuration(rawValue: 0x08)
        package static let noAmountEntryAtTerminal = Configuration(rawValue: 0x10)
        package static let noAdministrationAtTerminal = Configuration(rawValue: 0x20)
        package static let receiptsAsPrintCommands = Configuration(rawValue: 0x80)

        /// BE: a kiosk. The till controls everything and prints; the terminal sends its text.
        package static let kiosk: Configuration = [
            .wePrintPayments, .wePrintAdministration, .sendIntermediateStatus, .noAmountEntryAtTerminal,
            .noAdministrationAtTerminal, .receiptsAsPrintCommands,
        ]

        /// BC: as `kiosk`, but the terminal prints the receipts of payments by itself. Those of its end of day are the till's.
        package static let printingTerminal = kiosk.subtracting(.wePrintPayments)
    }

    package var password: Password
    package var configuration: Configuration
    /// The ISO 4217 number.
    package var currency: Int?
    package var serviceByte: UInt8?
    package var objects: [TLV]

    package init(
        password: Password, configuration: Configuration, currency: Int?, serviceByte: UInt8? = nil,
        objects: [TLV] = []
    ) {
        self.password = password
        self.configuration = configuration
        self.currency = currency
        self.serviceByte = serviceByte
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x03, code: serviceByte)
        fields.put(objects)
        let currencyBytes = currency.map { BCD.bytes(Int64($0), count: 2) } ?? []
        return APDU(
            Control.registration, password.packed + [configuration.rawValue] + currencyBytes + fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        password = try body.password()
        configuration = Configuration(rawValue: try body.code())
        // The currency has no BMP number here. 03 and 06 begin the fields that may follow, and are not the first BCD byte of
        // any ISO 4217 number in use.
        if let next = body.reader.peek, next != 0x03, next != BMP.container {
            let range = try body.reader.range(2)
            body.redaction.keep(range)
            currency = BCD.number(body.bytes[range]).map(Int.init)
        }
        let fields = try body.fields()
        serviceByte = fields.code(0x03)
        objects = fields.objects
    }
}
