/// A log entry as a value: the event and its fields.
public struct LogEntry: Hashable, Sendable {
    public let event: LoggedEvent
    public let fields: [LogField]

    public init(_ event: LoggedEvent, _ fields: [LogField] = []) {
        self.event = event
        self.fields = fields
    }

    /// The event's sentence and the words of the fields: `The door was opened: by hand`.
    public var message: String {
        let details = fields.compactMap(\.words)
        return details.isEmpty ? event.sentence : "\(event.sentence): \(details.joined(separator: "; "))"
    }

    /// Name and value of each field.
    public var metadata: [String: String] {
        fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    }
}
