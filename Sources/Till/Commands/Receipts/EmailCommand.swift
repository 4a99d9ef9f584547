import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Service
import Stores

struct EmailReceipt: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "email", abstract: "Sends a receipt by e-mail, as HTML and as a PDF.",
        discussion: """
            Till hands the e-mail to this machine's mail system; `from` in [email] of the configuration switches this on. An \
            e-mail that cannot be handed over waits; --waiting tries it again, and so does every further e-mail. An e-mail \
            that may have been sent is not sent again.

            Exit codes: 0 sent, 5 it may or may not have been sent, 7 no such receipt, 65 the mail system refused it for \
            good, 75 it waits.
            """)

    @Argument(
        help: ArgumentHelp(
            "A receipt id, an order number, or `last`. A number means the receipt of the order's sale.",
            valueName: "receipt"))
    var receipt: String?
    @Argument(help: ArgumentHelp("The recipient's e-mail address, such as anna@example.org.", valueName: "address"))
    var address: String?
    @Flag(help: "Send the e-mails that wait, and no new one.")
    var waiting = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard waiting ? receipt == nil : address != nil else {
            throw ValidationError("Name a receipt and an address, or only --waiting.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        var mails: [MailID] = []
        if let receipt, let address {
            let requester = console.invocation.requester
            mails = [
                try await till.ask {
                    MailAction.enqueue(ReceiptReference(receipt), to: address, by: requester, $0)
                }
            ]
        } else {
            mails = try await till.ask { MailAction.listWaiting($0) }.map(\.id)
        }
        let interruption = try await till.handMailsOver()
        var reports: [MailReport] = []
        for id in mails { reports.append(try await till.ask { MailAction.report(id, $0) }) }
        if output.json {
            console.print(try Output.json(reports.map(Output.Mail.init)))
        } else {
            for report in reports { console.print("\(report.id): \(report.sentence.text(in: till.language))") }
            if mails.isEmpty { console.say(till.language.text("mail.none")) }
        }
        let failures = reports.compactMap { $0.failure ?? ($0.isEnded ? nil : interruption) }
        for failure in Set(failures) { console.say(failure) }
        let exits = reports.map(\.exit)
        return [.inDoubt, .malformed, .temporary].first(where: exits.contains) ?? .done
    }
}

extension MailReport {
    fileprivate var failure: Failure? { state.failure }

    fileprivate var isEnded: Bool {
        switch state {
        case .waiting, .handing: false
        case .sent, .refused, .unknown: true
        }
    }

    fileprivate var sentence: Sentence {
        switch state {
        case .waiting, .handing: Sentence("mail.state.waiting", ["receipt": receipt])
        case .sent: Sentence("mail.state.sent", ["receipt": receipt])
        case .refused: Sentence("mail.state.refused", ["receipt": receipt])
        case .unknown: Sentence("mail.state.unknown", ["receipt": receipt])
        }
    }

    fileprivate var exit: Exit {
        switch state {
        case .waiting, .handing: .temporary
        case .sent: .done
        case .refused: .malformed
        case .unknown: .inDoubt
        }
    }
}
