import Flow
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

/// What a till remembers of a terminal that does not tell it.
@Suite struct RememberedReceiptTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
    }

    /// Where the terminal does not tell its last receipt, the watermark is the receipt of the payment before.
    @Test func theNewestReceiptThatWasSeenIsWhatTheNextIsHeldAgainst() throws {
        let first = try #require(till.pay(order: 1042)).get()
        guard case .approved(let result) = first.outcome else {
            Issue.record("\(first.outcome)")
            return
        }
        kiosk.changeTerminal { $0.repeatReceipt.ability = .tellsNothing }
        let second = try #require(till.pay(order: 1043)).get()
        let record = try #require(try kiosk.storage.read { try $0.payment(id: second.payment) })
        #expect(record.watermark != nil)
        #expect(record.watermark == result.receiptNumber)
    }

    /// The number that the next booking gets, written into the table, would make that booking look like an older one.
    @Test func aNumberThatTheJournalDoesNotHaveIsNotRemembered() throws {
        _ = till.pay(order: 1042)
        kiosk.changeTerminal { $0.repeatReceipt.ability = .tellsNothing }
        try kiosk.tamper("UPDATE terminals SET last_receipt_number = last_receipt_number + 1")
        let second = try #require(till.pay(order: 1043)).get()
        #expect(try kiosk.storage.read { try $0.payment(id: second.payment)?.watermark } == nil)
    }

    /// The receipt that the terminal repeats later is compared with the one that the till remembers.
    @Test func aPaymentThatNeverHappenedIsFoundOut() throws {
        _ = till.pay(order: 1042)
        kiosk.changeTerminal {
            $0.repeatReceipt.ability = .tellsNothing
            $0.silence = .afterAcceptance
        }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(600))
        _ = till.take(.amount(.euros(100)), giveUpAfter: .seconds(590))
        #expect(try kiosk.storage.read { try $0.payment(id: doubt.payment)?.outcome?.word } == "not_charged")
    }

    /// Twelve payments come in between.
    @Test func aTransactionStandsForOnePaymentHoweverLongAgo() throws {
        let booked = OperatorEvidence.Statement.booked(
            receipt: 77, trace: 770, amount: .euros(100))
        func doubt() throws -> PaymentID {
            kiosk.changeTerminal { $0.silence = .afterAcceptance }
            let amount = Money.euros(100)
            return try #require(till.take(.amount(amount), giveUpAfter: .seconds(5))).get().payment
        }
        func settle(_ id: PaymentID) -> Result<PaymentReport, Failure>? {
            kiosk.world.advance(by: .seconds(300))
            return till.ask { CardPresentPaymentsAction.settleDoubt(id, booked, words: "journal of 14:40", $0) }
        }
        #expect(try #require(settle(doubt())).get().outcome.word == "approved")
        kiosk.changeTerminal { _ in }
        for cents in Int64(201)...212 {
            let amount = Money.euros(cents)
            #expect(try #require(till.take(.amount(amount))).get().outcome.word == "approved")
        }
        #expect(try settle(doubt())?.failure != nil)
    }
}
