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
