/// `04 FF`: the text or code that the terminal shows (ZVT 13.08 §3.7). It is only progress.
package struct IntermediateStatus: Hashable, Sendable {
    package var code: UInt8
    /// A new T4 in minutes, if there is one. Zero means none.
    package var timeoutMinutes: Int?
    /// Objects, which only the simulated terminal writes.
    package var objects: [TLV]

    /// - Parameter lines: the shown text, in CP437.
    package init(code: UInt8, timeoutMinutes: Int? = nil, lines: [String] = []) {
        self.code = code
        self.timeoutMinutes = timeoutMinutes
        let texts = lines.map { TLV(TLVTag.textLine, TextEncoding.cp437.encode($0)) }
        objects = lines.isEmpty ? [] : [TLV(TLVTag.displayTexts, objects: texts)]
    }

    /// Tag 24: the shown text, line by line; `fallback` is the character set when the telegram names none.
    package func lines(in fallback: TextEncoding) -> [String] {
        let encoding = TextEncoding(objects) ?? fallback
        return objects.filter { $0.tag == TLVTag.displayTexts }.flatMap(\.objects).compactMap { object in
            guard object.tag == TLVTag.textLine, let value = object.value else { return nil }
            return encoding.decode(value).withoutControls
        }
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(objects)
        let timeout = timeoutMinutes.map { BCD.bytes(Int64($0), count: 1) } ?? (objects.isEmpty ? [] : [0])
        return APDU(Control.intermediateStatus, [code] + timeout + fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        code = try body.code()
        timeoutMinutes = nil
        // The timeout is mandatory before a container, but the document's own example leaves it out. If the rest is exactly
        // one container, it is read as one: behind a timeout of 06 minutes no complete field would follow.
        var attempt = body
        if body.reader.peek == BMP.container, let fields = try? attempt.fields(), fields.fields.count == 1 {
            body = attempt
            objects = fields.objects
        } else {
            let minutes = body.reader.isAtEnd ? nil : BCD.number([try body.code()]).map(Int.init)
            timeoutMinutes = minutes == 0 ? nil : minutes
            objects = try body.fields().objects
        }
    }
}

/// `06 0F`: the command has ended (ZVT 13.08 §3.2). After `05 01` it has another layout, which describes the terminal.
package struct Completion: Hashable, Sendable {
    package var resultCode: UInt8?
    /// BMP 19. After a Registration: 01 initialise, 02 diagnose, 10 vending mode.
    package var statusByte: UInt8?
    package var terminalID: String?
    package var currency: Int?
    /// Only in the layout after `05 01`.
    package var softwareVersion: String?
    /// Only in the layout after `05 01`: 00 means ready.
    package var terminalStatus: UInt8?
    package var objects: [TLV]

    package init(
        statusByte: UInt8? = nil, terminalID: String? = nil, currency: Int? = nil, objects: [TLV] = []
    ) {
        self.statusByte = statusByte
        self.terminalID = terminalID
        self.currency = currency
        self.objects = objects
    }

    package init(terminalStatus: UInt8, softwareVersion: String? = nil, objects: [TLV] = []) {
        self.terminalStatus = terminalStatus
        self.softwareVersion = softwareVersion
        self.objects = objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x27, code: resultCode)
        fields.put(0x19, code: statusByte)
        fields.put(0x29, digits: terminalID)
        fields.put(0x49, decimal: currency)
        fields.put(objects)
        guard let terminalStatus else { return APDU(Control.completion, fields.bytes) }
        return APDU(Control.completion, versionBytes + [terminalStatus] + fields.bytes)
    }

    private var versionBytes: [UInt8] {
        guard let softwareVersion else { return [] }
        let text = TextEncoding.cp437.encode(softwareVersion)
        precondition(text.count < 1_000, "software version longer than its length can say")
        return [100, 10, 1].map { 0xF0 | UInt8(text.count / $0 % 10) } + text
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        objects = []
        switch try Self.shape(body) {
        case .fields: try readFields(&body)
        case .status(let hasVersion): try readStatus(&body, hasVersion: hasVersion)
        }
    }

    enum Shape: Hashable {
        case fields
        case status(hasVersion: Bool)
    }

    /// The layout of a completion. A single byte, or a length of three `Fx`, belongs to the status layout; otherwise it is
    /// fields if it can be read as fields.
    static func shape(_ body: TelegramBody) throws(PacketError) -> Shape {
        if body.reader.remaining == 1 { return .status(hasVersion: false) }
        if let first = body.reader.peek, first >= 0xF0, first <= 0xF9 { return .status(hasVersion: true) }
        var asFields = body
        do {
            _ = try asFields.fields()
            return .fields
        } catch {
            var asStatus = body
            _ = try asStatus.code()
            guard (try? asStatus.fields()) != nil else { throw error }
            return .status(hasVersion: false)
        }
    }

    private mutating func readFields(_ body: inout TelegramBody) throws(PacketError) {
        let fields = try body.fields()
        resultCode = fields.code(0x27)
        statusByte = fields.code(0x19)
        terminalID = fields.digits(0x29)
        currency = fields.number(0x49)
        objects = fields.objects
    }

    private mutating func readStatus(_ body: inout TelegramBody, hasVersion: Bool) throws(PacketError) {
        if hasVersion { softwareVersion = TextEncoding.decodeField(try body.version()).withoutControls }
        terminalStatus = try body.code()
        objects = try body.fields().objects
        if let id = objects.value(of: TLVTag.terminalID), id.count == 4 { terminalID = id.hex }
    }
}

extension TelegramBody {
    /// Text with a length of three decimal digits and no BMP number.
    mutating func version() throws(PacketError) -> [UInt8] {
        let start = reader.offset
        let length = try FieldList.decimalLength(3, &reader)
        redaction.keep(start..<reader.offset)
        return try text(length)
    }
}

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
