import Flow
import Foundation
import Model
import Networking
import Simulator
import Storage
import Testing

@testable import Service

/// What the staff's page of a payment says of money that is given back: while the terminal is at work, and how it ended.
@Suite struct KioskRefundTests {
    private let kiosk: StaffedKiosk

    init() throws { kiosk = try StaffedKiosk() }

    /// A customer has paid 11.50, and an operator has opened the payment. The terminal has this scenario from then on.
    private func openPayment(_ change: (inout TerminalScenario) -> Void = { _ in }) throws {
        try kiosk.pay()
        var scenario = TerminalScenario()
        change(&scenario)
        kiosk.till.kiosk.terminal.switchOff()
        kiosk.till.kiosk.terminal.switchOn(scenario)
        kiosk.till.kiosk.world.advance(by: .seconds(5))
        let payment = try #require(try kiosk.till.storage.read { try $0.recentPayments(limit: 1) }.first)
        #expect(payment.isApproved)
        try kiosk.enter()
        try kiosk.act("open", "payments")
        try kiosk.act("payment", payment.id.rawValue)
    }

    private func newest() throws -> JSONValue {
        try #require(try kiosk.screen()["returns"]?.list?.first, "nothing is told of what was given back")
    }

    @Test func aRefundThatIsDeclinedSaysSoAndWhatIsLeftCanBeRefundedStill() throws {
        try openPayment { $0.outcomes = [.decline] }
        try kiosk.refund(1150)
        kiosk.till.kiosk.world.advance(by: .seconds(60))
        let (screen, back) = (try kiosk.screen(), try newest())
        #expect(screen["state"] == "ready" && screen["giving_back"]?["id"] == back["id"], "\(screen)")
        #expect(back["outcome"] == "declined" && back["known"]?.text?.isEmpty == false, "\(back)")
        #expect(screen["left"]?["minor"] == 1150 && screen["given_back"]?["minor"] == 0)
        #expect(screen["can"]?["refund"] == true && screen["can"]?["reverse"] == true)
    }

    @Test func whileARefundRunsThePageSaysWhatTheTerminalWants() throws {
        try openPayment { $0.timing.cardDelay = 20 }
        try kiosk.refund(200)
        kiosk.till.kiosk.world.advance(by: .seconds(4))
        let screen = try kiosk.screen()
        #expect(screen["giving_back"]?["picture"] == "insert_or_tap", "\(screen)")
        #expect(try newest()["outcome"] == "running")
        #expect(screen["can"]?["refund"] == false && screen["can"]?["reverse"] == false)
        #expect(try kiosk.status(of: "refund", "100") == 422, "one runs")
        kiosk.till.kiosk.world.advance(by: .seconds(60))
        #expect(try newest()["outcome"] == "done")
        #expect(try kiosk.screen()["can"]?["refund"] == true)
    }

    @Test func aRefundWhoseTerminalFallsSilentIsInDoubtOnItsPage() throws {
        try openPayment()
        #expect(try kiosk.status(of: "refund", "200") == 200)
        kiosk.till.kiosk.world.advance(by: .milliseconds(500))
        kiosk.till.kiosk.terminal.switchOff()
        kiosk.till.kiosk.world.advance(by: .seconds(20))
        let asked = try kiosk.screen()
        #expect(asked["giving_back"]?["checking"] == true, "\(asked)")
        kiosk.till.kiosk.world.advance(by: .seconds(120))
        let (screen, back) = (try kiosk.screen(), try newest())
        #expect(back["outcome"] == "in_doubt" && back["known"]?.text?.isEmpty == false, "\(back)")
        #expect(screen["left"]?["minor"] == 950, "it counts as given back until it is known")
    }

    @Test func whatWasGivenBackAndWhatIsLeftStandOnThePage() throws {
        try openPayment()
        #expect(try kiosk.screen()["returns"]?.list?.isEmpty == true)
        try kiosk.refund(100)
        kiosk.till.kiosk.world.advance(by: .seconds(60))
        let screen = try kiosk.screen()
        #expect(screen["left"]?["minor"] == 1050 && screen["given_back"]?["minor"] == 100, "\(screen)")
        let back = try newest()
        #expect(back["outcome"] == "done" && back["amount"]?["minor"] == 100)
        #expect(screen["can"]?["refund"] == true && screen["can"]?["reverse"] == false)
        try kiosk.act("back")
        try kiosk.act("payment", try #require(screen["payment"]?["id"]?.text))
        #expect(try newest()["outcome"] == "done", "also for those who open it again")
    }

    /// Otherwise more or less would be given back than somebody was asked about.
    @Test func aRefundWithoutTheAmountThatWasAskedAboutIsNotTaken() throws {
        try openPayment()
        #expect(try kiosk.status(of: "refund", nil) == 422)
        #expect(try kiosk.till.storage.read { try $0.recentPayments(limit: 9) }.count == 1)
    }

    @Test func aReversalSaysHowItEnded() throws {
        try openPayment()
        try kiosk.act("reverse")
        kiosk.till.kiosk.world.advance(by: .seconds(60))
        let (screen, back) = (try kiosk.screen(), try newest())
        #expect(back["kind"] == "reversal" && back["outcome"] == "done", "\(screen)")
        #expect(screen["left"]?["minor"] == 0 && screen["can"]?["refund"] == false)
    }

    @Test func aReceiptThatIsPrintedAgainIsSaidToBe() throws {
        try openPayment()
        #expect(try kiosk.screen()["done"] == .null)
        try kiosk.act("reprint")
        kiosk.till.kiosk.world.advance(by: .seconds(20))
        #expect(try kiosk.screen()["done"] == "reprint")
    }

    // MARK: The shop's day

    @Test func theDayOfTheFirstPageBeginsWhereTheShopIs() throws {
        try kiosk.pay()
        let midnight = kiosk.till.environment.now() + 1
        kiosk.till.dayBegan.withLock { $0 = midnight }
        try kiosk.enter()
        #expect(try kiosk.screen()["figures"]?["payments"] == 0)
        kiosk.till.dayBegan.withLock { $0 = midnight - 3_600 }
        try kiosk.act("open", "payments")
        try kiosk.act("back")
        #expect(try kiosk.screen()["figures"]?["payments"] == 1)
    }
}
