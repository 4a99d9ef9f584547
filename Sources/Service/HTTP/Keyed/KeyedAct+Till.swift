import Flow
import Hardware
import Model
import Payments
import Storage
import Stores

extension KeyedAct {
    /// What puts a receipt on paper.
    enum Paper: String, Sendable {
        /// Its first print.
        case print
        /// Further prints. One that was only queued is made by the service that is started next.
        case reprint

        /// How often it has been done to a receipt.
        fileprivate func count(_ receipt: ReceiptID, _ reader: any StorageReader) throws -> Int64 {
            switch self {
            case .print: Int64(try reader.begunPrints(receipt: receipt))
            case .reprint: Int64(try reader.printJobs(receipt: receipt).count)
            }
        }
    }

    /// Prints of a receipt.
    static func paper(_ paper: Paper, of receipt: ReceiptID, at till: any ServedTill) -> KeyedAct {
        KeyedAct(name: paper.rawValue, place: "receipt \(receipt)", subject: receipt.rawValue) { () throws(Failure) in
            try till.storage.reading { try paper.count(receipt, $0) }
        } earlierAttempt: { before throws(Failure) in
            try till.storage.reading { try paper.count(receipt, $0) } > before ? .unknown : .nothing
        }
    }

    /// An e-mail with a receipt. Once the request is on the disk, the e-mail may be in the outbox.
    static let email = KeyedAct(name: "email", failsWhole: true) { () throws(Failure) in
        0
    } earlierAttempt: { _ throws(Failure) in
        .unknown
    }

    /// The opening of a printer's drawer, which the journal has before the printer is told.
    static func drawer(of printer: DeviceAddress, at till: any ServedTill) -> KeyedAct {
        .journalled("drawer", at: till, place: "drawer \(printer)") { since throws(Failure) in
            let isOpened = try till.storage.reading { reader in
                try entries(Opening.kind, since: since, in: reader)?.contains { entry in
                    try entry.decoded(as: Opening.self).printer == printer.description
                }
            }
            return isOpened == false ? .nothing : .unknown
        }
    }

    /// What the journal has of an opening.
    private struct Opening: Decodable {
        static let kind = "drawer.opened"
        let printer: String
    }

    /// The end of a terminal's day, which the journal has before the terminal is asked.
    /// - Parameter finish: finds out how an end of day that is open ends. It never begins another one.
    static func endOfDay(
        of terminal: DeviceAddress, at till: any ServedTill,
        finish: @escaping @Sendable (EndOfDayID) async throws(Failure) -> ServiceResponse
    ) -> KeyedAct {
        .journalled("end of day", at: till, place: "end of day \(terminal)") { since throws(Failure) in
            let (isWhole, id) = try till.storage.reading { reader in
                (
                    try entries(intended, since: since, in: reader) != nil,
                    try intent(of: terminal, since: since, in: reader)
                )
            }
            guard isWhole else { return .unknown }
            guard let id else { return .nothing }
            let isOpen = try till.storage.reading { try EndOfDayIntent.open(in: $0).contains { $0.id == id } }
            if isOpen { return .underWay { () async throws(Failure) in try await finish(id) } }
            let report = try await till.ask { EndOfDayAction.report(id, $0) }
            switch report.outcome {
            case .notClosed, .nothingCounted: return .nothing
            case .closed, .closedWithoutTotals, .totalsOnly, .inDoubt: return .done(try .json(Output.EndOfDay(report)))
            }
        }
    }

    /// The newest end of that terminal's day that was begun since.
    private static func intent(
        of terminal: DeviceAddress, since: Int64, in reader: any StorageReader
    ) throws -> EndOfDayID? {
        for entry in try entries(intended, since: since, in: reader) ?? [] {
            let fact = try entry.decoded(as: EndOfDayFact.self)
            if case .intended(let intent) = fact.event, intent.terminal.address == terminal { return fact.id }
        }
        return nil
    }

    /// The most entries of a kind that are looked through.
    private static let mostEntries = 10_000

    /// The entries of a kind since then, newest first; nil if there may be more than are looked through.
    private static func entries(
        _ kind: String, since: Int64, in reader: any StorageReader
    ) throws -> [JournalEntry]? {
        let newest = try reader.journalEntries(kind: kind, limit: mostEntries)
        if newest.count == mostEntries, let oldest = newest.last, oldest.sequence > since { return nil }
        return newest.filter { $0.sequence > since }
    }

    private static let intended = "endOfDay.intended"

    /// The totals of a terminal, which may be asked for as often as one likes.
    static let totals = KeyedAct(name: "totals") { () throws(Failure) in
        0
    } earlierAttempt: { _ throws(Failure) in
        .nothing
    }

    /// An act that leaves entries in the journal.
    private static func journalled(
        _ name: String, at till: any ServedTill, place: String,
        _ look: @escaping @Sendable (_ since: Int64) async throws(Failure) -> EarlierAttempt
    ) -> KeyedAct {
        KeyedAct(name: name, place: place, subject: place) { () throws(Failure) in
            try till.storage.reading { try $0.journalHead().sequence }
        } earlierAttempt: { since throws(Failure) in
            // What was archived since is not looked through.
            let isArchived = try till.storage.reading { try $0.journalStart().head.sequence > since }
            return isArchived ? .unknown : try await look(since)
        }
    }
}
