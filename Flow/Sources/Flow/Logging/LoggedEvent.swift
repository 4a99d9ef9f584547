/// A kind of log entry: a name that never changes, how much it matters, and a sentence.
///
/// An app declares all of its events in one place, as static members, and logs no others:
///
/// ```swift
/// extension LoggedEvent {
///     static let doorOpened = LoggedEvent("door.opened", .notice, "The door was opened")
/// }
/// ```
public struct LoggedEvent: Hashable, Sendable {
    /// Dotted: `door.opened`.
    public let name: String
    public let level: LogLevel
    /// A sentence for people, without a full stop.
    public let sentence: String
    /// The id by which programs find all entries of one kind in every release: the `MESSAGE_ID` of systemd's journal. Empty
    /// when it is not needed.
    public let messageID: String

    public init(_ name: String, _ level: LogLevel, _ sentence: String, id: String = "") {
        self.name = name
        self.level = level
        self.sentence = sentence
        messageID = id
    }
}
