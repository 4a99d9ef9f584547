import Model

/// A telegram's fields, under the keys of `till inspect zvt`.
struct TelegramInspection {
    private var body: TelegramBody
    private let control: UInt16
    private var object = InspectorObject()

    static func fields(of bytes: [UInt8]) throws(PacketError) -> InspectorObject {
        var body = TelegramBody(bytes)
        let header = try body.readHeader()
        var inspection = TelegramInspection(body: body, control: header.control)
        inspection.object.put("ctrl", header.control.hex)
        inspection.object.put("len", .number(Int64(header.dataLength)))
        inspection.object.put("ext_len", .flag(header.isExtended))
        try inspection.readData()
        return inspection.object
    }

    private init(body: TelegramBody, control: UInt16) {
        self.body = body
        self.control = control
    }

    private mutating func readData() throws(PacketError) {
        switch control {
        case 0x8000...0x80FF, 0x8400...0x84FF: readResponse()
        case Control.registration: try readRegistration()
        case Control.intermediateStatus: try readIntermediateStatus()
        case Control.aborted: try readAborted()
        case Control.completion: try readCompletion()
        case Control.printLine: try readPrintLine()
        case 0x0612: try readReprint()
        case 0x06C0: try readCard()
        case 0x0695:
            try readPassword("password")
            try readPassword("new_password")
        case 0x0830: try readCode("language")
        case 0x0840: try readCode("baud_rate")
        case _ where Self.withPassword.contains(control):
            if body.reader.remaining >= 3 { try readPassword("password") }
            try readFields()
        case _ where Self.hasFields(control): try readFields()
        default: readOpaque()
        }
    }

    /// The commands whose data begins with a password.
    private static let withPassword: Set<UInt16> = [
        0x0501, 0x0610, 0x061B, 0x0620, 0x0621, 0x0630, 0x0631, 0x0650, 0x0651, 0x0693,
    ]
    /// The telegrams of known classes whose data is not a list of BMPs.
    private static let opaque: Set<UInt16> = [
        0x06C5, 0x06C6, 0x06D0, 0x06D8, 0x06D9, 0x06DA, 0x06DB, 0x06DD, 0x06E5, 0x06E6,
    ]

    private static func hasFields(_ control: UInt16) -> Bool {
        [0x04, 0x05, 0x06, 0x08].contains(control >> 8) && !opaque.contains(control)
    }
}

// MARK: - Parts before the fields

extension TelegramInspection {
    private mutating func readResponse() {
        let response = Response(control)
        object.put("ack", .flag(response.isPositive))
        object.put("aprc", response.code.hex)
        if readAll(from: body) { return }
        // A refusal may begin with its reason (`84 1E 04 6F 49 09 78`).
        var attempt = body
        guard !response.isPositive, let reason = try? attempt.code() else { return readOpaque() }
        let before = object
        object.put("result_code", reason.hex)
        if !readAll(from: attempt) {
            object = before
            readOpaque()
        }
    }

    /// Reads the rest as fields; returns false when it is not a list of fields.
    private mutating func readAll(from start: TelegramBody) -> Bool {
        var attempt = start
        guard let fields = try? attempt.fields().fields, !fields.isEmpty else { return false }
        for field in fields { object.put(field.bmp.key.description, Self.value(field)) }
        body = attempt
        return true
    }

    private mutating func readOpaque() {
        let data = body.reader.rest()
        if !data.isEmpty { object.put("data", data.hex.lowercased()) }
    }

    private mutating func readPassword(_ key: String) throws(PacketError) {
        object.put(key, BCD.digits(try body.password().packed))
    }

    private mutating func readCode(_ key: String) throws(PacketError) {
        if !body.reader.isAtEnd { object.put(key, try body.code().hex) }
        try readFields()
    }

    private mutating func readRegistration() throws(PacketError) {
        if !body.reader.isAtEnd {
            try readPassword("password")
            object.put("config_byte", try body.code().hex)
        }
        if let next = body.reader.peek, next != 0x03, next != BMP.container {
            object.put("currency", Self.decimal(try body.reader.take(2)))
        }
        try readFields()
    }

    private mutating func readIntermediateStatus() throws(PacketError) {
        object.put("intermediate_status", try body.code().hex)
        var attempt = body
        let isContainerAlone = body.reader.peek == BMP.container && (try? attempt.fields())?.fields.count == 1
        if !isContainerAlone, !body.reader.isAtEnd { object.put("timeout_min_bcd", try body.code().hex) }
        try readFields()
    }

    private mutating func readAborted() throws(PacketError) {
        if !body.reader.isAtEnd { object.put("result_code", try body.code().hex) }
        try readFields()
    }

    private mutating func readCompletion() throws(PacketError) {
        if case .status(let hasVersion) = try Completion.shape(body) {
            if hasVersion { object.put("sw_version", TextEncoding.decodeField(try body.version())) }
            object.put("terminal_status", try body.code().hex)
        }
        try readFields()
    }

    private mutating func readPrintLine() throws(PacketError) {
        let line = try PrintLine(&body)
        object.put("attribute", line.attribute.rawValue.hex)
        if let type = line.receiptType {
            object.put("tlv", .list([Self.value(TLV(TLVTag.receiptType, [type.rawValue]))]))
        }
        object.put("text_cp437", TextEncoding.cp437.decode(line.text))
    }

    private mutating func readReprint() throws(PacketError) {
        try readPassword("password")
        object.put("receipt_from", Self.decimal(try body.reader.take(2)))
        if body.reader.remaining >= 2 { object.put("receipt_to", Self.decimal(try body.reader.take(2))) }
        try readFields()
    }

    private mutating func readCard() throws(PacketError) {
        object.put("timeout_s", .number(Int64(try body.code())))
        try readFields()
    }
}

// MARK: - Fields and objects

extension TelegramInspection {
    private mutating func readFields() throws(PacketError) {
        for field in try body.fields().fields { object.put(field.bmp.key.description, Self.value(field)) }
    }

    private static func value(_ field: Field) -> InspectorValue {
        switch field.bmp.content {
        case .number: decimal(field.content)
        case .digits, .code, .hidden: .text(field.content.hex)
        case .integer: .number(field.content.reduce(0) { $0 << 8 | Int64($1) })
        case .text: .text(TextEncoding.decodeField(field.content.prefix { $0 != 0 }))
        case .totals: .text(field.content.hex.lowercased())
        case .accountNumber: .text(field.content.hex.withoutPadding)
        case .secret: .text("masked")
        case .objects: .list(field.objects.map(value))
        }
    }

    /// The number, or its digits when it is no number, such as FFFF for "no receipt number".
    private static func decimal(_ content: some Collection<UInt8>) -> InspectorValue {
        BCD.number(content).map(InspectorValue.number) ?? .text(content.hex.lowercased())
    }

    private static func value(_ tlv: TLV) -> InspectorValue {
        var object = InspectorObject()
        object.put("tag", tagDigits(tlv.tag))
        switch tlv.content {
        case .objects(let objects): object.put("children", .list(objects.map(value)))
        case .value(let value):
            object.put("value", isSecret(tlv.tag, value) ? "masked" : value.hex.lowercased())
            if printedTexts.contains(tlv.tag) { object.put("text_cp437", TextEncoding.cp437.decode(value)) }
        }
        return .object(object)
    }

    /// Whether to hide a value. Text is masked already; a value that is neither text nor known may be anything.
    private static func isSecret(_ tag: UInt32, _ value: [UInt8]) -> Bool {
        switch TLVTag.known(tag) {
        case .secret: true
        case .plain, nil: CardData.isIn(value)
        case .text, .applicationID, .objects: false
        }
    }

    private static let printedTexts: Set<UInt32> = [0x07, 0x42, 0x44, 0x46, 0x47, 0x1F17]

    private static func tagDigits(_ tag: UInt32) -> String {
        let digits = tag.hex.drop { $0 == "0" }
        return digits.count.isMultiple(of: 2) ? String(digits) : "0" + digits
    }
}
