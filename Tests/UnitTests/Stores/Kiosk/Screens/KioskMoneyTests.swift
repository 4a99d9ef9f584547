import Hardware
import Model
import Payments
import Testing

@testable import Stores

/// What a kiosk promises about money.
@Suite struct KioskMoneyTests {
    private func key(_ bench: KioskBench) -> String? {
        switch bench.state.screen {
        case .review(let review): review.attempt.key
        case .paying(let paying): paying.attempt?.key
        case .terminalAway(let attempt, _), .printerEmpty(let attempt, _), .orderChanged(let attempt, _): attempt.key
        default: nil
        }
    }

    @Test func theKeyIsFixedWhenTheBillIsShown() {
        var bench = KioskWay.review.bench
        let shown = key(bench)
        #expect(shown?.hasPrefix(KioskAttempt.keyPrefix) == true)
        bench.act(.pay)
        bench.answer(.terminalAway(KioskBench.order, code: "reader.noAnswer"))
        bench.act(.back)
        bench.act(.pay)
        bench.answer(.prepared(KioskBench.order))
        #expect(key(bench) == shown)
    }

    /// What the printer says is looked at anew while the screen of the receipt is there already.
    @Test func whoPaysWithoutPaperIsPromisedNoneAfterwards() {
        var bench = KioskWay.printer_empty.bench
        bench.act(.goOn)
        bench.answer(.prepared(KioskBench.order))
        bench.answer(.begun(KioskBench.payment))
        bench.look(.approved)
        guard case .receipt(let paid) = bench.state.screen else {
            Issue.record("\(bench.state.screen)")
            return
        }
        #expect(paid.unavailable == [.print: "printer.paperOut"])
    }

    @Test func anotherTryAfterADeclineHasAKeyOfItsOwn() {
        var bench = KioskWay.pay.bench
        let first = key(bench)
        bench.answer(.begun(KioskBench.payment))
        bench.look(.declined(reason: .limit))
        bench.act(.again)
        #expect(key(bench) != nil && key(bench) != first)
    }

    @Test(arguments: [KioskWay.pay, .goods, .doubt]) func noTimeEndsAPayment(_ way: KioskWay) {
        var bench = way.bench
        #expect(bench.state.timeout == nil)
        bench.pass(.seconds(86_400))
        for task in bench.tasks { bench.happen(.timePassed(task)) }
        #expect(bench.name == way.rawValue)
    }

    @Test func aDoubtOffersNothingButHelp() {
        let bench = KioskWay.doubt.bench
        for act in [KioskAct.pay, .again, .cancel, .start, .back, .begin, .accept, .none] {
            var tried = bench
            #expect(tried.act(act) == .notTaken)
        }
    }

    @Test func aDoubtEndsAsTheJournalSays() {
        var bench = KioskWay.doubt.bench
        bench.look(.running)
        #expect(bench.name == "doubt")
        bench.look(.approved)
        #expect(bench.name == "receipt")
    }

    @Test func anOrderThatChangedIsShownBeforeItIsPaid() {
        var bench = KioskWay.order_changed.bench
        guard case .orderChanged(let attempt, let before) = bench.state.screen else {
            Issue.record("another screen")
            return
        }
        #expect(before == KioskBench.euros(1150) && attempt.bill.total == KioskBench.euros(900))
        bench.act(.accept)
        bench.answer(.prepared(KioskBench.order(of: 900)))
        #expect(bench.paying?.due == KioskBench.euros(900))
    }

    @Test func anOrderThatChangesAtTheLastMomentIsNotCharged() {
        var bench = KioskWay.pay.bench
        bench.answer(.prepared(KioskBench.order(of: 2000)))
        #expect(bench.name == "order_changed")
    }

    @Test func aTipIsPartOfWhatIsDue() {
        var bench = KioskWay.tip.bench
        bench.act(.tip(percent: 10))
        #expect(bench.paying?.due == KioskBench.euros(1265) && bench.paying?.attempt?.tip == KioskBench.euros(115))
    }

    @Test func aTipAboveTheBillIsATypingMistake() {
        var bench = KioskWay.tip.bench
        #expect(bench.act(.amount(1151)) == .notTaken)
        #expect(bench.act(.amount(-1)) == .notTaken)
    }

    @Test func cancellingIsAWish() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        bench.act(.cancel)
        #expect(bench.paying?.stage == .cancelling && bench.tasks.contains(.cancel(KioskBench.payment)))
        bench.look(.approved)
        #expect(bench.name == "receipt")
    }

    @Test func aPaymentIsWithdrawnBeforeItHasBegun() {
        var bench = KioskWay.pay.bench
        let key = bench.paying?.attempt?.key ?? ""
        bench.act(.cancel)
        #expect(bench.tasks.contains(.withdraw(key: key)))
        bench.answer(.failed(code: "payment.cancelled"))
        #expect(bench.name == "cancelled")
    }

    @Test func aCancelledPaymentThatHasBegunAllTheSameIsCancelledThen() {
        var bench = KioskWay.pay.bench
        bench.act(.cancel)
        bench.answer(.begun(KioskBench.payment))
        #expect(bench.tasks.contains(.cancel(KioskBench.payment)))
    }

    @Test func thePaymentGoesOnUnderTheStaffsScreen() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        bench.act(.staff)
        #expect(bench.name == "operator_pin" && bench.tasks.contains(.follow(KioskBench.payment)))
        bench.look(.approved)
        #expect(bench.name == "operator_pin")
        bench.act(.staffAct(.back))
        #expect(bench.name == "receipt")
    }

    @Test func thePaymentIsThereWhenTheStaffHasGoneAway() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        bench.act(.staff)
        bench.letTimePass()
        bench.letTimePass()
        #expect(bench.name == "pay")
    }

    @Test func thePaymentInThePlaceOfAnotherIsFollowed() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        let next = PaymentID(rawValue: "pay-2")
        bench.happen(
            .looked(KioskLook(.notCharged(reason: .notCharged), KioskBench.paid(), next: next)))
        #expect(bench.name == "pay" && bench.tasks.contains(.follow(next)))
        bench.look(.approved, next)
        #expect(bench.name == "receipt")
    }

    @Test func whatIsKnownOfAnotherPaymentChangesNothing() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        bench.look(.approved, PaymentID(rawValue: "pay-9"))
        #expect(bench.name == "pay")
    }

    @Test func anOrderOfTheCartIsGivenUpWithTheCustomer() throws {
        var bench = composed()
        bench.act(.pay)
        var made = KioskBench.order(of: 390)
        made = try #require(composedBill(made))
        bench.answer(.prepared(made))
        bench.answer(.terminalAway(made, code: "reader.noAnswer"))
        bench.act(.start)
        #expect(bench.tasks.contains(.abandon(OrderID(rawValue: 1042))) && bench.state.cart.isEmpty)
    }

    @Test func anOrderOfTheCartIsGivenUpWhenTheStaffLeavesTheKiosk() throws {
        var bench = composed()
        bench.act(.pay)
        let made = try #require(composedBill(KioskBench.order(of: 390)))
        bench.answer(.prepared(made))
        bench.answer(.terminalAway(made, code: "reader.noAnswer"))
        bench.act(.staff)
        bench.letTimePass()
        bench.letTimePass()
        #expect(bench.name == "attract" && bench.tasks.contains(.abandon(OrderID(rawValue: 1042))))
    }

    @Test func anOrderThatIsBeingPaidIsNeverGivenUp() throws {
        var bench = composed()
        bench.act(.pay)
        let made = try #require(composedBill(KioskBench.order(of: 390)))
        bench.answer(.prepared(made))
        bench.answer(.prepared(made))
        #expect(bench.name == "pay")
        bench.act(.start)
        #expect(!bench.tasks.contains(.abandon(OrderID(rawValue: 1042))))
    }

    /// The shop makes the order after the customer has gone.
    @Test(arguments: [true, false]) func anOrderThatIsMadeForACustomerWhoHasLeftIsGivenUp(byTime: Bool) throws {
        var bench = composed()
        bench.act(.pay)
        let making = try #require(bench.tasks.first { if case .makeOrder = $0 { true } else { false } })
        if byTime {
            bench.letTimePass()
            bench.letTimePass()
        } else {
            bench.act(.start)
        }
        #expect(bench.name == "attract" && bench.tasks.contains(making))
        let made = try #require(composedBill(KioskBench.order(of: 390)))
        bench.happen(.answered(making, .prepared(made)))
        #expect(bench.name == "attract" && bench.tasks.contains(.abandon(OrderID(rawValue: 1042))))
        #expect(!bench.tasks.contains(making))
    }

    /// An order that was made is not made once more because something else is in the way of paying it.
    @Test func anOrderIsMadeOnceWhateverIsInTheWayOfPayingIt() throws {
        var bench = composed()
        bench.act(.pay)
        let made = try #require(composedBill(KioskBench.order(of: 390)))
        bench.answer(.prepared(made))
        bench.answer(.failed(code: "device.notNamed"))
        bench.act(.pay)
        #expect(!bench.tasks.contains { if case .makeOrder = $0 { true } else { false } })
        bench.answer(.prepared(made))
        #expect(bench.name == "pay" && bench.paying?.attempt?.bill.order == OrderID(rawValue: 1042))
    }

    @Test func aShopThatNeverAnswersIsNotAskedWithoutEnd() {
        var bench = KioskBench()
        for _ in 0..<100 {
            bench.act(.begin)
            bench.act(.compose)
            bench.answer(.page([], [KioskWay.cake], pages: 1, isWhole: true))
            bench.act(.product(12))
            bench.answer(.product(KioskWay.facts, isWhole: true))
            bench.act(.add)
            bench.act(.review)
            bench.act(.pay)
            bench.act(.start)
        }
        #expect(bench.tasks.count { if case .makeOrder = $0 { true } else { false } } == 32)
        #expect(bench.name == "attract")
    }

    /// A kiosk with the bill of a cart.
    private func composed() -> KioskBench {
        var bench = KioskWay.product.bench
        bench.act(.add)
        bench.act(.review)
        return bench
    }

    private func composedBill(_ bill: KioskBill) -> KioskBill? {
        bill.order.map { id in
            KioskBill(
                Order(
                    site: .embedded, id: id, number: "1042", status: .pending, currency: .eur, lines: [], taxes: [],
                    total: bill.total), source: .composed)
        }
    }
}
