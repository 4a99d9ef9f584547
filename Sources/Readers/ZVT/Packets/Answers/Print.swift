import Model

/// The attributes of a printed line, including whether it is the last (ZVT 13.08 §3.5).
package struct PrintAttribute: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let normal = PrintAttribute(rawValue: 0x00)
    package static let centred = PrintAttribute(rawValue: 0x40)
    package static let lastLine = PrintAttribute(rawValue: 0x81)
    /// In `06 D1`: no text; the next byte is a number of line feeds.
    package static let feed = PrintAttribute(rawValue: 0xFF)

    /// Bit 80 with any other bit ends the receipt. 80 alone is a normal line.
    package var endsReceipt: Bool { rawValue > 0x80 }

    /// A line with these attributes. With bit 80 set, the other bits say nothing about the look.
    package func line(_ text: String) -> PrintedLine {
        guard rawValue < 0x80 else { return PrintedLine(text) }
        return PrintedLine(
            text, centred: rawValue & 0x40 != 0, doubleWidth: rawValue & 0x20 != 0,
            doubleHeight: rawValue & 0x10 != 0, indent: Int(rawValue & 0x0F))
    }
}

/// The receiver of a text: tag 1F07.
package enum ReceiptType: UInt8, Hashable, Sendable {
    case merchant = 1
    case customer = 2
    case administration = 3

    package var copy: ReceiptCopy? {
        switch self {
        case .merchant: .merchant
        case .customer: .customer
        case .administration: nil
        }
    }

    init?(_ objects: [TLV]) {
        guard let first = objects.value(of: TLVTag.receiptType)?.first else { return nil }
        self.init(rawValue: first)
    }
}

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

/// `06 D3`: the lines of a receipt or of a part of one (ZVT 13.08 §3.6).
package struct PrintTextBlock: Hashable, Sendable {
    /// One object of tag 25.
    package enum Element: Hashable, Sendable {
        /// The attributes of the following lines.
        case attribute(PrintAttribute)
        /// A line with card numbers masked, in the character set of the block or the registration.
        case line([UInt8])
    }

    package var receiptType: ReceiptType?
    /// Tag 1F37: 01 positive, 02 with signature field, 04 negative, 80 must be printed.
    package var information: UInt8?
    /// The character set of tag 14 in this block.
    package var encoding: TextEncoding?
    package var elements: [Element]
    private var declaredEncoding: UInt8?

    package init(
        receiptType: ReceiptType?, information: UInt8? = nil, characterSet: UInt8? = nil, elements: [Element]
    ) {
        self.receiptType = receiptType
        self.information = information
        self.elements = elements
        declaredEncoding = characterSet
        encoding = characterSet.flatMap(TextEncoding.init(tag14:))
    }

    var apdu: APDU {
        var objects: [TLV] = []
        if let receiptType { objects.append(TLV(TLVTag.receiptType, [receiptType.rawValue])) }
        if let information { objects.append(TLV(TLVTag.receiptInformation, [information])) }
        if let declaredEncoding { objects.append(TLV(TLVTag.characterSet, [declaredEncoding])) }
        objects.append(TLV(TLVTag.printTexts, objects: elements.map(\.object)))
        var fields = FieldWriter()
        fields.put(objects)
        return APDU(Control.printTextBlock, fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        let objects = try body.fields().objects
        receiptType = ReceiptType(objects)
        information = objects.value(of: TLVTag.receiptInformation)?.first
        declaredEncoding = objects.value(of: TLVTag.characterSet)?.first
        encoding = TextEncoding(objects)
        elements = objects.filter { $0.tag == TLVTag.printTexts }.flatMap(\.objects).compactMap(Element.init)
    }

    package var endsReceipt: Bool {
        elements.contains { if case .attribute(let attribute) = $0 { attribute.endsReceipt } else { false } }
    }

    /// How many lines it makes on paper.
    var lineCount: Int { elements.count { if case .line = $0 { true } else { false } } }

    /// The lines on paper; `fallback` is the character set when the block names none.
    package func lines(in fallback: TextEncoding) -> [PrintedLine] {
        var attribute = PrintAttribute.normal
        var lines: [PrintedLine] = []
        for element in elements {
            switch element {
            case .attribute(let next): attribute = next
            case .line(let text):
                lines.append(attribute.line((encoding ?? fallback).decode(text).withoutControls))
            }
        }
        return lines
    }
}

extension PrintTextBlock.Element {
    var object: TLV {
        switch self {
        case .attribute(let attribute): TLV(TLVTag.attribute, [attribute.rawValue])
        case .line(let text): TLV(TLVTag.textLine, text)
        }
    }

    init?(_ object: TLV) {
        guard let value = object.value else { return nil }
        switch object.tag {
        case TLVTag.textLine: self = .line(value)
        case TLVTag.attribute:
            guard let first = value.first else { return nil }
            self = .attribute(PrintAttribute(rawValue: first))
        default: return nil
        }
    }
}
