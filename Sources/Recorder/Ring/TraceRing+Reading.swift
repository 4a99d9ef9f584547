import Flow
import Foundation
import Model

extension TraceRing {
    /// Everything that the ring in a directory still has of a payment, in recorded order.
    ///
    /// It reads each segment twice and decodes only lines that can matter. Segments that are deleted meanwhile are skipped.
    /// Throws `trace.version` for a format of a later release.
    package static func trace(of heading: Trace.Heading, in directory: String) throws(Failure) -> Trace {
        let names = segments(in: directory).map { directory + "/" + RingPlan.name($0) }
        var sessions: Set<String> = []
        for name in names {
            for line in lines(of: name, mentioning: [heading.payment.rawValue]) {
                guard let record = try Trace.record(line), record.payment == heading.payment else { continue }
                sessions.insert(record.session)
            }
        }
        var records: [TraceRecord] = []
        var unreadable = 0
        for name in names where !sessions.isEmpty {
            for line in lines(of: name, mentioning: sessions) {
                guard let record = try Trace.record(line) else {
                    unreadable += 1
                    continue
                }
                if sessions.contains(record.session) { records.append(record) }
            }
        }
        return Trace(heading, records, unreadable: unreadable)
    }

    private static func lines(of file: String, mentioning words: Set<String>) -> [Data.SubSequence] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        let marks = words.map { Data($0.utf8) }
        return data.split(separator: 0x0A).filter { line in marks.contains { line.firstRange(of: $0) != nil } }
    }
}
