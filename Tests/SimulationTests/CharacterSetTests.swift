import Flow
import Hardware
import Model
import Simulator
import Storage
import Payments
import Testing

/// A terminal keeps writing in the character set it was registered with, also when the till that registered it was
/// stopped and the next one listens.
@Suite struct CharacterSetTests {
    static let cuts: [Checkpoint] = [.s2, .s3, .s4, .s5Received, .s5, .s6, .s7]

    @Test(arguments: cuts, [LineKind.raw, .stream(.kept)])
    func textsOfAPaymentWhoseTillWasKilledAreReadAsTheyWereWritten(_ cut: Checkpoint, line: LineKind) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), on: line)
        let killed = try kiosk.startTill(dyingAt: cut)
        #expect(killed.pay(order: 1042, key: "k") == nil)
        let next = try kiosk.startTill()
        _ = next.pay(order: 1042, key: "k")
        _ = next.printPending()
        try kiosk.expectTheTruth()
    }

    /// The line is lost, and the same till connects again.
    @Test func textsAfterALostLineAreReadInTheSetThatWasAgreedOn() throws {
        var scenario = try TerminalScenario(.cablePull)
        scenario.onLineFailure = .finishes
        let kiosk = try VirtualKiosk(scenario)
        _ = try kiosk.startTill().pay(order: 1042)
        try kiosk.expectTheTruth()
    }
}
