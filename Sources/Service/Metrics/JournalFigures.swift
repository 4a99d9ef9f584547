import Flow
import Foundation
import Model
import Payments
import Storage

/// Counts what the journal says since the service began: how transactions ended, how long they took, and how prints ended. It reads
/// the journal only when it is asked.
actor JournalFigures {
    /// How a transaction ended.
    struct Ended: Hashable, Comparable {
        let kind: String
        let outcome: String

        static func < (one: Ended, other: Ended) -> Bool { (one.kind, one.outcome) < (other.kind, other.outcome) }
    }

    /// What is counted.
    struct Figures {
        var ended: [Ended: Int] = [:]
        var phases: [String: Histogram] = [:]
        var prints: [String: Int] = [:]
    }

    private static let batch = 500
    /// Seconds. A payment takes ten seconds if the cardholder is quick.
    private static let bounds = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300]

    private let storage: any StorageManagerType
    private var last: Int64?
    private var figures = Figures()

    init(storage: any StorageManagerType) { self.storage = storage }

    /// Begins after the journal's last entry.
    func begin() { last = last ?? (try? storage.reading { try $0.journalHead().sequence }) }

    /// The figures up to the journal's last entry.
    func current() throws(Failure) -> Figures {
        begin()
        while let known = last {
            let before = figures
            let read = try storage.reading { reader -> (end: Int64, figures: Figures)? in
                let entries = try reader.journalEntries(from: known + 1, limit: Self.batch)
                guard let end = entries.last?.sequence else { return nil }
                return (end, try Self.counted(entries, reader, before))
            }
            guard let read else { break }
            (last, figures) = (read.end, read.figures)
        }
        return figures
    }

    private static func counted(
        _ entries: [JournalEntry], _ reader: any StorageReader, _ before: Figures
    ) throws -> Figures {
        var counted = before
        for entry in entries {
            switch entry.kind {
            case "payment.settled", "payment.operatorSettled": try settle(entry, reader, &counted)
            case "receipt.printed": try print(entry, reader, &counted)
            default: break
            }
        }
        return counted
    }

    private static func settle(_ entry: JournalEntry, _ reader: any StorageReader, _ counted: inout Figures) throws {
        guard let id = entry.payment, let payment = try reader.payment(id: id), let outcome = payment.outcome else {
            return
        }
        counted.ended[Ended(kind: payment.kind.rawValue, outcome: outcome.word), default: 0] += 1
        guard payment.kind == .payment, case .approved = outcome else { return }
        let times = try Times(reader.journalEntries(payment: id).filter { $0.sequence <= entry.sequence })
        guard !times.wereDisturbed else { return }
        observe("preparing", times["payment.intended"], times["payment.sending"], &counted)
        observe("terminal", times["payment.sending"], times["payment.result"], &counted)
        observe("settling", times["payment.result"], entry.at, &counted)
        observe("whole", times["payment.intended"], entry.at, &counted)
    }

    private static func print(_ entry: JournalEntry, _ reader: any StorageReader, _ counted: inout Figures) throws {
        let fact = try entry.decoded(as: PrintFact.self)
        guard !fact.isByTerminal else { return }
        counted.prints[fact.end, default: 0] += 1
        guard fact.failure == nil, let id = entry.payment, try reader.payment(id: id)?.kind == .payment else { return }
        let before = try reader.journalEntries(payment: id).filter { $0.sequence < entry.sequence }
        let isFirst = try !before.contains { earlier in
            try earlier.kind == "receipt.printed" && earlier.decoded(as: PrintFact.self).failure == nil
        }
        let times = Times(before)
        if isFirst, !times.wereDisturbed { observe("printing", times["payment.settled"], entry.at, &counted) }
    }

    private static func observe(_ phase: String, _ begin: Date?, _ end: Date?, _ counted: inout Figures) {
        guard let begin, let end else { return }
        // The clock may have been set back meanwhile.
        counted.phases[phase, default: Histogram(bounds)].observe(max(0, end.timeIntervalSince(begin)))
    }

    /// When each kind of entry of one transaction was last written.
    private struct Times {
        private var times: [String: Date] = [:]

        init(_ entries: [JournalEntry]) { for entry in entries { times[entry.kind] = entry.at } }

        subscript(kind: String) -> Date? { times[kind] }
        var wereDisturbed: Bool { times["payment.disturbed"] != nil || times["payment.asking"] != nil }
    }
}
