import Flow
import Model
import Storage

/// Prints the receipts in the spool. It belongs to the process: due receipts are printed with and without a session.
///
/// Printing is an effect of the till's state, one for each served printer, and waiting prints are on disk. So the next
/// process continues where this one was stopped.
package final class PrintSpoolStore: Store {
    package typealias Handled = PrintSpoolAction

    private let archive: ReceiptArchive
    private let settings: SettingsMemory
    private let spool: PrintSpool
    private let root: StateStore<TillState, TillEvent>

    init(archive: ReceiptArchive, spool: PrintSpool, root: StateStore<TillState, TillEvent>) {
        self.archive = archive
        settings = SettingsMemory(storage: spool.storage)
        self.spool = spool
        self.root = root
        root.effects(\.spool.printers) { printer, state, dispatch in
            Effect {
                guard await dispatch.announce(.spool(.began(printer))) else { return }
                let end = await spool.round(on: printer, asked: state.spool.asked(printer)) { dispatch(.spool($0)) }
                dispatch(.spool(end))
            }
        }
        root.effect(\.spool.search) { _, dispatch in Effect { dispatch(.spool(spool.search())) } }
    }

    package func onAction(_ action: PrintSpoolAction) {
        switch action {
        case .serve(let printer, let reply): reply { () throws(Failure) in try root.tell(.spool(.served(printer))) }
        case .dismiss(let printer, let reply):
            reply { () throws(Failure) in try root.tell(.spool(.dismissed(printer))) }
        case .stopWaiting(let reply): reply { () throws(Failure) in spool.printers.giveUp() }
        case .serveAll(let reply):
            reply { () throws(Failure) in
                try root.tell(.spool(.servedAll))
                if let printer = try settings.load().printer { try root.tell(.spool(.served(printer))) }
            }
        case .reprint(let reference, let printer, let requester, let reply):
            let (archive, spool) = (archive, spool)
            spool.environment.answer(reply, "reprint") { () throws(Failure) in
                try await spool.reprint(try archive.find(reference), on: printer, by: requester)
            }
        case .printCopies(let reference, let copies, let printer, let requester, let reply):
            let (archive, spool) = (archive, spool)
            let count = min(max(copies, 1), PrintSpoolAction.mostCopies)
            spool.environment.answer(reply, "copies") { () throws(Failure) in
                try await spool.reprint(try archive.find(reference), copies: count, on: printer, by: requester)
            }
        case .waive(let reference, let requester, let reply):
            let (archive, spool) = (archive, spool)
            spool.environment.answer(reply, "waive") { () throws(Failure) in
                try await spool.waive(try archive.find(reference), by: requester)
            }
        case .noteUnprinted(let reference, let printer, let failure, let reply):
            reply { () throws(Failure) in try spool.note(failure, of: try archive.find(reference), on: printer) }
        case .print(let reference, let printer, let requester, let reply):
            let (archive, spool) = (archive, spool)
            spool.environment.answer(reply, "print") { () throws(Failure) in
                try await spool.printOriginal(try archive.find(reference), on: printer, by: requester)
            }
        }
    }
}
