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
    /// The requester; nil where nobody said.
    let by: Requester?

    init(receipt: ReceiptID, to: MailAddress, by requester: Requester? = nil) {
        self.receipt = receipt
        self.to = to.description
        by = requester
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
        MailFailure.off, Sentence("failure.mail.off"), remedy: Sentence("remedy.mail.off"), recovery: .giveUp)

    static func badMailAddress(_ text: String) -> Failure {
        Failure(
            MailFailure.badAddress, Sentence("failure.mail.badAddress", ["text": text]),
            remedy: Sentence("remedy.mail.badAddress"), recovery: .giveUp)
    }

    static let mailInterrupted = Failure(
        MailFailure.unknown, Sentence("failure.mail.unknown.mailInterrupted"),
        remedy: Sentence("remedy.mail.unknown.mailInterrupted"), recovery: .askOperator)

    static let mailInUse = Failure(MailFailure.inUse, Sentence("failure.mail.inUse"), recovery: .retry)

    static func noMail(_ id: MailID) -> Failure {
        Failure(MailFailure.notFound, Sentence("failure.mail.notFound", ["id": id]), recovery: .giveUp)
    }
}
