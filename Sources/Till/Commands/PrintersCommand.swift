import ArgumentParser
import ESCPOS
import Flow
import Hardware
import Model
import Receipts
import Storage
import Stores

/// What keeps a receipt printer going between receipts.
struct PrintersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printers", abstract: "Finds receipt printers, asks how they are, and tries them out.",
        subcommands: [
            ListPrintersCommand.self, PrinterStatusCommand.self, TestPrinterCommand.self, OpenDrawerCommand.self,
            StoreLogoCommand.self, RecoverPrinterCommand.self,
        ])
}

/// The printer of commands that need no reader.
struct PrinterServiceOptions: ParsableArguments {
    @Option(help: "The receipt printer: a configured name, or an address. Default: the usual one.")
    var printer: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// The till, and the printer named, or the usual one, or the one used last.
    func open() async throws(Failure) -> (till: LiveTill, printer: DeviceAddress) {
        let till = try await LiveTill(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        var devices = DeviceOptions()
        devices.printer = printer
        let address = try devices.printer(till.configuration, settings)
        try till.checkApart(reader: till.configuration.usualReader ?? settings.reader, printer: address)
        return (till, address)
    }

    /// Says how the printer is, and gives its exit code.
    func tell(
        _ status: PrinterStatus, of printer: DeviceAddress, _ till: LiveTill, _ console: Console
    ) throws(Failure) -> Exit {
        let obstacle = Failure.obstacle(status)
        if output.json {
            let profile = till.printers.profile(of: printer)
            console.print(try Output.json(Output.Printer(printer, profile, status, obstacle)))
        } else {
            console.print("\(printer): \(obstacle == nil ? status.sentence : "cannot print.")".printable)
        }
        guard let obstacle else { return .done }
        console.say(obstacle)
        return Exit(obstacle)
    }

    /// Says what came of it, and gives its exit code.
    func tell(_ sent: Output.SentToPrinter, _ end: PrintEnd, _ done: String, _ console: Console) throws(Failure) -> Exit
    {
        if output.json { console.print(try Output.json(sent)) }
        guard let failure = end.failure else {
            if !output.json { console.say("\(done) (\(end.word)).") }
            return .done
        }
        console.say(failure)
        return Exit(failure)
    }
}

struct PrinterStatusCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says how the printer is, and what it needs. Exit 6 where it cannot print.")

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let status = try await till.ask { PrinterServiceAction.status(printer, $0) }
        await console.sayCutOff(till, in: till.tongue)
        return try options.tell(status, of: printer, till, console)
    }
}

struct RecoverPrinterCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Has a printer go on after a jam that somebody has cleared.",
        discussion: """
            Its blade moves: keep fingers and tools out of it. What it still held of a receipt is dropped, since that \
            receipt is in doubt by now; `till reprint` prints it again, marked. A receipt that is still waited for needs \
            no command: it goes on once the cover was opened and is closed again.
            """)

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let profile = till.printers.profile(of: printer)
        guard let command = PrinterOrder.recoverEmpty.bytes(for: profile) else {
            throw .cannot("A printer of profile \(profile) obeys no such command.", "switch it off and on")
        }
        let status = try await till.ask { PrinterServiceAction.recover(command, printer, $0) }
        await console.sayCutOff(till, in: till.tongue)
        return try options.tell(status, of: printer, till, console)
    }
}

struct TestPrinterCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Prints a sheet that shows width, letters, dots, symbols and cut, and says what to look for.",
        discussion: """
            Standard output shows the sheet as it should be; hold the paper against it. Where they differ the printer \
            is of another profile.
            """)

    @Option(
        help: ArgumentHelp(
            "Code pages to show as a whole, by their numbers, such as 0-60; `all` are those of the profile. Default: a line of each of these.",
            valueName: "numbers"))
    var pages: PageNumbers?
    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let test = SelfTest(
            till.printers.encoder(for: printer), numbers: pages?.numbers(of: till.printers.profile(of: printer)),
            logo: till.printers.logo(for: printer))
        let bytes = test.bytes
        let end = try await till.ask { PrinterServiceAction.send(bytes, to: printer, $0) }
        await console.sayCutOff(till, in: till.tongue)
        if !options.output.json {
            console.write(test.text)
            console.say("Look at the paper:")
            for question in test.questions { console.say("  - \(question)") }
        }
        return try options.tell(Output.SentToPrinter(printer, end, test: test), end, "The sheet is printed", console)
    }
}

/// `0-60`, one number, or `all`.
struct PageNumbers: ExpressibleByArgument {
    /// Nil: all that a profile has.
    private let range: ClosedRange<UInt8>?

    func numbers(of profile: PrinterProfile) -> [UInt8] {
        range.map { Array($0) } ?? profile.codePages.numbers.values.sorted()
    }

    init?(argument: String) {
        guard argument != "all" else {
            range = nil
            return
        }
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt8($0) }
        guard let first = ends.first.flatMap(\.self), let last = ends.last.flatMap(\.self), ends.count <= 2,
            first <= last
        else { return nil }
        range = first...last
    }
}

struct OpenDrawerCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "drawer", abstract: "Opens a cash drawer that is connected to the printer.",
        discussion: """
            In order with what is being printed; at once where the printer cannot print just now, if it obeys such a \
            command.
            """)

    @Option(help: "Which one: 1 on pin 2, 2 on pin 5. Default: printers.drawer, else 1.")
    var number: Int?
    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        if let number, !(1...2).contains(number) { throw ValidationError("--number is 1 or 2.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let profile = till.printers.profile(of: printer)
        let number = number ?? till.configuration.extras(ofPrinterAt: printer).drawer ?? 1
        guard let inOrder = PrinterOrder.openDrawer(number).bytes(for: profile) else {
            throw .cannot("A printer of profile \(profile) has no drawer \(number).", "name another profile or drawer")
        }
        let atOnce = PrinterOrder.openDrawerNow(number).bytes(for: profile)
        let report = try await till.ask { PrinterServiceAction.openDrawer(inOrder, atOnce: atOnce, of: printer, $0) }
        await console.sayCutOff(till, in: till.tongue)
        if let obstacle = report.obstacle { console.say("At once, since it cannot print: \(obstacle.sentence)") }
        return try options.tell(
            Output.SentToPrinter(printer, report.end), report.end, "Drawer \(number) was told to open", console)
    }
}

struct StoreLogoCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "logo", abstract: "Puts the receipts' logo into the printer's own memory.",
        discussion: """
            The logo is that of the receipts' template, the name under which it is kept `logo_key` in [[printers]]. From \
            then on receipts name it in place of its dots; when the template's logo is changed, they are sent again \
            until this command is run again. The logo is printed once, to be looked at. A printer's memory does not \
            take this without end: once for each logo.
            """)

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let kept = try logo(for: printer, till)
        let profile = till.printers.profile(of: printer)
        guard let definition = kept.definition(for: profile) else {
            throw .cannot("A printer of profile \(profile) keeps no logo.", "leave logo_key out")
        }
        // Whatever becomes of it, what was there is there no more.
        try till.logoMemory.forget(at: printer)
        let encoder = ESCPOSEncoder(profile: profile, stored: kept)
        let sample = LaidOutReceipt(columns: encoder.columns, lines: [.picture(kept.picture), .blank, .cut])
        let bytes = definition + encoder.encode(sample).bytes
        let end = try await till.ask { PrinterServiceAction.send(bytes, to: printer, $0) }
        await console.sayCutOff(till, in: till.tongue)
        if end.failure == nil { try till.logoMemory.keep(StoredLogo(kept), at: printer) }
        return try options.tell(
            Output.SentToPrinter(printer, end), end, "The printer keeps the logo as \(kept.key)", console)
    }

    private func logo(for printer: DeviceAddress, _ till: LiveTill) throws(Failure) -> StoredPicture {
        guard till.printers.logo(for: printer) != nil else {
            throw .cannot("The receipts have no logo.", "name one in the template (docs/receipts.md)")
        }
        guard till.configuration.extras(ofPrinterAt: printer).logoKey != nil else {
            throw .cannot("No name is configured for the logo.", "set logo_key in [[printers]] (docs/configuration.md)")
        }
        guard let kept = till.printers.logoToKeep(for: printer) else {
            throw .cannot("The logo is too large for a printer's memory.", "make it less high")
        }
        return kept
    }
}

extension Failure {
    fileprivate static func cannot(_ sentence: String, _ remedy: String) -> Failure {
        Failure("printer.cannot", sentence, remedy: remedy, recovery: .giveUp)
    }
}

extension PrinterStatus {
    /// Where nothing stands in its way.
    var sentence: String {
        if self == PrinterStatus() { return "can be written to; it tells nothing of itself." }
        return paper == .nearEnd ? "ready, and nearly out of paper." : "ready."
    }
}

extension Output {
    /// What a printer was sent besides receipts.
    struct SentToPrinter: Encodable {
        struct Page: Encodable {
            let number: Int
            let name: String?
            let rows: [String]
        }

        let printer: String
        let state: String
        let failure: String?
        let profile: String?
        let dots: Int?
        let columns: Int?
        let pages: [Page]?
        let questions: [String]?

        init(_ printer: DeviceAddress, _ end: PrintEnd, test: SelfTest? = nil) {
            self.printer = "\(printer)"
            state = end.word
            failure = end.failure?.code
            profile = test?.profile.name
            dots = test?.profile.widthDots
            columns = test?.profile.columnsA
            pages = test?.pages.map { Page(number: Int($0.number), name: $0.page?.rawValue, rows: $0.rows) }
            questions = test?.questions
        }
    }

    struct Printer: Encodable {
        let printer: String
        let profile: String
        let ready: Bool
        let online: Bool?
        let paper: String
        let cover: String
        let fault: Bool
        let failure: String?

        init(_ printer: DeviceAddress, _ profile: PrinterProfile, _ status: PrinterStatus, _ obstacle: Failure?) {
            self.printer = "\(printer)"
            self.profile = profile.name
            ready = obstacle == nil
            online = status.online
            paper = status.paper.word
            cover = status.cover.rawValue
            fault = status.fault != nil
            failure = obstacle?.code
        }
    }
}

extension PrinterStatus.Paper {
    var word: String {
        switch self {
        case .ok, .out, .unknown: rawValue
        case .nearEnd: "near_end"
        }
    }
}
