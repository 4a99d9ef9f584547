import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Receipts by e-mail: never twice by itself, and never lost.
@Suite struct MailTests {
    /// A mail system that does what it is told, one message after the other.
    private final class ScriptedMail: MailTransfer {
        let script: Mutex<[MailTransferEnd]>
        private let taken = Mutex<[MailMessage]>([])

        init(_ script: [MailTransferEnd]) { self.script = Mutex(script) }

        var messages: [MailMessage] { taken.withLock { $0 } }

        func send(_ message: MailMessage) async -> MailTransferEnd {
            taken.withLock { $0.append(message) }
            return script.withLock { $0.isEmpty ? .taken : $0.removeFirst() }
        }
    }

    private let counter: Counter

    init() throws {
        counter = try Counter()
        try counter.approve(1042)
    }

    @Test func anEMailThatMayNotHaveBeenSentSaysWhy() {
        let states: [MailState] = [.waiting(Self.busy), .refused(Self.busy), .unknown(Self.busy)]
        for state in states { #expect(state.failure == Self.busy) }
        for state in [MailState.waiting(nil), .handing, .sent] { #expect(state.failure == nil) }
    }

    private static let busy = Failure(MailFailure.system, "Not now.", recovery: .retry)

    private func post(_ mail: ScriptedMail) throws -> ReceiptMailer {
        ReceiptMailer(from: try #require(MailAddress("kasse@example.org")), transfer: mail) { receipt in
            ReceiptMailer.Forms(subject: "Receipt", text: receipt.id.rawValue, page: "", file: [])
        }
    }

    private func till(_ mail: ScriptedMail) throws -> TillStores { try counter.start(post: try post(mail)) }

    private func ask(_ till: TillStores, _ receipt: String = "last", _ to: String = "anna@example.org") throws -> MailID
    {
        try counter.ask(till) { MailAction.enqueue(ReceiptReference(receipt), to: to, $0) }
    }

    private func deliver(_ till: TillStores) throws { try counter.ask(till) { MailAction.deliver($0) } }

    private func state(_ till: TillStores, _ id: MailID) throws -> MailState {
        try counter.ask(till) { MailAction.report(id, $0) }.state
    }

    /// The slip of what came after a sale is no answer to who asks for the receipt of an order.
    @Test func ofAnOrderTheReceiptOfItsSaleIsSent() throws {
        func receipt(_ id: String, _ kind: TransactionKind) -> Receipt {
            Receipt(
                id: ReceiptID(rawValue: id), copy: .customer,
                merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), payment: PaymentID(rawValue: id),
                orderNumber: "1042", issuedAt: counter.world.now, utcOffset: 0, lines: [], taxes: [], total: .sample,
                tip: nil, card: .composed(status: TransactionResult(resultCode: 0), result: .approved), footer: [],
                language: "en", kind: kind)
        }
        let (sale, slip) = (receipt("rcp-SALE", .payment), receipt("rcp-REFUND", .refund))
        try counter.storage.write { transaction in
            try transaction.insert(sale, createdAt: counter.world.now)
            try transaction.insert(slip, createdAt: counter.world.now.addingTimeInterval(60))
        }
        #expect(try counter.storage.read { try $0.receipts(orderNumber: "1042") }.first?.id == slip.id)
        let till = try till(ScriptedMail([]))
        func sent(_ reference: String) throws -> ReceiptID {
            let id = try ask(till, reference)
            return try counter.ask(till) { MailAction.report(id, $0) }.receipt
        }
        #expect(try sent("1042") == sale.id)
        #expect(try sent("rcp-REFUND") == slip.id)
    }

    @Test func whatIsAskedForIsHandedOverOnceAndWithTheCustomersReceipt() throws {
        let mail = ScriptedMail([])
        let till = try till(mail)
        let id = try ask(till)
        #expect(try state(till, id) == .waiting(nil))
        try deliver(till)
        counter.world.run()
        #expect(try state(till, id) == .sent)
        try deliver(till)
        counter.world.advance(by: .seconds(600))
        let message = try #require(mail.messages.first)
        #expect(mail.messages.count == 1 && message.to.description == "anna@example.org")
        #expect(message.messageID == "<\(id)@example.org>" && message.file.name == "receipt.pdf")
        let receipt = try counter.storage.read { try $0.receipt(id: ReceiptID(rawValue: message.text)) }
        #expect(receipt?.copy == .customer)
    }

    @Test func whatIsNotTakenNowIsTriedAgainAsTheSameMessage() throws {
        let mail = ScriptedMail([.refused(Self.busy), .refused(Self.busy)])
        let till = try till(mail)
        let id = try ask(till)
        try deliver(till)
        counter.world.run()
        #expect(try state(till, id) == .waiting(Self.busy))
        #expect(till.mail.current.isAtRest && till.mail.current.lastFailure == Self.busy)
        counter.world.advance(by: .seconds(60))
        #expect(try state(till, id) == .sent)
        #expect(mail.messages.count == 3 && Set(mail.messages).count == 1)
    }

    @Test func whatMayHaveBeenSentIsNotSentAgain() throws {
        let doubt = Failure(MailFailure.unknown, "It hangs.", recovery: .askOperator)
        let mail = ScriptedMail([.unknown(doubt)])
        let till = try till(mail)
        let id = try ask(till)
        try deliver(till)
        counter.world.advance(by: .seconds(3600))
        #expect(try state(till, id) == .unknown(doubt))
        #expect(mail.messages.count == 1)
    }

    /// On disk it stands as begun: whether the mail system had it by then, nobody knows.
    @Test func whatAKilledTillWasHandingOverIsInDoubtAndNotSentAgain() throws {
        let mail = ScriptedMail([])
        let till = try till(mail)
        let id = try ask(till)
        try counter.storage.write { transaction in
            let item = try #require(try transaction.outboxItem(id: id.rawValue))
            var begun = try ReceiptMail(item)
            begun.state = .handing
            try begun.revise(id, in: transaction)
        }
        try deliver(till)
        counter.world.advance(by: .seconds(3600))
        #expect(try state(till, id) == .unknown(.mailInterrupted))
        #expect(mail.messages.isEmpty)
    }

    /// It may have been sent after the backup was made.
    @Test func whatWaitedWhenTheBackupWasMadeIsNotSentAfterTheRestore() throws {
        let mail = ScriptedMail([])
        let id = try ask(till(mail))
        try counter.restore()
        let restored = try till(mail)
        try deliver(restored)
        counter.world.advance(by: .seconds(3600))
        #expect(try state(restored, id) == .unknown(.mailInterrupted))
        #expect(mail.messages.isEmpty)
    }

    @Test func whatIsBeingHandedOverStandsOnDiskBefore() throws {
        let counter = counter
        let seen = Mutex<[MailState]>([])
        let post = ReceiptMailer(
            from: try #require(MailAddress("kasse@example.org")),
            transfer: WatchedMail {
                let waiting = try? counter.storage.read { try $0.pendingOutbox(limit: 9, .only(ReceiptMail.kind)) }
                seen.withLock { $0 = (waiting ?? []).compactMap { try? ReceiptMail($0).state } }
            }
        ) { _ in ReceiptMailer.Forms(subject: "", text: "", page: "", file: []) }
        let till = try counter.start(post: post)
        _ = try ask(till)
        try deliver(till)
        counter.world.run()
        #expect(seen.withLock { $0 } == [.handing])
    }

    private struct WatchedMail: MailTransfer {
        let look: @Sendable () -> Void

        func send(_ message: MailMessage) async -> MailTransferEnd {
            look()
            return .taken
        }
    }

    @Test func oneThatIsRefusedKeepsNoOtherBack() throws {
        let refusal = Failure(MailFailure.refused, "No such user.", recovery: .giveUp)
        let mail = ScriptedMail([.refused(refusal), .refused(Self.busy), .taken])
        let till = try till(mail)
        let ids = try ["a@b.c", "d@e.f", "g@h.i"].map { try ask(till, "last", $0) }
        try deliver(till)
        counter.world.run()
        #expect(try ids.map { try state(till, $0) } == [.refused(refusal), .waiting(Self.busy), .sent])
        let waiting = try counter.ask(till) { MailAction.listWaiting($0) }
        #expect(waiting.map(\.id) == [ids[1]])
    }

    @Test func aShopThatIsNotThereKeepsNoMailBackAndMailNoNews() throws {
        counter.shop.cutOff()
        let mail = ScriptedMail([.refused(Self.busy)])
        let till = try till(mail)
        let first = try ask(till)
        try counter.ask(till) { OutboxAction.deliver($0) }
        try deliver(till)
        counter.world.advance(by: .seconds(30))
        #expect(try state(till, first) == .sent)
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
        counter.shop.cutOff(false)
        counter.world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
    }

    /// The journal forgets nothing, so it is told nothing that is to be forgotten.
    @Test func whomItWasForIsKeptNoLongerThanItWaits() throws {
        let till = try till(ScriptedMail([]))
        let id = try ask(till)
        try deliver(till)
        counter.world.run()
        let (item, facts) = try counter.storage.read { reader in
            (try reader.outboxItem(id: id.rawValue), try reader.journalEntries(from: 1, limit: 1000))
        }
        #expect(facts.last?.kind == "receipt.mailed")
        #expect(item?.payload.firstRange(of: Data("anna".utf8)) == nil)
        #expect(facts.allSatisfy { $0.payload.firstRange(of: Data("anna".utf8)) == nil })
    }

    @Test func whatBecameOfItIsAmongAllThatIsKnownOfThePayment() throws {
        let doubt = Failure(MailFailure.unknown, "It hangs.", recovery: .askOperator)
        let till = try till(ScriptedMail([.unknown(doubt)]))
        _ = try ask(till)
        try deliver(till)
        counter.world.run()
        let known = try counter.ask(till) { JournalAction.explainPayment(reference: "last", $0) }
        #expect(known.facts.last?.text(in: .en).hasSuffix("may have been e-mailed or not: It hangs.") == true)
    }

    @Test func whoAskedForItIsNamed() throws {
        let till = try till(ScriptedMail([]))
        let requester = Requester(caller: "token kiosk-7", operatorID: "op-1", operatorName: "Beate")
        _ = try counter.ask(till) {
            MailAction.enqueue(ReceiptReference("last"), to: "anna@example.org", by: requester, $0)
        }
        try deliver(till)
        counter.world.run()
        let known = try counter.ask(till) { JournalAction.explainPayment(reference: "last", $0) }
        #expect(known.facts.last?.kind == "receipt.mailed" && known.facts.last?.by == requester)
    }

    /// As earlier builds kept it.
    @Test func anEMailWithoutARequesterIsHandedOverToo() throws {
        let mail = ScriptedMail([])
        let till = try till(mail)
        let id = try ask(till)
        let item = try #require(try counter.storage.read { try $0.outboxItem(id: id.rawValue) })
        #expect(item.payload.firstRange(of: Data("\"by\"".utf8)) == nil)
        try deliver(till)
        counter.world.run()
        #expect(try state(till, id) == .sent && mail.messages.count == 1)
        let known = try counter.ask(till) { JournalAction.explainPayment(reference: "last", $0) }
        #expect(known.facts.last?.kind == "receipt.mailed" && known.facts.last?.by == nil)
    }

    @Test(arguments: ["anna", "anna@example.org\nBcc: eve@example.org", "-oQ/tmp@example.org"])
    func toNoAddressNothingIsSent(address: String) throws {
        let till = try till(ScriptedMail([]))
        #expect(throws: Failure.badMailAddress(address)) { try ask(till, "last", address) }
        #expect(try counter.ask(till) { MailAction.listWaiting($0) }.isEmpty)
    }

    @Test func whereNoSenderIsConfiguredNothingIsTaken() throws {
        let till = try counter.start()
        #expect(throws: Failure.mailIsOff) { try ask(till) }
        #expect(throws: Failure.mailIsOff) { try deliver(till) }
    }
}
