import Flow
import Foundation
import Readers

/// The events of a recorded line, in order.
struct ReplayScript: Sendable {
    enum Line: Sendable {
        /// The till sends this.
        case till(LinePiece.Content)
        /// The terminal sends this after a pause; `wall` is the recorded wall-clock time, if known.
        case terminal(LinePiece.Content, wall: Date?, after: Duration)
        /// The till connects. Only connections can be waited for: a tty does not report being opened.
        case connecting
        /// The line is cut after a pause and returns later; nil for never.
        case cut(after: Duration, backAfter: Duration?)
    }

    let lines: [Line]
    /// The number of the record of each event, counted from one.
    let records: [Int]
    let framing: LineFraming

    /// Nil when neither side sends anything.
    init?(_ trace: Trace) {
        var lines: [Line] = []
        var records: [Int] = []
        var opened: (at: Uptime, opening: TraceRecord.Opening)?
        var framing: LineFraming?
        var last: Uptime?
        for (index, record) in trace.records.enumerated() {
            if case .opened(let opening) = record.fact {
                opened = (record.at, opening)
                framing = framing ?? opening.framing
            }
            let wall = opened.map { $0.opening.wall + (record.at - $0.at) / .seconds(1) }
            if let line = Self.line(record, wall: wall, after: last, before: trace.records[(index + 1)...]) {
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
        _ record: TraceRecord, wall: Date?, after last: Uptime?, before rest: ArraySlice<TraceRecord>
    ) -> Line? {
        func pause(_ until: Uptime) -> Duration { last.map { max(.zero, until - $0) } ?? .zero }
        switch record.fact {
        case .passed(let piece):
            guard piece.speaker == .terminal else { return .till(piece.content) }
            return .terminal(piece.content, wall: wall, after: pause(piece.began))
        case .lost:
            let next = rest.first { if case .opened = $0.fact { true } else { false } }
            return .cut(after: pause(record.at), backAfter: next.map { max(.zero, $0.at - record.at) })
        case .opened(let opening): return opening.framing == .stream ? .connecting : nil
        case .serving, .closed, .missing: return nil
        }
    }
}

extension ReplayScript.Line {
    fileprivate var isSpoken: Bool {
        switch self {
        case .till, .terminal: true
        case .connecting, .cut: false
        }
    }
}
