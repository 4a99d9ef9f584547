import ArgumentParser
import Configuration
import Flow
import Model
import Foundation
import Service

struct DoctorCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Lists every reason why this machine could not take a payment, and what mends it.",
        discussion: """
            Till charges nothing and prints nothing. A mistake in the configuration is one of the findings.

            Exit codes: 0 a payment could be taken, 6 there is a reason why not.
            """)

    @Flag(
        help:
            "Also register at the terminals, as every payment does, and try serial printers that do not answer at other speeds."
    )
    var probe = false
    @Flag(help: "Only print the udev rules of this release.")
    var udevRules = false
    @Option(
        help: ArgumentHelp(
            "The language of the findings. Default: shop.language, else that of $LANG, else en.",
            valueName: "language"))
    var language: OperatorLanguage?
    @OptionGroup var devices: DeviceOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private struct Document: Encodable {
        let ready: Bool
        let findings: [Finding]
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        guard !udevRules else {
            console.write(UdevRules.text)
            return .done
        }
        let language = language ?? .asked(data.files().read().configuration)
        let stop = Interrupt { _ in
            console.say("! \(Sentence("doctor.stopped").text(in: language))")
            Interrupt.leave(.cancelled)
        }
        defer { stop.stop() }
        let findings = try await examine().findings
        let isReady = !findings.contains { $0.severity == .stops }
        if output.json {
            console.print(try Output.json(Document(ready: isReady, findings: findings)))
        } else {
            for finding in findings { tell(finding, console, in: language) }
            console.print()
            let reasons = findings.count { $0.severity == .stops }
            let end = isReady ? Sentence("doctor.ready") : Sentence("doctor.notReady", ["reasons": reasons])
            console.print(end.text(in: language))
        }
        return isReady ? .done : .deviceNotAvailable
    }

    private func examine() async throws(Failure) -> Examination {
        let (files, environment) = (data.files(), Environment.live)
        let read = files.read()
        let setup = TillSetup(directory: try data.directory(), configuration: read.configuration)
        let doctor = Doctor(
            setup: setup,
            files: ConfigurationFacts(
                files: files.paths, problems: read.problems, limiting: files.limiting(read),
                remarks: ServiceFiles.remarks(on: read, now: environment.now())),
            devices: Devices(setup, environment: environment), environment: environment, probes: probe,
            system: SystemFacts(root: ""))
        return await doctor.examine(
            terminal: try devices.namedTerminal(read.configuration) ?? read.configuration.usualTerminal,
            printer: try devices.namedPrinter(read.configuration) ?? read.configuration.usualPrinter)
    }

    private func tell(_ finding: Finding, _ console: Console, in language: OperatorLanguage) {
        let mark =
            switch finding.severity {
            case .ok: language.text("doctor.mark.ok")
            case .notAsked: "-"
            case .warning: language.text("doctor.mark.warning")
            case .stops: language.text("doctor.mark.stops")
            }
        console.print("\(mark.padded(9))\(finding.code.padded(24))\(finding.said.text(in: language))".printable)
        if let advice = finding.advice { console.print("\("".padded(9))-> \(advice.text(in: language))".printable) }
    }
}
