import Foundation

/// What PHP or a plugin has written before the JSON of an answer: warnings, notices, empty lines. A server that shows its
/// errors does that to every answer; the JSON after it is whole.
enum NoticesBefore {
    /// How far into the body the JSON may begin, in bytes.
    private static let furthest = 65_536

    /// The JSON that the body ends with; nil if there is none, or nothing before it. Only the first place that looks like its
    /// beginning counts, so that no part of an answer that was cut off is taken for the whole.
    static func json(after body: Data) -> JSONValue? {
        guard let first = body.first(where: { !isBlank($0) }), !isBracket(first) else { return nil }
        for place in body.indices.prefix(furthest).dropFirst() where isBracket(body[place]) {
            guard isBeginning(body[body.index(before: place)]), isJSON(body[place], body[(place + 1)...]) else {
                continue
            }
            return try? JSONValue(parsing: Data(body[place...]))
        }
        return nil
    }

    /// Whether a notice may end with this byte: the end of a line, or of an element of HTML.
    private static func isBeginning(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ">") }

    /// Whether what follows a bracket is as in an answer of a shop: an object with members, a list of objects, or nothing in either.
    private static func isJSON(_ bracket: UInt8, _ rest: Data) -> Bool {
        guard let next = rest.first(where: { !isBlank($0) }) else { return false }
        return bracket == UInt8(ascii: "{")
            ? next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
            : next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
    }

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
