import Foundation

/// Shows a print stream for `till inspect escpos`.
package enum ESCPOSInspector {
    /// One piece of the stream. The `hex` of all pieces, joined, is the stream.
    package struct Entry: Hashable, Codable, Sendable {
        package let offset: Int
        package let hex: String
        /// A stable name: that of an `Operation`, `text` or `unknown`.
        package let command: String
        /// The command as manuals write it: `GS v 0`.
        package let name: String?
        /// The parameters by name; `data_bytes` counts the bytes behind them.
        package let args: [String: Int]?
        package let text: String?
        /// Real-time requests within the data, in hexadecimal, on which a printer may act; nil when there are none.
        package let realTimeInside: [String]?
        /// True when the stream ended inside the command; otherwise nil.
        package let incomplete: Bool?

        private enum CodingKeys: String, CodingKey {
            case offset, hex, command, name, args, text, incomplete
            case realTimeInside = "real_time_inside"
        }
    }

    package static func entries(
        of bytes: some Sequence<UInt8>, codePages: CodePageMap = .epson, wideText: WideText? = nil
    ) -> [Entry] {
        var decoder = StreamDecoder(codePages: codePages, wideText: wideText)
        return (decoder.decode(bytes) + decoder.finish()).map(entry)
    }

    /// The entries as one JSON document.
    package static func json(_ entries: [Entry]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(entries), as: UTF8.self)
    }

    /// The entries as a table for people; long hex is shortened.
    package static func table(_ entries: [Entry]) -> String {
        entries.map { entry in
            let what =
                entry.text.map { "text  \"\($0)\"" } ?? [entry.command, entry.name ?? ""].joined(separator: "  ")
            let arguments = (entry.args ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let ending = entry.incomplete == true ? ["(cut off by the end)"] : []
            let inside = (entry.realTimeInside ?? []).map { "(a printer may hear \($0))" }
            let words = [offset(entry.offset), shortened(entry.hex), what] + arguments + inside + ending
            return words.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func entry(_ command: PrinterCommand) -> Entry {
        let shape = command.operation.flatMap { _ in CommandTable.shape(of: command.bytes) }
        let (name, text): (String, String?) =
            switch command.content {
            case .text(let text): ("text", text)
            case .known(let operation, _): (operation.rawValue, nil)
            case .unknown: ("unknown", nil)
            }
        return Entry(
            offset: command.offset, hex: command.bytes.map(hex).joined(), command: name,
            name: command.operation.flatMap { _ in CommandTable.notation(of: command.bytes) },
            args: shape.flatMap { arguments(Array(command.parameters), $0) }, text: text,
            realTimeInside: realTimeRequests(within: command),
            incomplete: command.isComplete ? nil : true)
    }

    private static func realTimeRequests(within command: PrinterCommand) -> [String]? {
        let data = command.parameters
        let places = RealTimeSequence.places(in: data)
        guard !places.isEmpty else { return nil }
        return places.map { data.dropFirst($0).prefix(3).map(hex).joined() }
    }

    /// The parameters by name; nil when there are none. Incomplete ones are left out.
    private static func arguments(_ parameters: [UInt8], _ shape: CommandShape) -> [String: Int]? {
        var arguments: [String: Int] = [:]
        var rest = parameters[...]
        let fields = (shape.hasSelector ? [.byte("m")] : []) + shape.fields
        for field in fields where rest.count >= field.size {
            arguments[field.name] = field.value(of: Array(rest.prefix(field.size)))
            rest = rest.dropFirst(field.size)
        }
        for name in shape.inner {
            if let byte = rest.popFirst() { arguments[name] = Int(byte) }
        }
        if !rest.isEmpty { arguments["data_bytes"] = rest.count }
        return arguments.isEmpty ? nil : arguments
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }

    private static func offset(_ value: Int) -> String {
        let digits = String(value)
        return String(repeating: " ", count: max(0, 6 - digits.count)) + digits
    }

    private static func shortened(_ hex: String) -> String {
        let width = 24
        let shown = hex.count > width ? hex.prefix(width - 1) + "…" : hex[...]
        return shown + String(repeating: " ", count: max(0, width - shown.count))
    }
}
