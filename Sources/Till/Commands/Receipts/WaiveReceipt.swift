import ArgumentParser
import Flow
import Model
import Storage
import Stores

struct WaiveReceipt: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "waive",
        abstract: "Does without the paper of a receipt that waits for its printer or could not be printed.",
        discussion: """
            Its prints of which nothing was sent to a printer are given up, and the receipt is no task for anybody any more. The \
            receipt itself stays: it can be shown, e-mailed and printed. The journal keeps who did without it.

            A print that was asked for and has not begun is taken back. One that is being printed cannot be.

            Exit codes: 0 waived, 7 no such receipt, 8 no print of it waits, and none has failed, or it is being printed.
            """)

    @OptionGroup var options: ReceiptOptions
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let reference = options.reference
        let stored = try await till.ask { ReceiptAction.loadReceipt(reference, $0) }
        let (named, requester) = (ReceiptReference(stored.id.rawValue), console.invocation.requester)
        try await till.ask { PrintSpoolAction.waive(named, by: requester, $0) }
        console.print(till.language.text("receipts.waived", ["receipt": stored.id]))
        return .done
    }
}
