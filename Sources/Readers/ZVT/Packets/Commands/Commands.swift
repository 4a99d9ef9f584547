/// A six-digit password of the terminal, `000000` if none is set. It is never shown.
package struct Password: Hashable, Sendable, CustomStringConvertible {
    package static let unset = Password(packed: [0, 0, 0])

    package let packed: [UInt8]

    /// Nil unless these are six decimal digits.
    package init?(_ digits: String) {
        guard digits.utf8.count == 6, let packed = BCD.packing(digits), BCD.number(packed) != nil else { return nil }
        self.packed = packed
    }

    init(packed: [UInt8]) { self.packed = packed }

    package var description: String { "••••••" }
}

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

/// `06 01`: takes a payment (ZVT 13.08 §2.2).
package struct Authorisation: Hashable, Sendable {
    package static let highestAmount: Int64 = 999_999_999_999
    static let amounts = 0...highestAmount

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
        guard let amount = try fields.decimal(0x04) else { throw PacketError(.missing("amount"), at: body.bytes.count) }
        amountMinor = Int64(amount)
        currency = try fields.decimal(0x49)
        paymentType = fields.code(0x19)
        timeoutSeconds = fields.code(0x01)
        longestWait = fields.code(0x02)
        objects = fields.objects
    }
}

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

/// `06 20`: asks for the last transaction again (ZVT 13.08 §2.20).
package struct RepeatReceipt: Hashable, Sendable {
    /// Sends the status information without printing: the question that recovery asks.
    package static let statusWithoutPrint: UInt8 = 0x03
    /// Sends the status information and prints.
    package static let statusWithPrint: UInt8 = 0x01
    /// Only prints.
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
