import Failures
import Flow
import Foundation
import GRDB
import Model

/// Why a storage operation failed. In every case, what was stored before is unchanged.
package enum StorageError: LayerError, Hashable {
    /// The directory or its database cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    case diskFull
    case readOnly
    /// SQLite or a stored record is damaged. Nothing is deleted or repaired.
    case corrupt(reason: String)
    /// A later release of Till wrote the database, so this release does not touch it.
    case newerVersion
    /// The database needs a migration or is not complete, and it was opened only to read.
    case olderVersion
    /// The write contradicts stored data.
    case conflict(Conflict)
    /// Another process held the lock for longer than the waiting time.
    case busy(HeldLock?)
    /// The journal lacks entries that `till.head` knows: SQLite's log was lost, or the database is an older copy.
    case olderJournal(reason: String)
    /// There is no such record.
    case missing(String)
    /// Any other SQLite error, with its extended result code (sqlite.org/rescode.html).
    case system(code: Int32, message: String)
    /// The caller's own closure threw; everything that it wrote is rolled back.
    case refused(Failure)

    /// The stored fact that a write contradicts.
    package enum Conflict: Hashable, Sendable {
        /// The id is already used.
        case id(String)
        /// The idempotency key belongs to this payment.
        case key(PaymentID)
        /// This payment of the same order is not settled yet.
        case order(PaymentID)
        /// The order was paid by this payment.
        case orderPaid(PaymentID)
        /// This reservation holds an amount for the order.
        case orderReserved(PaymentID)
        /// This payment on the same terminal is not settled yet.
        case terminal(PaymentID)
        /// No more than `left` of this payment can be refunded, or of this reservation booked.
        case givenBack(PaymentID, left: Money)
        /// This payment is settled and cannot change any more.
        case settled(PaymentID)
        /// This print is in a state that does not allow the step.
        case printState(PrintJobID, PrintState)
        /// The entries of this payment are in an archive, to which nothing can be added.
        case archived(PaymentID)
        /// A constraint of the schema, in SQLite's words.
        case rule(String)
    }
}

extension StorageError {
    /// The stable dotted code, such as `storage.diskFull`.
    package var code: String { failure.code }

    /// Whether the data can still be opened to read, with `StorageManager(readingOnly:)`.
    package var leavesReading: Bool {
        switch self {
        case .cannotOpen, .diskFull, .readOnly, .olderJournal: true
        case .corrupt, .newerVersion, .olderVersion, .conflict, .busy, .missing, .system, .refused: false
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
        case .diskFull: needsKeeper(.diskFull)
        case .readOnly: needsKeeper(.readOnly)
        case .corrupt: needsKeeper(.corrupt)
        case .newerVersion: needsKeeper(.newerVersion)
        case .olderVersion: needsKeeper(.olderVersion)
        case .olderJournal: needsKeeper(.olderJournal)
        case .system: needsKeeper(.system)
        }
    }

    private func needsKeeper(_ code: StorageFailure) -> Failure {
        Failure(code, sentence, remedy: remedy, recovery: .askOperator)
    }

    private var sentence: String {
        switch self {
        case .cannotOpen(let path, let reason): "The data in \(path) cannot be opened: \(reason)."
        case .diskFull: "The disk with Till's data is full."
        case .readOnly: "Till's data can be read but not written."
        case .corrupt(let reason): "Till's data is damaged: \(reason)."
        case .newerVersion: "Till's data was written by a newer release of Till."
        case .olderVersion: "Till's data is not brought up to date to this release of Till yet."
        case .conflict(let conflict): conflict.sentence
        case .busy(let lock): lock?.sentence ?? "Another process keeps Till's data locked."
        case .olderJournal(let reason): "Till's journal is not complete: \(reason)."
        case .missing(let what): "There is no \(what)."
        case .system(let code, let message): "Till's data cannot be used: \(message) (SQLite \(code))."
        case .refused(let failure): failure.sentence
        }
    }

    private var remedy: String? {
        switch self {
        case .cannotOpen: "choose a directory this user may write with --data, or correct its owner and permissions"
        case .diskFull: "free space on that disk; nothing that was stored is lost"
        case .readOnly: "mount the disk writable, or correct owner and permissions of till.sqlite and its directory"
        case .corrupt: "keep a copy of the data directory, then restore till.sqlite from the last good backup"
        case .newerVersion: "install that release or a later one"
        case .olderVersion: "the next command that may write there does it, such as till whoami"
        case .conflict(let conflict): conflict.remedy
        case .busy: "try again; if it stays, end the other till that uses this data directory"
        case .olderJournal:
            "restore the data directory as it was, all its files together; where that is impossible, compare the terminal's "
                + "own journal with `till journal list`, then: till journal accept --evidence '…' (docs/troubleshooting.md)"
        case .missing: nil
        case .system: "check the disk and the system log"
        case .refused(let failure): failure.remedy
        }
    }
}

extension StorageError.Conflict {
    var sentence: String {
        switch self {
        case .id(let id): "\(id) exists already."
        case .key(let payment): "This key was used for payment \(payment)."
        case .order(let payment): "Payment \(payment) for this order is not settled yet."
        case .orderPaid(let payment): "This order is paid, by payment \(payment)."
        case .orderReserved(let payment): "An amount is reserved for this order, by \(payment)."
        case .terminal(let payment): "Payment \(payment) on this terminal is not settled yet."
        case .givenBack(let payment, let left): "Of payment \(payment) no more than \(left) is left."
        case .settled(let payment): "Payment \(payment) is settled and cannot change."
        case .printState(let job, let state): "Print \(job) is \(state.rawValue), so this step does not follow."
        case .archived(let payment): "Payment \(payment) is in an archive, so nothing more can happen to it."
        case .rule(let message): "This would break a rule of the data: \(message)."
        }
    }

    var remedy: String? {
        switch self {
        case .order(let payment), .terminal(let payment), .key(let payment), .orderPaid(let payment),
            .orderReserved(let payment), .givenBack(let payment, _), .archived(let payment):
            "see what became of it: till why \(payment)"
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
        case is DecodingError, is RowDecodingError: self = .corrupt(reason: "a record is not as Till writes it")
        default:
            self = .refused(Failure(StorageFailure.abandoned, "The work was abandoned: \(error).", recovery: .giveUp))
        }
    }

    /// Keeps SQLite's own message, which may name tables but contains no values.
    private init(_ error: DatabaseError) {
        let message = error.message ?? "no reason given"
        switch error.resultCode {
        // The shared index of the log could not grow.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(reason: message)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(nil)
        case .SQLITE_CANTOPEN, .SQLITE_PERM: self = .cannotOpen(path: "the data directory", reason: message)
        case .SQLITE_CONSTRAINT: self = .conflict(.rule(message))
        default: self = .system(code: error.extendedResultCode.rawValue, message: message)
        }
    }
}
