/// `06 0F`: the command has ended (ZVT 13.08 §3.2). After `05 01` it has another layout, which describes the terminal.
package struct Completion: Hashable, Sendable {
    package var resultCode: UInt8?
    /// BMP 19. After a Registration: 01 initialise, 02 diagnose, 10 vending mode.
    package var statusByte: UInt8?
    package var terminalID: String?
    package var currency: Int?
    /// The software's version, which only the layout after `05 01` has.
    package var softwareVersion: String?
    /// The terminal's status, which only the layout after `05 01` has: 00 means ready.
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

    /// The fields of a completion after any command but `05 01` (ZVT 13.08 §3.2). None of their numbers is a terminal's status.
    private static let ownFields: Set<UInt8> = [0x27, 0x0C, 0xAA, 0x19, 0x29, 0x49, BMP.container]

    /// The layout of a completion. A single byte, a length of three `Fx`, or a byte before nothing but objects belongs to the
    /// status layout. Otherwise it is fields if it can be read as fields.
    static func shape(_ body: TelegramBody) throws(PacketError) -> Shape {
        guard let first = body.reader.peek else { return .fields }
        if body.reader.remaining == 1 { return .status(hasVersion: false) }
        if first >= 0xF0, first <= 0xF9 { return .status(hasVersion: true) }
        var (asFields, asStatus) = (body, body)
        if ownFields.contains(first) {
            _ = try asFields.fields()
            return .fields
        }
        _ = try asStatus.code()
        let afterStatus = try? asStatus.fields()
        if let afterStatus, afterStatus.fields.allSatisfy({ $0.bmp.number == BMP.container }) {
            return .status(hasVersion: false)
        }
        do { _ = try asFields.fields() } catch {
            guard afterStatus != nil else { throw error }
            return .status(hasVersion: false)
        }
        return .fields
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
