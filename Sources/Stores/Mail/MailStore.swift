import Flow
import Model
import Storage
import Payments

/// Sends receipts by e-mail. It belongs to the process: requested e-mails are sent with and without a session.
///
/// Handing over is an effect of the till's state, with the retries of the outbox; the waiting e-mails are on disk.
package final class MailStore: Store {
    package typealias Handled = MailAction

    private let environment: Environment
    private let archive: ReceiptArchive
    private let storage: any StorageManagerType
    private let isOff: Bool
    private let root: StateStore<TillState, TillEvent>

    init(
        archive: ReceiptArchive, locks: any DeviceLocks, post: ReceiptMailer?, root: StateStore<TillState, TillEvent>
    ) {
        self.archive = archive
        environment = archive.environment
        storage = archive.storage
        self.root = root
        isOff = post == nil
        guard let post else { return }
        let round = MailDelivery(environment: environment, storage: storage, locks: locks, post: post)
        root.effect(\.mail.delivery) { state, dispatch in
            Effect {
                guard await dispatch.announce(.mail(.began)) else { return }
                dispatch(.mail(await round.run(asked: state.mail.rounds.asked)))
            }
        }
    }

    package func onAction(_ action: MailAction) {
        switch action {
        case .enqueue(let reference, let address, let requester, let reply):
            reply { () throws(Failure) in try enqueue(reference, address, requester) }
        case .deliver(let reply):
            reply { () throws(Failure) in
                guard !isOff else { throw .mailIsOff }
                try root.tell(.mail(.served))
            }
        case .report(let id, let reply):
            reply { () throws(Failure) in
                let item = try storage.reading { try $0.outboxItem(id: id.rawValue) }
                guard let item, item.kind == ReceiptMail.kind else { throw .noMail(id) }
                return try MailReport(item)
            }
        case .listWaiting(let reply):
            reply { () throws(Failure) in try MailReport.waiting(in: storage) }
        }
    }

    private func enqueue(
        _ reference: ReceiptReference, _ address: String, _ requester: Requester?
    ) throws(Failure) -> MailID {
        guard !isOff else { throw .mailIsOff }
        guard let to = MailAddress(address) else { throw .badMailAddress(address) }
        let receipt = try archive.findSale(reference)
        let (id, now) = (MailID(rawValue: environment.newID("mail")), environment.now())
        let mail = ReceiptMail(receipt: receipt.id, to: to, by: requester)
        try storage.writing { try mail.enqueue(as: id, in: $0, at: now) }
        return id
    }
}
