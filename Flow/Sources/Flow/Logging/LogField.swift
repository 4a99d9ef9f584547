/// What a log entry is about: a name and a value, and perhaps words for the entry's message.
///
/// An app declares its fields in one place, as static functions; what must not be logged is removed there:
///
/// ```swift
/// extension LogField {
///     static func door(_ number: Int) -> LogField { LogField("DOOR", String(number)) }
/// }
/// ```
public struct LogField: Hashable, Sendable {
    /// The name in capitals and underscores, as in systemd's journal (systemd.journal-fields(7)): `DOOR`.
    public let name: String
    public let value: String
    /// Words for the message; nil for none.
    public let words: String?

    public init(_ name: String, _ value: String, says words: String? = nil) {
        self.name = name
        self.value = value
        self.words = words
    }
}
