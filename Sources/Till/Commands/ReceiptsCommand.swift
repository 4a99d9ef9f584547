import ArgumentParser
import Flow
import Foundation
import Model
import Stores

struct ReceiptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts", abstract: "Looks receipts up.",
        subcommands: [ListReceipts.self, ShowReceipt.self, EmailReceipt.self])
}

extension ReceiptCopy: ExpressibleByArgument {}

struct ListReceipts: TillCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The newest receipts.")

    @Option(help: "At most so many, up to 1000.")
    var limit = 20
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws { try ListLimit.check(limit, upTo: ListLimit.receipts) }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let most = limit
        let receipts = try await till.ask { ReceiptAction.listReceipts(limit: most, $0) }
        guard !output.json else {
            console.print(try Output.json(receipts.map(Output.Receipt.init)))
            return .done
        }
        for receipt in receipts {
            let order = (receipt.orderNumber ?? "-").padded(8)
            let prints = "\(receipt.printCount) print\(receipt.printCount == 1 ? "" : "s")"
            console.print(
                "\(receipt.id.rawValue.padded(16))\(receipt.createdAt.formatted(.iso8601).padded(22))\(order)"
                    + "\(receipt.copy.rawValue.padded(10))\(prints)")
        }
        if receipts.isEmpty { console.say("no receipts") }
        return .done
    }
}

struct ShowReceipt: TillCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One receipt as text.")

    @Argument(help: "A receipt id, an order number, or `last`.")
    var receipt: String
    @Option(help: "The customer's copy or the merchant's.")
    var copy: ReceiptCopy?
    @Option(help: "Columns to lay it out for.")
    var columns = 48
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard (24...255).contains(columns) else { throw ValidationError("--columns is 24 to 255.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let reference = ReceiptReference(receipt, copy: copy)
        if output.json {
            let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
            console.print(try Output.json(stored.document))
        } else {
            let width = columns
            console.write(try await till.ask { ReceiptAction.generateContent(reference, columns: width, $0) })
        }
        return .done
    }
}

struct ReprintCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprint", abstract: "Prints a receipt once more, marked as a duplicate.",
        discussion: "What was sent to paper is printed on standard output too.")

    @Argument(help: "A receipt id, an order number, or `last`.")
    var receipt: String
    @Option(help: "The customer's copy or the merchant's.")
    var copy: ReceiptCopy?
    @Option(help: "Another printer than the usual one: a configured name, or an address.")
    var printer: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        var devices = DeviceOptions()
        devices.printer = printer
        let (reference, address) = (
            ReceiptReference(receipt, copy: copy), try devices.printer(till.configuration, settings)
        )
        let report = try await till.ask { PrintSpoolAction.reprint(reference, printer: address, $0) }
        if output.json { console.print(try Output.json(Output.Print(report))) } else { console.write(report.text) }
        guard let failure = report.failure else { return .done }
        console.say(failure)
        return Exit(failure)
    }
}
