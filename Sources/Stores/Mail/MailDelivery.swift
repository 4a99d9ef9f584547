import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Payments

/// One pass through the waiting e-mails, in the order of their requests.
///
/// That an e-mail is being handed over is on disk before the mail system receives it, so none is handed over twice,
/// whenever the process ends.
struct MailDelivery: Sendable {
    /// How many e-mails are taken at a time.
    private static let most = 1_000

    let environment: Environment
    let storage: any StorageManagerType
    let locks: any DeviceLocks
    let post: ReceiptMailer

    func run(asked: Int) async -> OutboxEvent {
        do throws(Failure) {
            let claim = try await environment.retrying(.briefly) { () throws(Failure) in
                try locks.take("mail", else: .mailInUse)
            }
            defer { claim.release() }
            try await deliverAll()
            return .rested(asked: asked)
        } catch { return .halted(error) }
    }

    /// Delivers all e-mails. One that is not accepted now does not stop the others. Throws the first failure.
    private func deliverAll() async throws(Failure) {
        var left: Failure?
        for item in try storage.reading({ try $0.pendingOutbox(limit: Self.most, .only(ReceiptMail.kind)) }) {
            do throws(Failure) { try await deliver(item) } catch { left = left ?? error }
        }
        if let left { throw left }
    }

    private func deliver(_ item: OutboxItem) async throws(Failure) {
        let id = MailID(rawValue: item.id)
        var mail = try ReceiptMail(item)
        // The holder of the lock knows that no other process is handing it over.
        if mail.state == .handing { return try end(mail, id, .unknown(.mailInterrupted)) }
        let message: MailMessage
        do throws(Failure) { message = try self.message(of: mail, id, item.createdAt) } catch {
            if error.is(ReceiptFailure.withdrawn) { return try end(mail, id, .refused(error)) }
            return try wait(mail, id, error)
        }
        mail.state = .handing
        try storage.writing { try mail.revise(id, in: $0) }
        switch await post.send(message) {
        case .taken: try end(mail, id, .sent)
        case .refused(let failure) where failure.recovery == .giveUp: try end(mail, id, .refused(failure))
        case .refused(let failure): try wait(mail, id, failure)
        case .unknown(let failure): try end(mail, id, .unknown(failure))
        }
    }

    /// Notes why the e-mail waits, and throws that.
    private func wait(_ mail: ReceiptMail, _ id: MailID, _ failure: Failure) throws(Failure) {
        var waiting = mail
        waiting.state = .waiting(failure)
        try storage.writing { try waiting.revise(id, in: $0) }
        throw failure
    }

    private func message(of mail: ReceiptMail, _ id: MailID, _ date: Date) throws(Failure) -> MailMessage {
        guard let to = mail.to.flatMap({ MailAddress($0) }) else { throw .badMailAddress(mail.to ?? "") }
        guard let receipt = try storage.reading({ try $0.receipt(id: mail.receipt) }) else {
            throw .noReceipt(mail.receipt.rawValue)
        }
        guard receipt.stands else { throw .receiptWithdrawn(receipt) }
        return try post.message(receipt.document, id: id, to: to, at: date)
    }

    /// Ends an e-mail. Nothing is left to be done, so its receiver is deleted.
    private func end(_ mail: ReceiptMail, _ id: MailID, _ state: MailState) throws(Failure) {
        var ended = mail
        (ended.state, ended.to) = (state, nil)
        let now = environment.now()
        try storage.writing { transaction in
            try ended.revise(id, in: transaction)
            try transaction.markDelivered(outbox: id.rawValue, at: now)
            try transaction.append(
                kind: "receipt.mailed", payment: try transaction.receipt(id: mail.receipt)?.payment,
                encoding: MailFact(mail: id, receipt: mail.receipt, state: state, by: mail.by))
        }
    }
}

extension MailState {
    package var word: String {
        switch self {
        case .waiting: "waiting"
        case .handing: "handing"
        case .sent: "sent"
        case .refused: "refused"
        case .unknown: "unknown"
        }
    }
}
