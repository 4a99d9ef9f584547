import Model
import Payments
import Testing

@testable import Stores

/// The staff's screens, which lie over the customer's.
@Suite struct KioskStaffTests {
    /// A kiosk at which an operator has entered a PIN.
    private func staffed(over way: KioskWay = .home) -> KioskBench {
        var bench = way.bench
        bench.act(.staff)
        bench.answer(.staffNames(["Ada", "Grace"]))
        bench.act(.staffAct(.name("Ada")))
        for digit in ["4", "7", "1", "1"] { bench.act(.staffAct(.digit(KioskPINDigits(text: digit)))) }
        bench.act(.staffAct(.submit))
        bench.answer(.entered(name: "Ada"))
        return bench
    }

    private func page(_ bench: KioskBench) -> KioskStaffPage? {
        if case .staff(.page(let page)) = bench.state.screen { page } else { nil }
    }

    @Test func aPINLeadsToTheFirstPage() {
        var bench = staffed()
        #expect(bench.name == "operator_home" && bench.state.staffName == "Ada")
        bench.answer(.staffContent(#"{"tiles": []}"#))
        #expect(page(bench)?.stage == .ready)
    }

    @Test func thePINIsInNoDescription() {
        var bench = KioskWay.home.bench
        bench.act(.staff)
        bench.answer(.staffNames(["Ada"]))
        for digit in ["4", "7", "1", "1"] { bench.act(.staffAct(.digit(KioskPINDigits(text: digit)))) }
        bench.act(.staffAct(.submit))
        #expect(!"\(bench.state)".contains("4711"))
    }

    @Test func aWrongPINAndALockAreSaid() {
        var bench = KioskWay.home.bench
        bench.act(.staff)
        bench.answer(.staffNames(["Ada"]))
        for _ in 0..<4 { bench.act(.staffAct(.digit(KioskPINDigits(text: "1")))) }
        bench.act(.staffAct(.submit))
        bench.answer(.wrongPIN)
        guard case .staff(.pin(let entry)) = bench.state.screen else {
            Issue.record("another screen")
            return
        }
        #expect(entry.stage == .wrong && entry.digits.count == 0)
        for _ in 0..<4 { bench.act(.staffAct(.digit(KioskPINDigits(text: "1")))) }
        bench.act(.staffAct(.submit))
        bench.answer(.lockedPIN(milliseconds: 30_000))
        #expect(bench.name == "operator_pin" && bench.state.staffName == nil)
    }

    @Test(arguments: ["devices", "payments", "doubts", "day", "deliveries", "receipts", "figures", "settings"])
    func eachTileLeadsToItsPageAndBack(_ tile: String) {
        var bench = staffed()
        #expect(bench.act(.staffAct(.open(tile))) == .done)
        #expect(bench.name == "operator_" + tile)
        #expect(bench.act(.staffAct(.back)) == .done)
        #expect(bench.name == "operator_home")
    }

    @Test func theRightEndsAfterFiveMinutes() {
        var bench = staffed()
        bench.letTimePass()
        #expect(bench.name == "attract" && bench.state.staffName == nil && bench.tasks.contains(.endRight))
    }

    @Test func theRightThatEndedLeadsToThePaymentThatRuns() {
        var bench = staffed(over: .pay)
        bench.answer(.rightEnded)
        #expect(bench.name == "pay" && bench.state.staffName == nil)
    }

    @Test func aRefundIsAskedForOnce() {
        var bench = staffed()
        bench.act(.staffAct(.open("payments")))
        bench.act(.staffAct(.show("pay-1")))
        #expect(bench.name == "operator_payment")
        let refund = KioskAct.staffAct(.work(KioskStaffWork(verb: .refund, target: "", minor: 100)))
        #expect(bench.act(refund) == .done)
        #expect(bench.act(refund) == .notTaken)
        guard case .working(let work) = page(bench)?.stage else {
            Issue.record("nothing is being done")
            return
        }
        #expect(work.target == "pay-1" && !work.key.isEmpty)
        bench.answer(.done)
        #expect(page(bench)?.stage == .loading)
    }

    private static let back = PaymentID(rawValue: "ref-1")

    @Test func aRefundIsFollowedAndItsPageIsMadeAnewWhenItHasEnded() {
        let refund = KioskAct.staffAct(.work(KioskStaffWork(verb: .refund, target: "", minor: 100)))
        var bench = staffed()
        bench.act(.staffAct(.open("payments")))
        bench.act(.staffAct(.show("pay-1")))
        bench.act(refund)
        bench.answer(.begun(Self.back))
        let task = KioskTask.followGivingBack(Self.back)
        #expect(bench.tasks.contains(task) && page(bench)?.stage == .loading)
        bench.answer(.staffContent("{}"))
        #expect(bench.act(refund) == .notTaken, "one runs")
        let wanted = KioskDisplay.progress(.presentCard, asksToRemoveCard: false, text: "CARD")
        bench.happen(.answered(task, .shows(wanted)))
        #expect(page(bench)?.givingBack?.picture == .insertOrTap && page(bench)?.givingBack?.text == "CARD")
        bench.happen(.answered(task, .shows(.checking)))
        #expect(page(bench)?.givingBack?.isChecking == true)
        bench.happen(.answered(task, .looked(KioskLook(.running, KioskBench.paid(Self.back)))))
        #expect(page(bench)?.stage == .ready)
        for verdict in [KioskLook.Verdict.doubt, .declined(reason: .limit)] {
            bench.happen(.answered(task, .looked(KioskLook(verdict, KioskBench.paid(Self.back)))))
            #expect(page(bench)?.stage == .loading, "\(verdict)")
            bench.answer(.staffContent("{}"))
        }
        #expect(bench.act(refund) == .done)
        bench.answer(.begun(PaymentID(rawValue: "ref-2")))
        #expect(bench.act(.staffAct(.back)) == .done && !bench.tasks.contains(task))
    }

    @Test func whatWasDoneWithoutATraceIsSaidUntilTheNextAct() {
        var bench = staffed()
        bench.act(.staffAct(.open("devices")))
        let diagnose = KioskAct.staffAct(.work(KioskStaffWork(verb: .diagnose, target: "counter")))
        bench.act(diagnose)
        #expect(page(bench)?.did == nil)
        bench.answer(.done)
        #expect(page(bench)?.did == .diagnose)
        bench.answer(.staffContent("{}"))
        #expect(page(bench)?.did == .diagnose)
        bench.act(diagnose)
        bench.answer(.refused(.unresolved(KioskBench.payment)))
        #expect(page(bench)?.did == nil)
    }

    @Test func whatBelongsToAnotherPageIsNotTaken() {
        var bench = staffed()
        for verb in KioskStaffWork.Verb.allCases {
            #expect(bench.act(.staffAct(.work(KioskStaffWork(verb: verb, target: "x")))) == .notTaken)
        }
    }
}
