import Flow
import Model
import Simulator
import Storage
import Stores
import Testing

/// What a till remembers of a terminal where the terminal does not tell.
@Suite struct RememberedReceiptTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        kiosk = try VirtualKiosk(TerminalScenario())
        till = try kiosk.startTill()
    }

    private func change(_ change: (inout TerminalScenario) -> Void) {
        var scenario = TerminalScenario()
        change(&scenario)
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(scenario)
        kiosk.world.advance(by: .seconds(1))
    }

    /// That of the payment before.
    @Test func theNewestReceiptThatWasSeenIsWhatTheNextIsHeldAgainst() throws {
        let first = try #require(till.pay(order: 1042)).get()
        guard case .approved(let result) = first.outcome else {
            Issue.record("\(first.outcome)")
            return
        }
        change { $0.repeatReceipt.ability = .tellsNothing }
        let second = try #require(till.pay(order: 1043)).get()
        let record = try #require(try kiosk.storage.read { try $0.payment(id: second.payment) })
        #expect(record.watermark != nil)
        #expect(record.watermark == result.receiptNumber)
    }

    /// Without it nothing could be told from the receipt that the terminal repeats, now or ever.
    @Test func aPaymentThatNeverHappenedIsFoundOut() throws {
        _ = till.pay(order: 1042)
        change {
            $0.repeatReceipt.ability = .tellsNothing
            $0.silence = .afterAcceptance
        }
        let doubt = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        change { _ in }
        kiosk.world.advance(by: .seconds(600))
        _ = till.take(.amount(Money(minorUnits: 100, currency: .eur)), giveUpAfter: .seconds(590))
        #expect(try kiosk.storage.read { try $0.payment(id: doubt.payment)?.outcome?.word } == "not_charged")
    }

    /// However many payments came in between.
    @Test func aTransactionStandsForOnePaymentHoweverLongAgo() throws {
        let booked = OperatorEvidence.Statement.booked(
            receipt: 77, trace: 770, amount: Money(minorUnits: 100, currency: .eur))
        func doubt() throws -> PaymentID {
            change { $0.silence = .afterAcceptance }
            let amount = Money(minorUnits: 100, currency: .eur)
            return try #require(till.take(.amount(amount), giveUpAfter: .seconds(5))).get().payment
        }
        func settle(_ id: PaymentID) -> Result<PaymentReport, Failure>? {
            kiosk.world.advance(by: .seconds(300))
            return till.ask { CardPresentPaymentsAction.settleDoubt(id, booked, words: "journal of 14:40", $0) }
        }
        #expect(try #require(settle(doubt())).get().outcome.word == "approved")
        change { _ in }
        for cents in Int64(201)...212 {
            let amount = Money(minorUnits: cents, currency: .eur)
            #expect(try #require(till.take(.amount(amount))).get().outcome.word == "approved")
        }
        #expect(try settle(doubt())?.failure != nil)
    }
}
