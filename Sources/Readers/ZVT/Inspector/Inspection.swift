/// One decoded telegram.
package struct Inspection: Hashable, Sendable {
    package let framing: ZVTInspector.Framing
    /// Whether the checksum of a serial block is correct; nil for a bare telegram, ACK and NAK.
    package let checksumIsGood: Bool?
    package let fields: InspectorObject

    /// `{"framing","crc_ok"?,"fields":{…}}`.
    package var value: InspectorValue {
        var object = InspectorObject()
        object.put("framing", framing.rawValue)
        if let checksumIsGood { object.put("crc_ok", .flag(checksumIsGood)) }
        object.put("fields", .object(fields))
        return .object(object)
    }

    package var json: String { value.json }

    /// The telegram for people: its name, then one field per line.
    package var text: String {
        let name = ControlNames.name(of: fields)
        let checksum = checksumIsGood == false ? ["  checksum wrong"] : []
        return ([name] + checksum + InspectorValue.object(fields).lines(indent: "  ")).joined(separator: "\n")
    }
}
