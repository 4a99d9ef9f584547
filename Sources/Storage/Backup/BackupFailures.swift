import Failures
import Flow
import Model

extension Failure {
    package static func noBackup(_ path: String) -> Failure {
        Failure(
            BackupFailure.notFound, Sentence("failure.backup.notFound", ["path": path]),
            remedy: Sentence("remedy.backup.notFound"), recovery: .giveUp)
    }

    package static func notABackup(_ path: String) -> Failure {
        Failure(
            BackupFailure.notOne, Sentence("failure.backup.notOne", ["path": path]),
            remedy: Sentence("remedy.backup.notOne"), recovery: .giveUp)
    }

    static func backupAsData(_ path: String) -> Failure {
        Failure(
            BackupFailure.notData, Sentence("failure.backup.notData", ["path": path]),
            remedy: Sentence("remedy.backup.notData", ["path": path]), recovery: .giveUp)
    }

    static func backupDamaged(_ path: String, _ reason: Sentence) -> Failure {
        Failure(
            BackupFailure.damaged, Sentence("failure.backup.damaged", ["path": path, "reason": reason]),
            remedy: Sentence("remedy.backup.damaged"), recovery: .askOperator)
    }

    static let backupTooLarge = Failure(
        BackupFailure.tooLarge,
        Sentence("failure.backup.tooLarge", ["size": Sentence(roughSize: UInt64(Tar.largest))]),
        remedy: Sentence("remedy.backup.tooLarge"), recovery: .askOperator)

    static func backupOfAnotherTill(here: String, there: String) -> Failure {
        Failure(
            RestoreFailure.anotherTill, Sentence("failure.restore.anotherTill", ["here": here, "there": there]),
            remedy: Sentence("remedy.restore.anotherTill"), recovery: .giveUp)
    }

    static let nothingToRestore = Failure(
        RestoreFailure.nothing, Sentence("failure.restore.nothing"), recovery: .giveUp)

    static func presentUnreadable(_ path: String) -> Failure {
        Failure(
            RestoreFailure.presentUnreadable, Sentence("failure.restore.presentUnreadable", ["path": path]),
            remedy: Sentence("remedy.restore.moveAway", ["path": path]), recovery: .askOperator)
    }

    /// How many payments are named; the rest are counted.
    private static let mostNamed = 10

    static func wouldForget(_ payments: [PaymentID], entries: Int64) -> Failure {
        let named = payments.prefix(mostNamed).map { Sentence(stored: $0.rawValue) }
        let rest = payments.count - named.count
        let remedy = Sentence("remedy.restore.wouldForget")
        guard !named.isEmpty else {
            return Failure(
                RestoreFailure.wouldForget, Sentence("failure.restore.wouldForget.entries", ["entries": entries]),
                remedy: remedy, recovery: .giveUp)
        }
        let facts: [String: any CustomStringConvertible] = [
            "payments": Sentence(listing: named), "count": payments.count, "entries": entries, "rest": rest,
        ]
        let said =
            rest > 0
            ? Sentence("failure.restore.wouldForget.many", facts) : Sentence("failure.restore.wouldForget.few", facts)
        return Failure(RestoreFailure.wouldForget, said, remedy: remedy, recovery: .giveUp)
    }
}
