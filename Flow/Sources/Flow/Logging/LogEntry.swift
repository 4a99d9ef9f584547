/// One thing that happened, as a value: what it was, and whom it is about.
public struct LogEntry: Hashable, Sendable {
    public let event: LoggedEvent
    public let fields: [LogField]

    public init(_ event: LoggedEvent, _ fields: [LogField] = []) {
        self.event = event
        self.fields = fields
    }

    /// The event's sentence, and what the fields say: `The door was opened: by hand`.
    public var message: String {
        let details = fields.compactMap(\.words)
        return details.isEmpty ? event.sentence : "\(event.sentence): \(details.joined(separator: "; "))"
    }

    /// Name and value of each field.
    public var metadata: [String: String] {
        fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    }
}
