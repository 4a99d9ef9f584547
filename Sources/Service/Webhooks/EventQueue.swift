import Flow
import Model
import Storage

/// Finds in the journal what an endpoint is to be told next.
struct EventQueue {
    struct Event: Hashable {
        /// The entry's number.
        let id: Int64
        let kind: String
        let body: [UInt8]
        /// The number of the last entry that the endpoint knows after this one.
        let through: Int64
    }

    enum Next: Hashable {
        case tell(Event)
        /// Nothing up to this entry is for the endpoint.
        case skip(through: Int64)
    }

    /// The most entries that are read at once.
    private static let batch = 100

    let storage: any StorageManagerType

    /// Nil if the endpoint knows everything.
    func next(for endpoint: EventEndpoint, _ progress: EndpointProgress) throws(Failure) -> Next? {
        try storage.reading { reader in
            for event in progress.again {
                let entry = try reader.journalEntries(from: event, limit: 1).first
                guard let entry, entry.sequence == event else {
                    return .tell(Self.reset(event, through: progress.last))
                }
                return .tell(Self.event(entry))
            }
            let head = try reader.journalHead().sequence
            guard progress.last <= head else { return .tell(Self.reset(head, through: head)) }
            let entries = try reader.journalEntries(from: progress.last + 1, limit: Self.batch)
            guard let first = entries.first else { return nil }
            if first.sequence > progress.last + 1 {
                return .tell(Self.reset(first.sequence - 1, through: first.sequence - 1))
            }
            if let wanted = entries.first(where: { endpoint.wants($0.kind) }) { return .tell(Self.event(wanted)) }
            return entries.count == Self.batch ? .skip(through: first.sequence + Int64(Self.batch) - 1) : nil
        }
    }

    private static func event(_ entry: JournalEntry) -> Event {
        var body: [UInt8] = []
        EntryLine.appendDocument(entry, to: &body)
        return Event(id: entry.sequence, kind: entry.kind, body: body, through: entry.sequence)
    }

    /// Says that entries are not in the journal any more, as the stream of events does.
    private static func reset(_ id: Int64, through last: Int64) -> Event {
        Event(
            id: id, kind: EventKinds.reset, body: Array(#"{"kind":"reset","sequence":\#(id)}"#.utf8), through: last)
    }
}
