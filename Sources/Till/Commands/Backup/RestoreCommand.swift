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

            Nor does Till know which tokens were revoked since, and which operators removed or given another PIN. So the tokens \
            and operators of the backup count only if the replaced data have them too; the others are revoked and removed, and \
            named. Make those that are still needed anew (`till tokens create`, `till operators create`).

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
        let revokedTokens: [Token]
        /// By their names.
        let removedOperators: [String]

        struct Token: Encodable {
            let id: String
            let name: String
            let scope: TokenScope
        }
    }

    /// What the restored till must not go by without somebody's help.
    private struct Uncertain {
        var inDoubt: [String] = []
        var tokens: [AccessToken] = []
        var operators: [TillOperator] = []
    }

    func validate() throws {
        if backup.isEmpty { throw ValidationError("Name the backup.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        let environment = TestHooks.environment(.live.logged)
        let restore = DataRestore(
            in: setup.directory, key: try setup.journalKey(), environment: environment, waiting: LockNotice.say)
        let requester = console.invocation.requester
        var uncertain = Uncertain()
        let report: DataRestore.Report
        do throws(StorageError) {
            report = try restore.run(
                from: backup.absolutePath, check: RestoredTill.check,
                admit: { transaction, replaced in
                    uncertain.tokens = try AccessTokens.endRestored(
                        in: transaction, unlessIn: replaced, at: environment.now())
                    uncertain.operators = try Operators.endRestored(
                        in: transaction, unlessIn: replaced, by: requester)
                },
                mark: { transaction, fact in
                    uncertain.inDoubt = try transaction.unsettledPayments().map(\.id.rawValue)
                    try RestoredTill.mark(transaction, fact, at: environment.now())
                })
        } catch { throw error.failure }
        if output.json {
            console.print(try Output.json(document(report, uncertain)))
        } else {
            tell(report, uncertain, setup, console)
        }
        return .done
    }

    private func document(_ report: DataRestore.Report, _ uncertain: Uncertain) -> Document {
        let manifest = report.manifest
        return Document(
            till: manifest.till, madeAt: manifest.madeAt, lastEntry: manifest.through, transactions: manifest.payments,
            inDoubt: uncertain.inDoubt, replaced: report.replaced, missing: manifest.missing,
            revokedTokens: uncertain.tokens.map { Document.Token(id: $0.id, name: $0.name, scope: $0.scope) },
            removedOperators: uncertain.operators.map(\.name))
    }

    private func tell(_ report: DataRestore.Report, _ uncertain: Uncertain, _ setup: TillSetup, _ console: Console) {
        let manifest = report.manifest
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
        for payment in uncertain.inDoubt { console.print(language.text("restore.inDoubt", ["payment": payment])) }
        for file in manifest.missing {
            console.print(language.text("restore.archiveMissing", ["file": file.printable]))
        }
        if let names = Self.listed(uncertain.tokens.map(\.name)) {
            console.print(language.text("restore.tokensRevoked", ["names": names]))
        }
        if let names = Self.listed(uncertain.operators.map(\.name)) {
            console.print(language.text("restore.operatorsRemoved", ["names": names]))
        }
        console.print(language.text("restore.next"))
    }

    /// All of these names; nil if there are none.
    private static func listed(_ names: [String]) -> Sentence? {
        names.isEmpty ? nil : Sentence(listing: names.map { Sentence(stored: $0.printable) })
    }
}
