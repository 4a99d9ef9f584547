import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Service
import Stores

/// Finds out how a terminal behaves.
struct DiagnoseReaderCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose",
        abstract: "Finds out how a terminal behaves, without moving money, and keeps this as its profile.",
        discussion: """
            The next payments on this terminal use the profile. `till readers profile` shows it.

            Exit codes: 0 asked, 6 the terminal cannot be asked, 75 a payment on it is in doubt.
            """)

    @Flag(help: "Also have the terminal call its host.")
    var deep = false
    @Flag(help: "List the questions; ask and keep nothing.")
    var dryRun = false
    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        guard !dryRun else {
            let questions = TerminalQuestion.script(isDeep: deep).map(\.sentence)
            if output.json {
                console.print(try Output.json(questions.map(\.description)))
            } else {
                let language = OperatorLanguage.asked(data.files().read().configuration)
                for question in questions { console.print(question.text(in: language)) }
            }
            return .done
        }
        let till = try await LiveTill.owning(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let terminal = try devices.terminal(till.configuration, settings)
        try till.configuration.checkApart(terminal: terminal)
        let (currency, deep) = (till.configuration.shop.currency, deep)
        let diagnosis = try await Interruptible.service(on: terminal, of: till, console).run {
            () async throws(Failure) in
            try await till.ask { TerminalServiceAction.diagnose(terminal, currency, isDeep: deep, $0) }
        }
        try Output.tell(diagnosis.profile, nil, diagnosis.asked, output, console, in: .asked(till.configuration))
        return .done
    }
}

/// Shows a terminal's profile, which `till readers diagnose` has stored.
struct ReaderProfileCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Shows what `till readers diagnose` found out, without asking the terminal.",
        discussion: "Exit 7 when nothing was found out about this terminal yet.")

    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console, makesTill: true)
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let terminal = try devices.terminal(till.configuration, settings)
        guard let known = try await till.ask({ TerminalServiceAction.profile(terminal, $0) }) else {
            throw .noProfile(terminal)
        }
        try Output.tell(known.profile, known.foundAt, [], output, console, in: .asked(till.configuration))
        return .done
    }
}

extension Output {
    static func tell(
        _ profile: TerminalProfile, _ foundAt: Date?, _ asked: [TerminalDiagnosis.Asked], _ output: JSONOption,
        _ console: Console, in language: OperatorLanguage
    ) throws(Failure) {
        if output.json { return console.print(try json(Profile(profile, foundAt, asked, in: .en))) }
        let title = language.text(
            "profile.terminal",
            [
                "terminal": profile.terminalID ?? language.text("profile.withoutID"),
                "software": profile.softwareVersion.map { language.text("profile.software", ["version": $0]) } ?? "",
                "found": foundAt.map { language.text("profile.foundAt", ["day": WrittenMoment(day: $0)]) } ?? "",
            ])
        console.print(title.printable)
        for sentence in profile.findings { console.print("  " + sentence.text(in: language)) }
        if !profile.advice.isEmpty { console.print(language.text("profile.meaning")) }
        for sentence in profile.advice { console.print("  - " + sentence.text(in: language)) }
        if let slowest = asked.map(\.took).max() {
            console.print(
                language.text(
                    "profile.slowest", ["questions": asked.count, "milliseconds": slowest.wholeMilliseconds]))
        }
    }
}
