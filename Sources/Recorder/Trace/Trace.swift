import Flow
import Foundation
import Model

/// What passed on the lines of one payment, from the first line that served it to the last.
package struct Trace: Hashable, Sendable {
    /// What a trace is of, in its first line.
    package struct Heading: Hashable, Codable, Sendable {
        package let payment: PaymentID
        package let amount: String
        package let currency: String
        /// `approved`; nil while it is not known.
        package let outcome: String?

        package init(payment: PaymentID, amount: String, currency: String, outcome: String?) {
            self.payment = payment
            self.amount = amount
            self.currency = currency
            self.outcome = outcome
        }
    }

    package let heading: Heading?
    package let records: [TraceRecord]
    /// Lines that could not be read: cut off when a process or the power ended, or changed.
    package let unreadable: Int

    package init(_ heading: Heading?, _ records: [TraceRecord], unreadable: Int = 0) {
        self.heading = heading
        self.records = records
        self.unreadable = unreadable
    }

    /// In their order.
    package var sessions: [String] {
        records.reduce(into: []) { known, record in
            if !known.contains(record.session) { known.append(record.session) }
        }
    }

    /// Sessions whose beginning is not there: it was overwritten by newer ones.
    package var beheaded: [String] {
        let opened = Set(records.compactMap { if case .opened = $0.fact { $0.session } else { nil } })
        return sessions.filter { !opened.contains($0) }
    }

    /// Facts that were not kept.
    package var missing: Int {
        records.reduce(0) { if case .missing(let count) = $1.fact { $0 + count } else { $0 } }
    }
}

// MARK: - As a file

extension Trace {
    private struct FirstLine: Codable {
        var k = "trace"
        var v = TraceLine.version
        let of: Heading
    }

    /// JSON lines: the heading, then the records.
    package func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        if let heading, let first = try? encoder.encode(FirstLine(of: heading)) { bytes = Array(first) + [0x0A] }
        return records.reduce(into: bytes) { $0 += TraceLine($1).encoded() }
    }

    /// Reads what `encoded` wrote, or a segment of the ring. Lines that cannot be read are counted.
    ///
    /// Throws `trace.version` for a format of a later release, and `trace.none` where there is no record at all.
    package init(decoding bytes: [UInt8]) throws(Failure) {
        var heading: Heading?
        var records: [TraceRecord] = []
        var unreadable = 0
        for line in bytes.split(separator: 0x0A) {
            if let record = try Self.record(line) {
                records.append(record)
            } else if let first = try? JSONDecoder().decode(FirstLine.self, from: Data(line)) {
                guard first.v == TraceLine.version else { throw .traceVersion(first.v) }
                heading = first.of
            } else {
                unreadable += 1
            }
        }
        guard !records.isEmpty else { throw .noTraceIn }
        self.init(heading, records, unreadable: unreadable)
    }

    static func record(_ line: some Sequence<UInt8>) throws(Failure) -> TraceRecord? {
        guard let line = TraceLine(decoding: line) else { return nil }
        guard line.version ?? TraceLine.version == TraceLine.version else { throw .traceVersion(line.version ?? 0) }
        return line.record
    }
}

extension Failure {
    static func traceVersion(_ version: Int) -> Failure {
        Failure(
            "trace.version", "The trace has format \(version); this release reads \(TraceLine.version).",
            remedy: "use the release of Till that wrote it", recovery: .giveUp)
    }

    static let noTraceIn = Failure(
        "trace.none", "There is no trace in this file.",
        remedy: "write one with `till journal export --trace PAYMENT`", recovery: .giveUp)
}
