import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Storage
import Stores

struct RestoreCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Puts a backup in the place of the till's data.",
        discussion: """
            Nothing is restored that would forget a payment: if the data there know a payment that the backup does not know, \
            the command names it and changes nothing. No other command may run meanwhile. The replaced database is kept \
            beside the new one. A run that is killed has restored everything or nothing.

            After a restore, Till does not know what happened since the backup was made. Each terminal is asked for its last \
            transaction before it takes a payment again, and if the journal does not know that transaction, a person compares \
            the terminal's journal first (`till readers confirm`). An order may have been paid on any terminal, so it is charged \
            only when all of them were compared. Log in to shops again: their keys are in no backup.

            Exit codes: 0 restored, 6 the disk is full or cannot be written, 7 no such backup, 8 the backup would forget \
            something, or belongs to another till, 65 the backup is damaged, 75 the till is at work.
            """)

    @Argument(help: ArgumentHelp("The folder or the tar archive that `till backup` has made.", valueName: "backup"))
    var backup: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }
    static var isServed: Bool { false }

    private struct Document: Encodable {
        let till: String?
        let madeAt: Date
        let lastEntry: Int64
        let transactions: Int64
        let inDoubt: [String]
        let replaced: String?
        let missing: [String]
    }

    func validate() throws {
        if backup.isEmpty { throw ValidationError("Name the backup.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        let environment = TestHooks.environment(.live.logged)
        let restore = DataRestore(
            in: setup.directory, key: try setup.journalKey(), environment: environment, waiting: LockNotice.say)
        var open: [String] = []
        let report: DataRestore.Report
        do throws(StorageError) {
            report = try restore.run(from: backup.absolutePath, check: RestoredTill.check) { transaction, fact in
                open = try transaction.unsettledPayments().map(\.id.rawValue)
                try RestoredTill.mark(transaction, fact, at: environment.now())
            }
        } catch { throw error.failure }
        try tell(report, open, setup, console)
        return .done
    }

    private func tell(
        _ report: DataRestore.Report, _ open: [String], _ setup: TillSetup, _ console: Console
    ) throws(Failure) {
        let manifest = report.manifest
        if output.json {
            console.print(
                try Output.json(
                    Document(
                        till: manifest.till, madeAt: manifest.madeAt, lastEntry: manifest.through,
                        transactions: manifest.payments, inDoubt: open, replaced: report.replaced,
                        missing: manifest.missing)))
            return
        }
        let language = OperatorLanguage.asked(setup.configuration)
        let clock = ShopClock(zone: setup.configuration.shop.timeZone ?? .current)
        console.print(
            language.text(
                "restore.done",
                [
                    "time": clock.moment(manifest.madeAt), "entries": manifest.through,
                    "payments": manifest.payments,
                ]))
        if let replaced = report.replaced {
            console.print(language.text("restore.replaced", ["file": replaced.printable]))
        }
        for payment in open { console.print(language.text("restore.inDoubt", ["payment": payment])) }
        for file in manifest.missing {
            console.print(language.text("restore.archiveMissing", ["file": file.printable]))
        }
        console.print(language.text("restore.next"))
    }
}
