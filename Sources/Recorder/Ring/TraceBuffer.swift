import Flow

/// Records on their way from the ports to the disk. Bounded: what finds no room is counted, and nobody waits.
struct TraceBuffer {
    static let mostRecords = 4_096
    static let mostBytes = 1 << 20
    /// Sessions whose losses are counted apart.
    static let mostSessions = 64

    private var records: [TraceRecord] = []
    private var bytes = 0
    private var missing: [String: (count: Int, last: Uptime)] = [:]

    /// Whether there was nothing to be written until now.
    mutating func add(_ record: TraceRecord) -> Bool {
        let wasEmpty = records.isEmpty
        guard records.count < Self.mostRecords, bytes + record.weight <= Self.mostBytes else {
            lose([record])
            return false
        }
        records.append(record)
        bytes += record.weight
        return wasEmpty
    }

    /// These could not be kept.
    mutating func lose(_ lost: [TraceRecord]) {
        for record in lost {
            var count = 1
            if case .missing(let former) = record.fact { count = former }
            guard missing[record.session] != nil || missing.count < Self.mostSessions else { continue }
            missing[record.session] = (count + (missing[record.session]?.count ?? 0), record.at)
        }
    }

    /// All that waits, and behind it what is missing.
    mutating func take() -> [TraceRecord] {
        defer { self = TraceBuffer() }
        return records + missing.map { TraceRecord($0.key, at: $0.value.last, .missing($0.value.count)) }
    }
}
