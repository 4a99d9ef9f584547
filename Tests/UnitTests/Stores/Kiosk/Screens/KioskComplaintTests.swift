import Failures
import Hardware
import Model
import Payments
import Testing

@testable import Stores

/// What users of other kiosks complained of, as far as the state alone decides it (docs/complaints.md).
@Suite struct KioskComplaintTests {
    private static let codes = FailureList.layers.flatMap { $0.codes }.map(\.code)
    /// What is shown once money has moved.
    private static let paid: [KioskWay] = [.partial, .receipt, .printing, .email, .qr, .thanks]
    /// The screens on which an answer is waited for, and what leads to them.
    private static let waiting: [(KioskWay, [KioskAct])] = [
        (.find, [.digit("1"), .submit]), (.find, [.scan("1042")]), (.orders, []), (.catalogue, [.category(nil)]),
        (.review, [.pay]), (.printing, []), (.email, [.type("ada@example.com"), .send]),
    ]

    @Test(arguments: paid) func odoo256042_noFailureTakesAPaymentThatIsMadeOffTheScreen(_ way: KioskWay) {
        for code in Self.codes {
            var bench = way.bench
            for task in bench.tasks { bench.happen(.answered(task, .failed(code: code))) }
            bench.look(.declined(reason: .limit))
            bench.look(.doubt)
            #expect(bench.name == way.rawValue && !bench.state.screen.offersPaying, "\(code)")
        }
    }

    @Test(arguments: waiting) func odoo242617_whateverIsWaitedForEndsWithItsReasonOrWithTime(
        _ way: KioskWay, _ acts: [KioskAct]
    ) {
        var bench = way.bench
        for act in acts { bench.act(act) }
        var failed = bench
        failed.answer(.failed(code: "shop.timeout"))
        #expect(failed.name == way.rawValue)
        #expect("\(failed.state.screen)".contains("shop.timeout"), "\(failed.state.screen)")
        // Nobody who waits is there any more.
        bench.letTimePass()
        bench.letTimePass()
        #expect(bench.name == "attract")
    }

    /// Printing by the till too would be a second original.
    @Test func sumupIOSSDK190_whatComesOutOfTheTerminalIsNotPrintedOnceMore() {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        var paid = KioskBench.paid()
        paid.isPrintedByTerminal = true
        bench.happen(.looked(KioskLook(.approved, paid)))
        guard case .receipt(let shown) = bench.state.screen else {
            Issue.record("another screen")
            return
        }
        #expect(shown.isPrintedByTerminal)
        #expect(bench.act(.print) == .notTaken)
        #expect(paid.choices(of: [.print, .email, .none]) == [.email, .none])
        #expect(paid.choices(of: [.print]) == [.none], "there is a way on")
        #expect(bench.act(.none) == .done && bench.name == "thanks")
    }

    @Test func odoo59059_whatAPrinterDidNotConfirmIsAskedAboutAndNotCalledFailed() {
        var bench = KioskWay.printing.bench
        bench.answer(.unconfirmed)
        guard case .printing(let printing) = bench.state.screen else {
            Issue.record("another screen")
            return
        }
        #expect(printing.stage == .unconfirmed)
        // It is not printed again before somebody has said that nothing came.
        #expect(bench.act(.print) == .notTaken)
        var came = bench
        #expect(came.act(.cameOut(true)) == .done && came.name == "thanks")
        #expect(bench.act(.cameOut(false)) == .done && bench.name == "printing")
        #expect("\(bench.state.screen)".contains("kiosk.receiptNotSeen"))
    }

    @Test(arguments: KioskWay.allCases) func wooIOS13980_afterEachFailureTheBeginningIsTwoActsAway(_ way: KioskWay) {
        for code in Self.codes {
            var bench = way.bench
            for task in bench.tasks { bench.happen(.answered(task, .failed(code: code))) }
            guard ![.goods, .doubt].contains(way), bench.state.customerScreen.name != "out_of_service" else {
                // Money may be moving, or nobody can begin.
                #expect(bench.name == way.rawValue, "\(code)")
                continue
            }
            if bench.name == "operator_pin" { bench.act(.staffAct(.back)) }
            if bench.name == "pay" { continue }
            if bench.name != "attract" { bench.act(.start) }
            #expect(bench.name == "attract", "\(code)")
        }
    }

    /// What was read of the till's own copy is one thing, and what the shop was not told another.
    @Test func wcpos1754_aCustomerIsToldThatTheShopHearsLaterOnlyIfItDoes() {
        var bench = KioskWay.find.bench
        bench.act(.list)
        bench.answer(.orders([], isWhole: false))
        #expect(bench.state.isShopAway && !bench.state.isShopOwedNews)
        bench.happen(.shopOwedNews(true))
        bench.act(.back)
        bench.act(.list)
        bench.answer(.orders([], isWhole: true))
        #expect(!bench.state.isShopAway && bench.state.isShopOwedNews)
        var paid = KioskWay.receipt.bench
        paid.happen(.shopOwedNews(true))
        paid.act(.none)
        #expect(paid.state.screen == .thanks(isShopTold: false, isPrinted: false))
    }

    @Test func square23797_afterTwoSecondsItIsSaidWhatIsWaitedFor() throws {
        var bench = KioskWay.pay.bench
        bench.answer(.begun(KioskBench.payment))
        #expect(bench.paying?.awaited == nil)
        let slow = try #require(bench.tasks.first { if case .slow = $0 { true } else { false } })
        bench.pass(KioskPaying.patience)
        bench.happen(.timePassed(slow))
        #expect(KioskPaying.patience == .seconds(2) && bench.paying?.awaited == .terminal)
        bench.happen(.terminalShows(.progress(.waitingForHost, asksToRemoveCard: false, text: nil)))
        #expect(bench.paying?.awaited == nil)
        let next = try #require(bench.tasks.first { if case .slow = $0 { true } else { false } })
        bench.happen(.timePassed(next))
        #expect(bench.paying?.awaited == .host)
    }
}
