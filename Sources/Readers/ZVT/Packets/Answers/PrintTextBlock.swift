import Model

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
