import Model
import Payments
import Testing

@testable import Stores

/// A kiosk without anybody in front of it, and one whose service begins anew.
@Suite struct KioskTimeTests {
    private static let waiting = KioskWay.allCases.filter {
        ![.attract, .pay, .goods, .doubt, .out_of_service, .thanks].contains($0)
    }

    @Test(arguments: waiting) func aScreenWarnsBeforeItForgetsTheCustomer(_ way: KioskWay) {
        var bench = way.bench
        #expect(bench.state.timeout?.isWarning == false)
        bench.letTimePass()
        #expect(bench.name == way.rawValue && bench.state.timeout?.isWarning == true)
        bench.letTimePass()
        #expect(bench.name == "attract" && bench.state.cart.isEmpty && bench.state.timeout == nil)
    }

    @Test(arguments: waiting) func whoeverIsThereHasMoreTime(_ way: KioskWay) {
        for act in [KioskAct.activity, .extend] {
            var bench = way.bench
            bench.letTimePass()
            bench.act(act)
            #expect(bench.name == way.rawValue && bench.state.timeout?.isWarning == false)
        }
    }

    @Test func freekiosk195_typingHoldsTheTimeUp() {
        var bench = KioskWay.find.bench
        for digit in 0..<15 {
            bench.pass(.seconds(50))
            let before = bench.state.timeout
            #expect(bench.act(.digit("\(digit % 10)")) == .done)
            // The timer of before the touch says nothing any more.
            if let before { bench.happen(.timePassed(.idle(until: before.until))) }
            #expect(bench.name == "find" && bench.state.timeout?.isWarning == false)
        }
    }

    @Test func freekiosk195_whatTheCustomerTypedAndChoseIsForgotten() {
        var bench = KioskWay.email.bench
        bench.act(.type("ada@example.com"))
        bench.act(.language("en"))
        bench.act(.textSize(200))
        bench.letTimePass()
        bench.letTimePass()
        #expect(bench.name == "attract" && !"\(bench.state)".contains("ada@example.com"))
        #expect(bench.state.presentation.textSize == 100)
    }

    @Test func thanksGoByThemselves() {
        var bench = KioskWay.thanks.bench
        bench.letTimePass()
        #expect(bench.name == "attract")
    }

    // MARK: A service that begins anew

    @Test func anUntouchedKioskBeginsWithNobody() {
        #expect(KioskBench().name == "attract")
    }

    private static let ends: [(KioskLook.Verdict, String)] = [
        (.running, "doubt"), (.doubt, "doubt"), (.approved, "receipt"), (.declined(reason: .limit), "declined"),
        (.cancelled(by: .terminal), "cancelled"), (.notCharged(reason: .notCharged), "declined"),
        (.goodsUnpaid, "thanks"),
    ]

    @Test(arguments: ends) func aRestartShowsWhatTheJournalKnows(_ verdict: KioskLook.Verdict, _ screen: String) {
        let bench = KioskBench(resuming: KioskLook(verdict, KioskBench.paid()))
        #expect(bench.name == screen)
        // Whose bill it was is not known any more, so it is not offered again.
        #expect(!bench.state.screen.offersPaying)
    }

    @Test func aPaymentInPartIsToldAsSuchAfterARestart() {
        #expect(KioskBench(resuming: KioskLook(.approved, KioskBench.paid(open: 150))).name == "partial")
    }

    @Test func nothingIsShownBeforeTheJournalHasBeenRead() {
        var state = KioskState()
        state.reduce(
            KioskEvent(at: KioskTime(milliseconds: 1), fresh: "a", .began(KioskSettings(), boot: "boot-2")))
        #expect(state.screen == .outOfService(code: KioskState.starting) && state.tasks.ids.contains(.open))
    }

    @Test func aPageThatStopsAnsweringIsNoticed() throws {
        var bench = KioskBench()
        #expect(bench.state.pagePresence == .awaited)
        bench.happen(.pageAnswered)
        #expect(bench.state.pagePresence == .answering)
        let task = try #require(bench.tasks.first { if case .page = $0 { true } else { false } })
        bench.happen(.timePassed(task))
        #expect(bench.state.pagePresence == .silent)
        bench.happen(.pageAnswered)
        #expect(bench.state.pagePresence == .answering)
    }

    @Test func aPageThatNeverCameIsNoticedLaterThanOneThatStopped() throws {
        var bench = KioskBench()
        let task = try #require(bench.tasks.first { if case .page = $0 { true } else { false } })
        #expect(task == .page(until: KioskTime(milliseconds: 1_000) + .seconds(120), isFirst: true), "\(task)")
        bench.happen(.timePassed(task))
        #expect(bench.state.pagePresence == .missing)
        #expect(!bench.tasks.contains { if case .page = $0 { true } else { false } })
        bench.happen(.pageAnswered)
        #expect(bench.state.pagePresence == .answering)
    }

    @Test func aPageThatCameInTimeIsNotMissedWhenTheTimeOfTheFirstOnePasses() throws {
        var bench = KioskBench()
        let first = try #require(bench.tasks.first { if case .page = $0 { true } else { false } })
        bench.happen(.pageAnswered)
        bench.happen(.timePassed(first))
        #expect(bench.state.pagePresence == .answering)
    }

    @Test func outOfServiceEndsWithItsCause() {
        var bench = KioskWay.out_of_service.bench
        bench.answer(.obstacles(fatal: nil, printer: "printer.paperOut"))
        #expect(bench.name == "attract" && bench.state.printerProblem == "printer.paperOut")
    }

    @Test func aKioskThatCanOnlyPrintNeedsItsPrinter() {
        var settings = KioskSettings()
        settings.receipts = [.print]
        var bench = KioskBench(settings)
        bench.answer(.obstacles(fatal: nil, printer: "printer.paperOut"))
        #expect(bench.name == "out_of_service")
    }
}
