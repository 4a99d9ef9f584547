import Model

/// `06 D1`: one line of text (ZVT 13.08 §3.5). The telegram does not name the character set, so the bytes are kept.
package struct PrintLine: Hashable, Sendable {
    package var attribute: PrintAttribute
    /// The text with card numbers masked; it may contain any byte.
    package var text: [UInt8]
    /// From the objects that card complete's terminals add behind the text.
    package var receiptType: ReceiptType?

    package init(_ attribute: PrintAttribute, _ text: [UInt8] = [], receiptType: ReceiptType? = nil) {
        self.attribute = attribute
        self.text = text
        self.receiptType = receiptType
    }

    private static let trailerHead: [UInt8] = [0x06, 0x04, 0x1F, 0x07, 0x01]
    private static let trailerLength = trailerHead.count + 1

    var apdu: APDU {
        let trailer = receiptType.map { Self.trailerHead + [$0.rawValue] } ?? []
        return APDU(Control.printLine, [attribute.rawValue] + text + trailer)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        attribute = PrintAttribute(rawValue: try body.code())
        let whole = body.bytes[body.reader.offset...]
        let trailer = whole.suffix(Self.trailerLength)
        guard trailer.count == Self.trailerLength, trailer.starts(with: Self.trailerHead) else {
            text = attribute == .feed && whole.count == 1 ? [try body.code()] : try body.text(whole.count)
            return
        }
        receiptType = trailer.last.flatMap(ReceiptType.init)
        text = try body.text(whole.count - Self.trailerLength)
        body.redaction.keep(try body.reader.range(Self.trailerLength))
    }

    package var endsReceipt: Bool { attribute != .feed && attribute.endsReceipt }

    /// How many lines it makes on paper.
    var lineCount: Int { attribute == .feed && text.count <= 1 ? Int(text.first ?? 0) : 1 }

    /// The lines on paper. A bare end mark prints nothing; any other line without text is a line feed.
    package func lines(in encoding: TextEncoding) -> [PrintedLine] {
        if attribute == .feed, text.count <= 1 {
            return Array(repeating: PrintedLine(""), count: Int(text.first ?? 0))
        }
        if endsReceipt, text.isEmpty { return [] }
        return [attribute.line(encoding.decode(text).withoutControls)]
    }
}
