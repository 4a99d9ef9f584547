import Flow

/// Records on their way from the lines to the disk. It is bounded: records that find no room are counted, and nobody waits.
struct TraceBuffer {
    static let mostRecords = 4_096
    static let mostBytes = 1 << 20
    /// For how many sessions losses are counted separately.
    static let mostSessions = 64

    private var records: [TraceRecord] = []
    private var bytes = 0
    private var missing: [String: (count: Int, last: Uptime)] = [:]

    /// Adds a record. Returns whether the buffer was empty before.
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

    /// Counts records that could not be written.
    mutating func lose(_ lost: [TraceRecord]) {
        for record in lost {
            var count = 1
            if case .missing(let former) = record.fact { count = former }
            guard missing[record.session] != nil || missing.count < Self.mostSessions else { continue }
            missing[record.session] = (count + (missing[record.session]?.count ?? 0), record.at)
        }
    }

    /// Takes out all waiting records, followed by the counts of lost ones.
    mutating func take() -> [TraceRecord] {
        defer { self = TraceBuffer() }
        return records + missing.map { TraceRecord($0.key, at: $0.value.last, .missing($0.value.count)) }
    }
}
