import Flow
import Readers

/// What a recording says that happens on the line, in its order.
struct ReplayScript: Sendable {
    enum Line: Sendable {
        /// The till says this.
        case till(LinePiece.Content)
        /// The terminal says this, so long after what came before.
        case terminal([UInt8], after: Duration)
        /// The line goes, so long after what came before, and is back after a while; nil: for good.
        case cut(after: Duration, backAfter: Duration?)
    }

    let lines: [Line]
    /// The record each line is from, counted from one.
    let records: [Int]
    let framing: LineFraming

    /// Nil where neither side says anything.
    init?(_ trace: Trace) {
        var lines: [Line] = []
        var records: [Int] = []
        var framing: LineFraming?
        var last: Uptime?
        for (index, record) in trace.records.enumerated() {
            if case .opened(let opening) = record.fact { framing = framing ?? opening.framing }
            if let line = Self.line(record, after: last, framing ?? .serial, in: trace.records[index...]) {
                lines.append(line)
                records.append(index + 1)
            }
            last = record.at
        }
        guard lines.contains(where: \.isSpoken) else { return nil }
        self.lines = lines
        self.records = records
        self.framing = framing ?? .serial
    }

    private static func line(
        _ record: TraceRecord, after last: Uptime?, _ framing: LineFraming, in rest: ArraySlice<TraceRecord>
    ) -> Line? {
        func pause(_ until: Uptime) -> Duration { last.map { max(.zero, until - $0) } ?? .zero }
        switch record.fact {
        case .passed(let piece):
            guard piece.speaker == .terminal else { return .till(piece.content) }
            return .terminal(piece.content.bytes(framing), after: pause(piece.began))
        case .lost:
            let next = rest.dropFirst().first { if case .opened = $0.fact { true } else { false } }
            return .cut(after: pause(record.at), backAfter: next.map { max(.zero, $0.at - record.at) })
        case .opened, .serving, .closed, .missing: return nil
        }
    }
}

extension ReplayScript.Line {
    fileprivate var isSpoken: Bool {
        switch self {
        case .till, .terminal: true
        case .cut: false
        }
    }
}
