/// A six-digit password of the terminal, `000000` where none was set. Never shown.
public struct Password: Hashable, Sendable, CustomStringConvertible {
    public static let unset = Password(packed: [0, 0, 0])

    public let packed: [UInt8]

    /// Nil unless these are six decimal digits.
    public init?(_ digits: String) {
        guard digits.utf8.count == 6, let packed = BCD.packing(digits), BCD.number(packed) != nil else { return nil }
        self.packed = packed
    }

    init(packed: [UInt8]) { self.packed = packed }

    public var description: String { "••••••" }
}

/// `06 00`: announces the till and what it takes over (ZVT 13.08 §2.1).
public struct Registration: Hashable, Sendable {
    /// The configuration byte.
    public struct Configuration: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let wePrintPayments = Configuration(rawValue: 0x02)
        public static let wePrintAdministration = Configuration(rawValue: 0x04)
        public static let sendIntermediateStatus = Configuration(rawValue: 0x08)
        public static let noAmountEntryAtTerminal = Configuration(rawValue: 0x10)
        public static let noAdministrationAtTerminal = Configuration(rawValue: 0x20)
        public static let receiptsAsPrintCommands = Configuration(rawValue: 0x80)

        /// BE: a kiosk, where all control and printing is ours and the terminal sends its text.
        public static let kiosk: Configuration = [
            .wePrintPayments, .wePrintAdministration, .sendIntermediateStatus, .noAmountEntryAtTerminal,
            .noAdministrationAtTerminal, .receiptsAsPrintCommands,
        ]
    }

    public var password: Password
    public var configuration: Configuration
    /// ISO 4217 number.
    public var currency: Int?
    public var serviceByte: UInt8?
    public var objects: [TLV]

    public init(
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
        // The currency has no number of its own here; 03 and 06 are no first byte of any ISO 4217 number's BCD
        // that a terminal could mean, since they start the fields that may follow.
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
public struct Authorisation: Hashable, Sendable {
    public static let highestAmount: Int64 = 999_999_999_999
    static let amounts = 0...highestAmount

    public let amountMinor: Int64
    /// ISO 4217 number.
    public var currency: Int?
    /// BMP 19: 44 lets the terminal decide how, and says that our printer is ready.
    public var paymentType: UInt8?
    /// BMP 01: seconds the terminal waits for our answer to `04 0F`.
    public var timeoutSeconds: UInt8?
    /// BMP 02: how often we may answer that the goods are not yet given.
    public var longestWait: UInt8?
    public var objects: [TLV]

    /// Nil when twelve digits cannot say the amount.
    public init?(
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

/// `05 01`: asks for the terminal's state; also the heartbeat of a line at rest (ZVT 13.08 §2.56).
public struct StatusEnquiry: Hashable, Sendable {
    public var password: Password?
    public var serviceByte: UInt8?
    public var objects: [TLV]

    public init(password: Password?, serviceByte: UInt8? = nil, objects: [TLV] = []) {
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

/// `06 20`: the last transaction once more (ZVT 13.08 §2.20).
public struct RepeatReceipt: Hashable, Sendable {
    /// Send the status information, do not print: the read that recovery lives on.
    public static let statusWithoutPrint: UInt8 = 0x03
    /// Send the status information, and print.
    public static let statusWithPrint: UInt8 = 0x01
    /// Print alone.
    public static let printOnly: UInt8 = 0x00

    public var password: Password
    public var serviceByte: UInt8?
    public var objects: [TLV]

    public init(password: Password, serviceByte: UInt8? = nil, objects: [TLV] = []) {
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
