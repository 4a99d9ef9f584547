import Failures
import Flow
import Foundation
import Model

/// The recorded traffic of one payment, on all lines that served it.
package struct Trace: Hashable, Sendable {
    /// The first line of a trace, which describes the payment.
    package struct Heading: Hashable, Codable, Sendable {
        package let payment: PaymentID
        package let amount: String
        package let currency: String
        /// The outcome, such as `approved`; nil while it is not known.
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
    /// How many lines could not be read because they were cut off or changed.
    package let unreadable: Int

    package init(_ heading: Heading?, _ records: [TraceRecord], unreadable: Int = 0) {
        self.heading = heading
        self.records = records
        self.unreadable = unreadable
    }

    /// The sessions in their order.
    package var sessions: [String] {
        records.reduce(into: []) { known, record in
            if !known.contains(record.session) { known.append(record.session) }
        }
    }

    /// Sessions whose beginning was overwritten by newer records.
    package var beheaded: [String] {
        let opened = Set(records.compactMap { if case .opened = $0.fact { $0.session } else { nil } })
        return sessions.filter { !opened.contains($0) }
    }

    /// How many records were lost.
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

    /// The trace as JSON lines: the heading, then the records.
    package func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        if let heading, let first = try? encoder.encode(FirstLine(of: heading)) { bytes = Array(first) + [0x0A] }
        return records.reduce(into: bytes) { $0 += TraceLine($1).encoded() }
    }

    /// Decodes the result of `encoded` or a segment of the ring, and counts unreadable lines.
    ///
    /// Throws `trace.version` for a format of a later release, and `trace.none` when there is no record at all.
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
            TraceFailure.version,
            Sentence("failure.trace.version", ["version": version, "readable": TraceLine.version]),
            remedy: Sentence("remedy.trace.version"), recovery: .giveUp)
    }

    static let noTraceIn = Failure(
        TraceFailure.none, Sentence("failure.trace.none"), remedy: Sentence("remedy.trace.none"), recovery: .giveUp)
}
