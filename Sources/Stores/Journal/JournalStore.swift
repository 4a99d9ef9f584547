import Flow
import Foundation
import Model
import Storage
import Payments

/// Gives access to the journal: facts, explanations and the chain. It belongs to the process and needs no signed-in
/// operator.
package final class JournalStore: Store {
    package typealias Handled = JournalAction

    private let storage: any StorageManagerType
    private let locks: any DeviceLocks
    private let environment: Environment
    private let rights: OperatorRights
    private let verifications = SharedAnswers<Verification, JournalVerification>()

    /// What is verified; equal ones are verified once.
    private struct Verification: Hashable {
        let kept: [KeptHead]
        let publicKey: JournalPublicKey?
        let replays: Bool
    }

    package init(
        storage: any StorageManagerType, locks: any DeviceLocks, environment: Environment,
        rights: OperatorRights = OperatorRights()
    ) {
        self.storage = storage
        self.locks = locks
        self.environment = environment
        self.rights = rights
    }

    convenience init(_ composition: StoresComposition) {
        self.init(
            storage: composition.storage, locks: composition.locks, environment: composition.environment,
            rights: composition.rights)
    }

    package func onAction(_ action: JournalAction) {
        switch action {
        case .explainPayment(let reference, let reply): reply { () throws(Failure) in try explain(reference) }
        case .findPayment(let reference, let reply): reply { () throws(Failure) in try find(reference) }
        case .findRepeated(let request, let reply):
            reply { () throws(Failure) in try request.payment(in: storage) }
        case .listEntries(let from, let limit, let reply):
            reply { () throws(Failure) in try storage.reading { try $0.journalEntries(from: from, limit: limit) } }
        case .listPayments(let before, let limit, let reply):
            reply { () throws(Failure) in try payments(before: before, limit: limit) }
        case .listDoubts(let reply):
            reply { () throws(Failure) in try storage.reading { try $0.unsettledPayments() } }
        case .findReservation(let reference, let reply):
            reply { () throws(Failure) in try findReservation(reference) }
        case .loadStatus(let since, let reply):
            let now = environment.now
            readAside(reply, "load the status") { storage throws(StorageError) in
                try storage.read { try StatusReading(reader: $0, since: since, now: now()).status() }
            }
        case .loadCharts(let since, let reply):
            let now = environment.now
            readAside(reply, "load the charts") { storage throws(StorageError) in
                try storage.read { try StatusReading(reader: $0, since: since, now: now()).charts() }
            }
        case .listReservations(let reply): reply { () throws(Failure) in try reservations() }
        case .nameReservations(let receipts, let terminal, let reply):
            reply { () throws(Failure) in
                try storage.reading { try NamedReservations(reader: $0, terminal: terminal).known(receipts) }
            }
        case .verify(let kept, let key, let replays, let reply):
            verify(Verification(kept: kept, publicKey: key, replays: replays), reply)
        case .compareExport(let entries, let reply):
            readAside(reply, "compare an export") { storage throws(StorageError) in
                try storage.read { try ExportComparison(entries, $0).difference() }
            }
        }
    }

    /// Answers with a read that takes long, on a thread and a connection of its own: nothing waits for it but the reply.
    private func readAside<Value: Sendable>(
        _ reply: Reply<Value>, _ name: String,
        _ work: @escaping @Sendable (any StorageManagerType) throws(StorageError) -> Value
    ) {
        _ = environment.spawnThread(name) { [storage] _ in
            reply { () throws(Failure) in
                try asFailure { () throws(StorageError) in try storage.readingAside(work) }
            }
        }
    }

    private func verify(_ wanted: Verification, _ reply: Reply<JournalVerification>) {
        verifications.answer(reply, wanted, blocking: environment, "verify the journal") {
            [storage] () throws(Failure) in
            try asFailure { () throws(StorageError) in
                try storage.readingAside { storage throws(StorageError) in
                    try JournalAudit.run(
                        storage, kept: wanted.kept, publicKey: wanted.publicKey, replays: wanted.replays)
                }
            }
        }
    }

    private func payments(before: PaymentID?, limit: Int) throws(Failure) -> [PaymentRecord] {
        try storage.reading { reader in
            guard let before else { return try reader.recentPayments(limit: limit) }
            return try reader.payments(before: before, limit: limit)
        }
    }

    private func reservations() throws(Failure) -> [StandingReservation] {
        try storage.reading { reader in
            try reader.reservations().map {
                StandingReservation(
                    reservation: $0, orderNumber: try reader.orderNumber(of: $0),
                    ending: try reader.end(ofReservation: $0.id))
            }
        }
    }

    private func findReservation(_ reference: String) throws(Failure) -> PaymentRecord {
        let found = try storage.reading { reader -> PaymentRecord? in
            if let found = try reader.payment(id: PaymentID(rawValue: reference)) { return found }
            guard let number = OrderNumber(typed: reference) else { return nil }
            return try Self.atSession(reader, number) { order, site in
                return try reader.payments(order: order, site: site).last { $0.kind == .reservation }
            }
        }
        guard let found else { throw .noPayment(reference) }
        return found
    }

    private func find(_ reference: String) throws(Failure) -> PaymentRecord {
        let found = try storage.reading { reader -> PaymentRecord? in
            if reference == "last" {
                return try reader.recentPayments(limit: Self.lookedBack).first { $0.kind.takesMoney }
            }
            if let found = try reader.payment(id: PaymentID(rawValue: reference)) { return found }
            guard let number = OrderNumber(typed: reference) else { return nil }
            return try Self.atSession(reader, number) { order, site in
                if let paying = try reader.paidBy(order: order, site: site) { return try reader.payment(id: paying) }
                // The newest payment for the order that was reversed, or that was booked with too little.
                return try reader.payments(order: order, site: site).last { $0.isApproved && $0.kind.takesMoney }
            }
        }
        if let found { return found }
        guard let open = try openPayment(ofOrder: reference) else { throw .noPayment(reference) }
        throw locks.isTaken(terminal: open.terminalAddress)
            ? .stillRuns(open.id, reference) : .stillInDoubt(open.id, reference)
    }

    private func openPayment(ofOrder reference: String) throws(Failure) -> PaymentRecord? {
        guard let number = OrderNumber(typed: reference) else { return nil }
        return try storage.reading { reader in
            try Self.atSession(reader, number) { order, site in
                return try reader.payments(order: order, site: site).last { $0.isOpen && $0.kind.takesMoney }
            }
        }
    }

    /// How many transactions are searched for the last payment.
    private static let lookedBack = 1_000

    private func explain(_ reference: String) throws(Failure) -> PaymentExplanation {
        let found = try storage.reading { reader -> (record: PaymentRecord, archive: String?)? in
            guard let record = try Self.find(reference, in: reader) else { return nil }
            return (record, try reader.archivedIn(record.id))
        }
        guard let (record, archive) = found else { throw .noPayment(reference) }
        let told =
            if archive == nil { try storage.reading { try Self.explanation(of: record, in: $0) } } else {
                try storage.readingArchive(of: record.id) { try Self.explanation(of: record, in: $0) }
            }
        guard var told else { throw archive == nil ? .noPayment(reference) : storage.absence(of: record.id) }
        told.archive = archive
        try storage.reading { try Self.complete(&told, of: record, in: $0) }
        told.largest = rights.largest(in: told.history.intent.amount.currency)
        told.profile = try? ProfileMemory(storage: storage).profile(at: told.history.intent.terminal)
        told.isRunning = !told.isFinal && locks.isTaken(terminal: told.history.intent.terminal.description)
        return told
    }

    /// Adds what other transactions tell. Those that gave an archived payment back later may be in the journal.
    private static func complete(
        _ told: inout PaymentExplanation, of record: PaymentRecord, in reader: any StorageReader
    ) throws {
        told.givenBack = try reader.givingBack(record.id).map {
            PaymentExplanation.GivenBack(
                id: $0.id, kind: $0.kind, amount: $0.amount, outcome: $0.outcome, isSaid: $0.isSaid)
        }
        told.surplus = try SurplusPayment.find(besides: record, in: reader)
        told.orderPaidBy = try record.order.flatMap { try reader.paidBy(order: $0, site: record.site) }
        if !told.isFinal { told.claimed = try ClaimedTransaction.all(besides: told.history.intent, in: reader) }
    }

    private static func explanation(
        of record: PaymentRecord, in reader: any StorageReader
    ) throws -> PaymentExplanation? {
        guard let history = try StoredLedger.history(record.id, in: reader) else { return nil }
        return PaymentExplanation(
            history: history, outcome: history.storedOutcome, isFinal: !record.isOpen,
            facts: try facts(record, in: reader).withTextsJoined, prints: try prints(record.id, in: reader),
            unprintedText: try UnprintedText(record.id, in: reader), givenBack: [])
    }

    private static func find(_ reference: String, in reader: any StorageReader) throws -> PaymentRecord? {
        if reference == "last" { return try reader.recentPayments(limit: 1).first }
        if let found = try reader.payment(id: PaymentID(rawValue: reference)) { return found }
        guard let number = OrderNumber(typed: reference) else { return nil }
        return try first(atKnownSites: reader) { site in
            guard let order = try number.paid(in: reader, at: site) else { return nil }
            return try reader.payments(order: order, site: site).last
        }
    }

    /// What is found for the order of the session's shop that has this number; nil if there is none. Money must not be given back for
    /// another shop's order of the same number.
    private static func atSession(
        _ reader: any StorageReader, _ number: OrderNumber, _ find: (OrderID, SiteID) throws -> PaymentRecord?
    ) throws -> PaymentRecord? {
        let site = try Account.current(in: reader)?.site ?? .embedded
        return try number.paid(in: reader, at: site).flatMap { try find($0, site) }
    }

    /// What is found at the session's shop, else at another one of which this till may have payments.
    private static func first(
        atKnownSites reader: any StorageReader, _ find: (SiteID) throws -> PaymentRecord?
    ) throws -> PaymentRecord? {
        for site in try SiteID.known(in: reader) {
            if let found = try find(site) { return found }
        }
        return nil
    }

    private static func facts(_ record: PaymentRecord, in reader: any StorageReader) throws
        -> [PaymentExplanation.Fact]
    {
        try reader.journalEntries(payment: record.id).map { entry in
            PaymentExplanation.Fact(
                sequence: entry.sequence, at: entry.at, kind: entry.kind,
                told: try othersEvidence(entry, record, in: reader) ?? told(entry, of: record.kind))
        }
    }

    /// Evidence that older facts attribute to this payment and that turned out to belong to another.
    private static func othersEvidence(
        _ entry: JournalEntry, _ record: PaymentRecord, in reader: any StorageReader
    ) throws -> PaymentExplanation.Fact.Told? {
        guard entry.kind == "payment.evidence", !record.isApproved,
            case .evidence(.transaction(let result), .approved) = try entry.decoded(as: PaymentEvent.self),
            let intent = try StoredLedger.history(record.id, in: reader)?.intent,
            let holder = try ClaimedTransaction.all(besides: intent, in: reader).first(where: {
                $0.result.isSameTransaction(as: result)
            })
        else { return nil }
        return .event(.evidence(.transaction(result), .unclear(holder.whyNotOurs(result))), record.kind)
    }

    private static func told(_ entry: JournalEntry, of kind: TransactionKind) throws -> PaymentExplanation.Fact.Told {
        switch entry.kind {
        case PrintFact.kind: .printed(try entry.decoded(as: PrintFact.self))
        case "receipt.mailed": .mailed(try entry.decoded(as: MailFact.self))
        case WaiverFact.kind: .waived(try entry.decoded(as: WaiverFact.self))
        case "receipt.moved": .moved(try entry.decoded(as: MoveFact.self))
        case WithdrawalFact.kind: .withdrawn(try entry.decoded(as: WithdrawalFact.self), isUndone: false)
        case WithdrawalFact.undone: .withdrawn(try entry.decoded(as: WithdrawalFact.self), isUndone: true)
        case AmountDifference.kind: .amountDiffers(try entry.decoded(as: AmountDifference.self))
        case OrderConflict.kind: .alreadyPaid(try entry.decoded(as: OrderConflict.self))
        case OrderHandover.kind: .paidByOther(try entry.decoded(as: OrderHandover.self))
        case OrderHandover.takenOver: .paidInstead(try entry.decoded(as: OrderHandover.self))
        case let name where name.hasPrefix("payment."): .event(try entry.decoded(as: PaymentEvent.self), kind)
        default: .unknown
        }
    }

    private static func prints(_ payment: PaymentID, in reader: any StorageReader) throws -> [PaymentExplanation.Print]
    {
        try (reader.withdrawnReceipts(payment: payment) + reader.receipts(payment: payment)).flatMap { receipt in
            try reader.printJobs(receipt: receipt.id).map {
                PaymentExplanation.Print(receipt: receipt.id, copy: receipt.copy, mark: $0.mark, state: $0.state)
            }
        }
    }

}
