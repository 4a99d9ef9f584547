import Failures
import Flow
import Foundation
import GRDB
import Model

/// Why a storage operation failed. In every case, what was stored before is unchanged.
package enum StorageError: LayerError, Hashable {
    /// The directory or its database cannot be opened or created.
    ///
    /// - Parameter path: nil for the data directory, where its path is not known.
    case cannotOpen(path: String?, reason: Sentence)
    case diskFull
    /// The disk is full, and how much is free there and how much must be is known.
    case noRoom(FullDisk)
    case readOnly
    /// SQLite or a stored record is damaged. Nothing is deleted or repaired.
    case corrupt(reason: Sentence)
    /// A later release of Till wrote the database, so this release does not touch it.
    ///
    /// - Parameters:
    ///   - schema: the newest of its migrations.
    ///   - release: the release that applied it; nil if the database does not tell.
    case newerVersion(schema: String, release: String?)
    /// The database needs a migration, and the outcome of these payments is not known.
    case openPayments([PaymentID])
    /// The database needs a migration or is not complete, and it was opened only to read.
    case olderVersion
    /// The write contradicts stored data.
    case conflict(Conflict)
    /// Another process held the lock for longer than the waiting time.
    case busy(HeldLock?)
    /// The journal lacks entries that `till.head` knows: SQLite's log was lost, or the database is an older copy.
    case olderJournal(reason: Sentence)
    /// The database has no such record.
    case missing(Record, id: String)
    /// Any other SQLite error, with its extended result code (sqlite.org/rescode.html).
    case system(code: Int32, message: Sentence)
    /// The caller's own closure threw; everything that it wrote is rolled back.
    case refused(Failure)

    /// The kind of record that is missing.
    package enum Record: Hashable, Sendable {
        case payment, receipt, print, outboxItem, archive
        /// An entry of the journal, by its sequence number.
        case entry
        /// An order of the embedded shop.
        case order
    }

    /// The stored fact that a write contradicts.
    package enum Conflict: Hashable, Sendable {
        /// The id is already used.
        case id(String)
        /// The idempotency key belongs to this payment.
        case key(PaymentID)
        /// A payment of the same order is not settled yet: this one.
        case order(PaymentID)
        /// The order was paid by this payment.
        case orderPaid(PaymentID)
        /// A reservation holds an amount for the order: this one.
        case orderReserved(PaymentID)
        /// A payment on the same terminal is not settled yet: this one.
        case terminal(PaymentID)
        /// No more than `left` of this payment can be refunded, or of this reservation booked.
        case givenBack(PaymentID, left: Money)
        /// That payment or reservation is another shop's.
        case otherSite(PaymentID)
        /// The payment is settled and cannot change any more.
        case settled(PaymentID)
        /// The print is in a state that does not allow the step.
        case printState(PrintJobID, PrintState)
        /// The entries of this payment are in an archive, to which nothing can be added.
        case archived(PaymentID)
        /// A constraint of the schema, in SQLite's words.
        case rule(Sentence)
    }
}

extension StorageError {
    /// The stable dotted code, such as `storage.diskFull`.
    package var code: String { failure.code }

    /// Whether the data can still be opened to read, with `StorageManager(readingOnly:)`.
    package var leavesReading: Bool {
        switch self {
        case .cannotOpen, .diskFull, .noRoom, .readOnly, .olderJournal: true
        case .corrupt, .newerVersion, .openPayments, .olderVersion, .conflict, .busy, .missing, .system, .refused: false
        }
    }

    package var failure: Failure {
        switch self {
        case .refused(let failure): failure
        case .conflict(let conflict):
            Failure(StorageFailure.conflict, conflict.sentence, remedy: conflict.remedy, recovery: .giveUp)
        case .busy: Failure(StorageFailure.busy, sentence, remedy: remedy, recovery: .retry)
        case .missing: Failure(StorageFailure.missing, sentence, remedy: remedy, recovery: .giveUp)
        case .cannotOpen: needsKeeper(.cannotOpen)
        case .diskFull, .noRoom: needsKeeper(.diskFull)
        case .readOnly: needsKeeper(.readOnly)
        case .corrupt: needsKeeper(.corrupt)
        case .newerVersion: needsKeeper(.newerVersion)
        case .openPayments: needsKeeper(.openPayments)
        case .olderVersion: needsKeeper(.olderVersion)
        case .olderJournal: needsKeeper(.olderJournal)
        case .system: needsKeeper(.system)
        }
    }

    private func needsKeeper(_ code: StorageFailure) -> Failure {
        Failure(code, sentence, remedy: remedy, recovery: .askOperator)
    }

    private var sentence: Sentence {
        switch self {
        case .cannotOpen(let path, let reason):
            path.map { Sentence("failure.storage.cannotOpen.database", ["path": $0, "reason": reason]) }
                ?? Sentence("failure.storage.cannotOpen.directory", ["reason": reason])
        case .diskFull: Sentence("failure.storage.diskFull")
        case .noRoom(let disk): disk.sentence
        case .readOnly: Sentence("failure.storage.readOnly")
        case .corrupt(let reason): Sentence("failure.storage.corrupt", ["reason": reason])
        case .newerVersion(let schema, let release):
            release.map {
                Sentence(
                    "failure.storage.newerVersion.named",
                    ["schema": schema, "release": $0, "known": Schema.newest, "this": Release.version])
            }
                ?? Sentence(
                    "failure.storage.newerVersion.schema",
                    ["schema": schema, "known": Schema.newest, "this": Release.version])
        case .openPayments(let payments):
            Sentence(
                "failure.storage.openPayments",
                ["payments": Sentence(listing: payments.map { Sentence(stored: $0.rawValue) })])
        case .olderVersion: Sentence("failure.storage.olderVersion")
        case .conflict(let conflict): conflict.sentence
        case .busy(let lock): lock?.sentence ?? Sentence("failure.storage.busy")
        case .olderJournal(let reason): Sentence("failure.storage.olderJournal", ["reason": reason])
        case .missing(let record, let id): record.missing(id)
        case .system(let code, let message): Sentence("failure.storage.system", ["message": message, "code": code])
        case .refused(let failure): failure.said
        }
    }

    private var remedy: Sentence? {
        switch self {
        case .cannotOpen: Sentence("remedy.storage.cannotOpen")
        case .diskFull: Sentence("remedy.storage.diskFull")
        case .noRoom(let disk): disk.remedy
        case .readOnly: Sentence("remedy.storage.readOnly")
        case .corrupt: Sentence("remedy.storage.corrupt")
        case .newerVersion: Sentence("remedy.storage.newerVersion")
        case .openPayments: Sentence("remedy.storage.openPayments")
        case .olderVersion: Sentence("remedy.storage.olderVersion")
        case .conflict(let conflict): conflict.remedy
        case .busy: Sentence("remedy.storage.busy")
        case .olderJournal:
            Sentence("remedy.storage.olderJournal")
        case .missing: nil
        case .system: Sentence("remedy.storage.system")
        case .refused(let failure): failure.advice
        }
    }
}

extension StorageError.Record {
    fileprivate func missing(_ id: String) -> Sentence {
        switch self {
        case .payment: Sentence("failure.storage.missing.payment", ["id": id])
        case .receipt: Sentence("failure.storage.missing.receipt", ["id": id])
        case .print: Sentence("failure.storage.missing.print", ["id": id])
        case .outboxItem: Sentence("failure.storage.missing.outboxItem", ["id": id])
        case .archive: Sentence("failure.storage.missing.archive", ["id": id])
        case .entry: Sentence("failure.storage.missing.entry", ["id": id])
        case .order: Sentence("failure.storage.missing.order", ["id": id])
        }
    }
}

extension StorageError.Conflict {
    var sentence: Sentence {
        switch self {
        case .id(let id): Sentence("failure.storage.conflict.id", ["id": id])
        case .key(let payment): Sentence("failure.storage.conflict.key", ["payment": payment])
        case .order(let payment): Sentence("failure.storage.conflict.order", ["payment": payment])
        case .orderPaid(let payment): Sentence("failure.storage.conflict.orderPaid", ["payment": payment])
        case .orderReserved(let payment): Sentence("failure.storage.conflict.orderReserved", ["payment": payment])
        case .terminal(let payment): Sentence("failure.storage.conflict.terminal", ["payment": payment])
        case .givenBack(let payment, let left):
            Sentence("failure.storage.conflict.givenBack", ["payment": payment, "left": left])
        case .otherSite(let payment): Sentence("failure.storage.conflict.otherSite", ["payment": payment])
        case .settled(let payment): Sentence("failure.storage.conflict.settled", ["payment": payment])
        case .printState(let job, let state):
            Sentence("failure.storage.conflict.printState", ["job": job, "state": state.rawValue])
        case .archived(let payment): Sentence("failure.storage.conflict.archived", ["payment": payment])
        case .rule(let message): Sentence("failure.storage.conflict.rule", ["message": message])
        }
    }

    var remedy: Sentence? {
        switch self {
        case .order(let payment), .terminal(let payment), .key(let payment), .orderPaid(let payment),
            .orderReserved(let payment), .givenBack(let payment, _), .archived(let payment), .otherSite(let payment):
            Sentence("remedy.storage.conflict.order", ["payment": payment])
        case .id, .settled, .printState, .rule: nil
        }
    }
}

extension StorageError {
    /// Converts any error of a transaction. SQLite's errors are told by result code, never by message.
    package init(_ error: any Error) {
        switch error {
        case let known as StorageError: self = known
        case let database as DatabaseError: self.init(database)
        case let failure as Failure: self = .refused(failure)
        case let layer as any LayerError: self = .refused(layer.failure)
        case is DecodingError, is RowDecodingError: self = .corrupt(reason: Sentence("detail.record"))
        default:
            self = .refused(
                Failure(
                    StorageFailure.abandoned, Sentence("failure.storage.abandoned", ["error": "\(error)"]),
                    recovery: .giveUp))
        }
    }

    /// Keeps SQLite's own message, which may name tables but contains no values.
    private init(_ error: DatabaseError) {
        let message = error.message.map(Sentence.init(stored:)) ?? Sentence("detail.noReason")
        switch error.resultCode {
        // The shared index of the log could not grow.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(reason: message)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(nil)
        case .SQLITE_CANTOPEN, .SQLITE_PERM: self = .cannotOpen(path: nil, reason: message)
        case .SQLITE_CONSTRAINT: self = .conflict(.rule(message))
        default: self = .system(code: error.extendedResultCode.rawValue, message: message)
        }
    }
}
