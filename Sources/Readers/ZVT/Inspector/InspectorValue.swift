/// A value for text and JSON output, with its keys in the order of the telegram.
package indirect enum InspectorValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([InspectorValue])
    case object(InspectorObject)
}

extension InspectorValue {
    /// The value as one line of JSON.
    package var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let object):
            "{" + object.entries.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{00}"..."\u{1F}", "\u{7F}": "\\u00" + UInt8(scalar.value).hex
        default: String(scalar)
        }
    }

    /// The value as indented lines, with control characters replaced by blanks.
    func lines(indent: String) -> [String] {
        switch self {
        case .text(let text): [indent + text.withoutControls]
        case .number(let number): [indent + String(number)]
        case .flag(let flag): [indent + (flag ? "yes" : "no")]
        case .list(let values): values.flatMap { $0.lines(indent: indent) }
        case .object(let object): object.entries.flatMap { Self.lines($0, indent: indent) }
        }
    }

    private static func lines(_ entry: InspectorObject.Entry, indent: String) -> [String] {
        switch entry.value {
        case .text, .number, .flag: [indent + entry.key + ": " + entry.value.lines(indent: "").joined()]
        case .list, .object: [indent + entry.key + ":"] + entry.value.lines(indent: indent + "  ")
        }
    }
}
