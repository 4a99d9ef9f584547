import ArgumentParser
import Failures
import Flow
import Foundation
import Model
import Receipts
import Service
import Storage
import Stores

struct ReceiptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts", abstract: "Lists, shows, prints and e-mails receipts.",
        subcommands: [
            ListReceipts.self, ShowReceipt.self, ListPrints.self, PrintReceipt.self, WaiveReceipt.self,
            EmailReceipt.self, ShowShopReceipt.self,
        ])
}

extension ReceiptCopy: ExpressibleByArgument {}

struct ListReceipts: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the newest receipts with their state.",
        discussion: """
            A till that has signed in at a shop shows the shop of each receipt: it is the one in which it was paid, whoever is \
            signed in where now.
            """)

    @Option(help: ArgumentHelp("The most receipts to list, 1 to 1000.", valueName: "count"))
    var limit = 20
    @Option(
        help: ArgumentHelp(
            "Only receipts of payments in this shop: its address or name, `current` for the one that is signed in, or `embedded`.",
            valueName: "shop"))
    var shop: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws { try ListLimit.check(limit, upTo: ListLimit.receipts) }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let shops = try await till.ask { AccountAction.loadShops($0) }
        let site: SiteID? = if let shop { try await till.site(of: shop, among: shops) } else { nil }
        let receipts = try await receipts(of: site, till)
        guard !output.json else {
            console.print(try Output.json(receipts.map(Output.Receipt.init)))
            return .done
        }
        for listed in receipts { console.print(line(of: listed, showsShop: !shops.isEmpty, till)) }
        if receipts.isEmpty { console.say(till.language.text("receipts.none")) }
        return .done
    }
}

extension ListReceipts {
    private func receipts(of site: SiteID?, _ till: LiveTill) async throws(Failure) -> [ListedReceipt] {
        var (found, next) = ([ListedReceipt](), ReceiptID?.none)
        repeat {
            let (before, most) = (next, limit - found.count)
            let page = try await till.ask {
                ReceiptAction.listReceipts(before: before, of: site, limit: most, $0)
            }
            found += page.receipts
            next = page.next
        } while found.count < limit && next != nil
        return found
    }

    private func line(of listed: ListedReceipt, showsShop: Bool, _ till: LiveTill) -> String {
        let receipt = listed.receipt
        let order = (receipt.orderNumber ?? "-").padded(8)
        let prints =
            receipt.printCount == 1
            ? till.language.text("receipts.onePrint")
            : till.language.text("receipts.prints", ["count": receipt.printCount])
        let shop = showsShop ? (listed.shop.map { String($0.printable.prefix(22)) } ?? "-").padded(24) : ""
        return "\(receipt.id.rawValue.padded(16))\(till.clock.text(receipt.createdAt).padded(21))\(order)"
            + "\(receipt.copy.rawValue.padded(10))\(shop)\(prints)\(listed.note.text(in: till.language))"
    }
}

extension ListedReceipt {
    /// The receipt's state, as the list shows it after the number of prints.
    fileprivate var note: Sentence {
        switch state {
        case .printed, .notPrinted: Sentence(stored: "")
        case .waiting: Sentence("receipts.waiting")
        case .printing: Sentence("receipts.printing")
        case .cutOff: Sentence("receipts.cutOff", ["receipt": receipt.id])
        case .unknown: Sentence("receipts.unknown", ["receipt": receipt.id])
        case .withdrawn: Sentence("receipts.withdrawn", ["payment": receipt.payment])
        }
    }
}

struct ShowReceipt: TillCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one receipt as text.")

    @OptionGroup var options: ReceiptOptions
    @Option(help: ArgumentHelp("The width in characters, 24 to 255.", valueName: "columns"))
    var columns = 48
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard (24...255).contains(columns) else { throw ValidationError("--columns is 24 to 255.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let reference = options.reference
        if output.json {
            let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
            console.print(try Output.json(receipt: stored.document))
        } else {
            let width = columns
            console.write(try await till.ask { ReceiptAction.generateContent(reference, columns: width, $0) })
        }
        return .done
    }
}

struct ListPrints: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "prints",
        abstract: "Lists every print of a receipt: the printer, how it ended, and why it went to that printer.")

    @OptionGroup var options: ReceiptOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let reference = options.reference
        let prints = try await till.ask { ReceiptAction.listPrints(reference, $0) }
        guard !output.json else {
            console.print(try Output.json(prints.map(Output.PrintRow.init)))
            return .done
        }
        for print in prints { console.write(text(print, till.language, till.clock)) }
        if prints.isEmpty { console.say(till.language.text("print.none")) }
        return .done
    }

    private func text(_ print: PrintHistory, _ language: OperatorLanguage, _ clock: ShopClock) -> String {
        let job = print.job
        let mark =
            job.mark == .original
            ? language.text("print.original") : language.text("print.duplicate", ["number": job.mark.number])
        let time = clock.text(job.finishedAt ?? job.startedAt ?? job.createdAt)
        let why = job.failureSentence.map { " (\($0.text(in: language)))" } ?? ""
        var text = "\(time.padded(21))\(mark.padded(14))\(job.printer): \(job.state.name(in: language))\(why)\n"
        if let move = print.move {
            text += "  \(language.text("print.inPlaceOf", ["printer": move.from, "because": move.because.said]))\n"
        }
        return text.split(separator: "\n").map { String($0).printable + "\n" }.joined()
    }
}

/// The options of the commands that print a receipt.
struct PaperOptions: ParsableArguments {
    @OptionGroup var options: ReceiptOptions
    @Option(
        help: ArgumentHelp(
            "The printer: a configured name or an address, such as usb:04b8:0e15 or tcp:192.168.1.30:9100. Default: the printer that [routing] gives for this receipt, else the usual one.",
            valueName: "printer"))
    var printer: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// Prints the receipt, shows what the printer waits for, and writes what was sent to the printer. The exit code is that
    /// of the last print.
    ///
    /// - Parameter isList: whether the JSON document is a list of prints, however many there are.
    func print(
        _ console: Console, isList: Bool = false,
        _ work: @escaping @Sendable (LiveTill, ReceiptReference, DeviceAddress) async throws(Failure) -> [PrintReport]
    ) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let named = options.reference
        let stored = try await till.ask { ReceiptAction.loadReceipt(named, $0) }
        let address = try await address(for: stored, till)
        let watched = LiveScreen(console, in: till.language).follow(
            till.printerStandings, at: [address])
        defer { watched.cancel() }
        let interrupt = Interrupt(
            CashierSpeech(console: console, language: till.language).withoutPaper(till, leaving: .inDoubt))
        defer { interrupt.stop() }
        try console.invocation.served?.checkCaller()
        let reports: [PrintReport]
        do throws(Failure) {
            reports = try await till.awaitingPaper(on: [address]) { () async throws(Failure) in
                try await work(till, ReceiptReference(stored.id.rawValue), address)
            }
        } catch {
            await console.sayCutOff(till, in: till.language)
            guard error.is(PrinterFailure.notAwaited) else { throw error }
            // The service prints on, and nobody knows yet how it ends.
            console.end(with: error)
            return .inDoubt
        }
        try tell(reports, console, isList)
        for report in reports { console.sayReplaced(report.replaced) }
        await console.sayCutOff(till, in: till.language, besides: reports.last?.failure == nil ? stored.id : nil)
        guard let last = reports.last, let failure = last.failure else { return .done }
        console.say(failure)
        if case .unknown = last.end { return .inDoubt }
        return Exit(failure)
    }

    private func tell(_ reports: [PrintReport], _ console: Console, _ isList: Bool) throws(Failure) {
        if !output.json {
            for report in reports { console.write(report.text) }
        } else if isList {
            console.print(try Output.json(reports.map(Output.Print.init)))
        } else if let report = reports.first {
            console.print(try Output.json(Output.Print(report)))
        }
    }

    private func address(for receipt: StoredReceipt, _ till: LiveTill) async throws(Failure) -> DeviceAddress {
        var devices = DeviceOptions()
        devices.printer = printer
        let named = try devices.namedPrinter(till.configuration)
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let printer: DeviceAddress
        if let sent = named ?? till.configuration.route(of: receipt.document.sheetKind) {
            printer = sent
        } else {
            printer = try devices.printer(till.configuration, settings)
        }
        try till.checkApart(terminal: till.configuration.usualTerminal ?? settings.terminal, printer: printer)
        return printer
    }
}

struct PrintReceipt: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Prints a receipt of which nothing was ever printed, without a mark.",
        discussion: """
            Standard output shows what was sent to the printer.

            Exit codes: 0 printed, 5 nobody knows whether it was printed, 6 the printer is not available, 7 no such receipt, \
            8 something of it was printed before (use `till reprint`) or the receipt was withdrawn.
            """)

    @OptionGroup var paper: PaperOptions
    var data: DataOptions { paper.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let requester = console.invocation.requester
        return try await paper.print(console) { (till, receipt, printer) throws(Failure) in
            [try await till.ask { PrintSpoolAction.print(receipt, printer: printer, by: requester, $0) }]
        }
    }
}

struct ReprintCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprint", abstract: "Prints a receipt again, marked as a numbered duplicate.",
        discussion: """
            Standard output shows what was sent to the printer.

            Exit codes: 0 printed, 5 nobody knows whether it was printed, 6 nothing was printed, 7 no such receipt, 8 the \
            receipt was withdrawn.
            """)

    @OptionGroup var paper: PaperOptions
    @Option(
        help: ArgumentHelp(
            "How many duplicates to print, 1 to \(PrintSpoolAction.mostCopies), each with its own number.",
            valueName: "count"))
    var copies = 1
    var data: DataOptions { paper.data }
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (1...PrintSpoolAction.mostCopies).contains(copies) else {
            throw ValidationError("--copies is 1 to \(PrintSpoolAction.mostCopies).")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (count, requester) = (copies, console.invocation.requester)
        return try await paper.print(console, isList: count > 1) { (till, receipt, printer) throws(Failure) in
            try await till.ask { PrintSpoolAction.printCopies(receipt, count, printer: printer, by: requester, $0) }
        }
    }
}
