import ArgumentParser
import ESCPOS
import Failures
import Flow
import Hardware
import Model
import Receipts
import Service
import Storage
import Stores

/// The commands that find, examine and maintain receipt printers.
struct PrintersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printers", abstract: "Finds, examines and tests receipt printers.",
        subcommands: [
            ListPrintersCommand.self, PrinterStatusCommand.self, TestPrinterCommand.self, OpenDrawerCommand.self,
            StoreLogoCommand.self, RecoverPrinterCommand.self,
        ])
}

/// The options of the commands that need a printer and no terminal.
struct PrinterServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The receipt printer: a configured name or an address, such as usb:04b8:0e15, serial:/dev/ttyUSB1?baud=19200 or tcp:192.168.1.30:9100. Default: the configured printer, else the one that served a payment last.",
            valueName: "printer"))
    var printer: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// Opens the till, with the printer that is named, or the usual one, or the one used last.
    func open() async throws(Failure) -> (till: LiveTill, printer: DeviceAddress) {
        let till = try await LiveTill.owning(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        var devices = DeviceOptions()
        devices.printer = printer
        let address = try devices.printer(till.configuration, settings)
        try till.checkApart(terminal: till.configuration.usualTerminal ?? settings.terminal, printer: address)
        return (till, address)
    }

    /// Shows the printer's status and returns its exit code.
    func tell(
        _ status: PrinterStatus, of printer: DeviceAddress, _ till: LiveTill, _ console: Console
    ) throws(Failure) -> Exit {
        let obstacle = Failure.obstacle(status)
        if output.json {
            let profile = till.printers.profile(of: printer)
            console.print(try Output.json(Output.Printer(printer, profile, status, obstacle)))
        } else {
            let said = obstacle == nil ? status.sentence : Sentence("printer.cannotPrint")
            console.print("\(printer): \(said.text(in: till.language))".printable)
        }
        guard let obstacle else { return .done }
        console.say(obstacle)
        return Exit(obstacle)
    }

    /// Shows how the print ended and returns its exit code.
    func tell(
        _ sent: Output.SentToPrinter, _ end: PrintEnd, _ done: Sentence, _ till: LiveTill, _ console: Console
    ) throws(Failure) -> Exit {
        if output.json { console.print(try Output.json(sent)) }
        guard let failure = end.failure else {
            if !output.json {
                console.say("\(done.text(in: till.language)) (\(end.name(in: till.language))).")
            }
            return .done
        }
        console.say(failure)
        return Exit(failure)
    }
}

struct PrinterStatusCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the printer's status, and what it needs. Exit 6 when it cannot print.")

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let status = try await till.ask { PrinterServiceAction.status(printer, $0) }
        await console.sayCutOff(till, in: till.language)
        return try options.tell(status, of: printer, till, console)
    }
}

struct RecoverPrinterCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Makes a printer go on after someone has cleared a jam by hand.",
        discussion: """
            The blade moves: keep fingers and tools away from it. The printer drops the rest of a receipt that it still \
            holds, because that print is in doubt; `till reprint` prints the receipt again, marked. A receipt that a command \
            still waits for needs no `recover`: it goes on when the cover is opened and closed again.
            """)

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let command = try till.printers.recoveryCommand(of: printer)
        let status = try await till.ask { PrinterServiceAction.recover(command, printer, $0) }
        await console.sayCutOff(till, in: till.language)
        return try options.tell(status, of: printer, till, console)
    }
}

struct TestPrinterCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Prints a test sheet with width, letters, dots, symbols and cut, and says what to look for.",
        discussion: """
            Standard output shows the sheet as it should look. When the paper differs, the printer needs another profile \
            (docs/printers.md).
            """)

    @Option(
        help: ArgumentHelp(
            "The numbers of code pages to print in full, such as 0-60, or `all` for those of the profile. Default: one line of each code page of the profile.",
            valueName: "numbers"))
    var pages: PageNumbers?
    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let test = till.printers.selfTest(
            for: printer, numbers: pages?.numbers(of: till.printers.profile(of: printer)), in: till.language)
        let data = test.data
        let end = try await till.ask { PrinterServiceAction.send(data, to: printer, $0) }
        await console.sayCutOff(till, in: till.language)
        if !options.output.json {
            console.write(test.text)
            console.say(till.language.text("printer.lookAtPaper"))
            for question in test.questions { console.say("  - " + question.text(in: till.language)) }
        }
        return try options.tell(
            Output.SentToPrinter(printer, end, test: test), end, Sentence("printer.sheetPrinted"), till, console)
    }
}

/// `0-60`, one number, or `all`.
struct PageNumbers: ExpressibleByArgument {
    /// The range of pages; nil for all pages of the profile.
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
            The drawer opens after what is being printed. A printer that cannot print now, for example without paper, opens \
            it at once if it has a real-time command for this.
            """)

    @Option(
        help: ArgumentHelp(
            "The drawer: 1 is on pin 2 of the connector, 2 on pin 5. Default: `drawer` in [[printers]], else 1.",
            valueName: "number"))
    var number: Int?
    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        if let number, !(1...2).contains(number) { throw ValidationError("--number is 1 or 2.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let commands = try till.printers.drawerCommands(number, of: printer)
        let report = try await till.ask {
            PrinterServiceAction.openDrawer(
                commands.inOrder, atOnce: commands.atOnce, of: printer, by: console.invocation.requester, $0)
        }
        await console.sayCutOff(till, in: till.language)
        if let obstacle = report.obstacle {
            console.say(till.language.text("printer.drawerAtOnce", ["why": obstacle.said]))
        }
        return try options.tell(
            Output.SentToPrinter(printer, report.end), report.end,
            Sentence("printer.drawer", ["number": commands.number]),
            till, console)
    }
}

struct StoreLogoCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "logo", abstract: "Stores the receipts' logo in the printer's own memory, and prints it once.",
        discussion: """
            The logo is that of the receipts' template; `logo_key` in [[printers]] is the key under which the printer stores \
            it. From then on receipts refer to the stored logo instead of sending its dots. After the template's logo has \
            changed, receipts send the dots again until this command is run again. Run it once for each logo: a printer's \
            memory allows a limited number of writes.
            """)

    @OptionGroup var options: PrinterServiceOptions
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (till, printer) = try await options.open()
        let kept = try logo(for: printer, till)
        let profile = till.printers.profile(of: printer)
        guard let definition = kept.definition(for: profile) else {
            throw .printerCannot(
                Sentence("failure.printer.cannot.noMemory", ["profile": profile]),
                Sentence("remedy.printer.cannot.noMemory"))
        }
        // Whatever the result, the logo that was there is gone.
        try till.logoMemory.forget(at: printer)
        let encoder = ESCPOSEncoder(profile: profile, stored: kept, typesetter: till.printers.typesetter)
        let sample = LaidOutReceipt(columns: encoder.columns, lines: [.picture(kept.picture), .blank, .cut])
        let data = PrintData(definition) + encoder.encode(sample).data
        let end = try await till.ask { PrinterServiceAction.send(data, to: printer, $0) }
        await console.sayCutOff(till, in: till.language)
        if end.failure == nil { try till.logoMemory.keep(StoredLogo(kept), at: printer) }
        return try options.tell(
            Output.SentToPrinter(printer, end), end, Sentence("printer.keepsLogo", ["key": kept.key]), till, console)
    }

    private func logo(for printer: DeviceAddress, _ till: LiveTill) throws(Failure) -> StoredPicture {
        guard till.printers.logo(for: printer) != nil else {
            throw .printerCannot(Sentence("failure.printer.cannot.noLogo"), Sentence("remedy.printer.cannot.noLogo"))
        }
        guard till.configuration.extras(ofPrinterAt: printer).logoKey != nil else {
            throw .printerCannot(Sentence("failure.printer.cannot.noKey"), Sentence("remedy.printer.cannot.noKey"))
        }
        guard let kept = till.printers.logoToKeep(for: printer) else {
            throw .printerCannot(
                Sentence("failure.printer.cannot.tooLarge"), Sentence("remedy.printer.cannot.tooLarge"))
        }
        return kept
    }
}

extension PrinterStatus {
    /// A sentence for a status without an obstacle.
    var sentence: Sentence {
        if self == PrinterStatus() { return Sentence("printer.tellsNothing") }
        return paper == .nearEnd ? Sentence("printer.nearEnd") : Sentence("printer.ready")
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
            questions = test?.questions.map(\.description)
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
