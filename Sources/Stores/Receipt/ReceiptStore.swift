import Flow
import Hardware
import Model
import Receipts
import Storage

/// Gives access to receipts. It belongs to the process. The archive and the print spool are separate; the spool is a
/// store within this one with its own actions.
package final class ReceiptStore: Store {
    package typealias Handled = ReceiptAction

    package let subStores: [any Store]
    private let archive: ReceiptArchive
    private let renderer: ReceiptRenderer
    private let environment: Environment

    init(archive: ReceiptArchive, spool: PrintSpool, root: StateStore<TillState, TillEvent>) {
        self.archive = archive
        renderer = spool.renderer
        environment = spool.environment
        subStores = [PrintSpoolStore(archive: archive, spool: spool, root: root)]
    }

    package func onAction(_ action: ReceiptAction) {
        switch action {
        case .generateContent(let reference, let columns, let reply):
            reply { () throws(Failure) in
                renderer.text(try archive.findAnywhere(reference).document, .original, columns: columns)
            }
        case .loadReceipt(let reference, let reply):
            reply { () throws(Failure) in try archive.findAnywhere(reference) }
        case .saveReceipt(let receipt, let reply):
            reply { () throws(Failure) in try archive.save(receipt, at: environment.now()) }
        case .listPrints(let reference, let reply):
            reply { () throws(Failure) in try archive.prints(reference) }
        case .listPrintsOfPayment(let payment, let reply):
            reply { () throws(Failure) in try archive.prints(of: payment) }
        case .listUnprinted(let reply): reply { () throws(Failure) in try archive.unprinted() }
        case .listReceipts(let before, let site, let limit, let reply):
            reply { () throws(Failure) in try archive.newest(limit, before: before, of: site) }
        }
    }
}
