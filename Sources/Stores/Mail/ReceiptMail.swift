import Failures
import Flow
import Foundation
import Model
import Storage
import Payments

/// A receipt to be e-mailed: an item of the outbox.
struct ReceiptMail: Hashable, Codable, Sendable {
    static let kind = "receipt.mail"

    let receipt: ReceiptID
    /// The receiver's address; nil once it is not needed any more.
    var to: String?
    var state = MailState.waiting(nil)

    init(receipt: ReceiptID, to: MailAddress) {
        self.receipt = receipt
        self.to = to.description
    }

    init(_ item: OutboxItem) throws(Failure) {
        do { self = try JSONDecoder().decode(Self.self, from: item.payload) } catch { throw .unknownItem(item) }
    }

    func enqueue(as id: MailID, in transaction: any StorageTransaction, at now: Date) throws {
        try transaction.enqueueOutbox(id: id.rawValue, kind: Self.kind, payload: JSONEncoder().encode(self), at: now)
    }

    func revise(_ id: MailID, in transaction: any StorageTransaction) throws {
        try transaction.reviseOutbox(id: id.rawValue, payload: JSONEncoder().encode(self))
    }
}

extension Failure {
    static let mailIsOff = Failure(
        MailFailure.off, "Receipts are not e-mailed here.",
        remedy: "name a sender: from in [email] (docs/configuration.md)",
        recovery: .giveUp)

    static func badMailAddress(_ text: String) -> Failure {
        Failure(
            MailFailure.badAddress, "\(text) is no e-mail address.",
            remedy: "write it as anna@example.org, without a name; letters beyond ASCII are not taken",
            recovery: .giveUp)
    }

    static let mailInterrupted = Failure(
        MailFailure.unknown, "Till was stopped while it handed the message over: nobody knows whether it is sent.",
        remedy: "look into the mail system's log, or ask whom it was for, before it is sent again",
        recovery: .askOperator)

    static let mailInUse = Failure(MailFailure.inUse, "Another process hands e-mails over.", recovery: .retry)

    static func noMail(_ id: MailID) -> Failure {
        Failure(MailFailure.notFound, "There is no e-mail \(id).", recovery: .giveUp)
    }
}
