import Glibc
import Payments
import Testing

/// `kill -9` between every two steps of docs/payment-steps.md. The terminal lives on and completes, or reverses, what
/// it was doing; the next `till pay` for the same order learns from the terminal which it was.
@Suite struct KillTests {
    struct Death: Sendable, CustomTestStringConvertible {
        let step: Checkpoint
        /// What the terminal does with a booking that was not acknowledged.
        let terminal: String

        var testDescription: String { "\(step.rawValue), terminal \(terminal)" }
    }

    static let deaths =
        Checkpoint.allCases.map { Death(step: $0, terminal: "keeps") }
        + [Checkpoint.s3, .s4, .s5Received, .s5, .s6, .s7, .s8].flatMap {
            [Death(step: $0, terminal: "reverses"), Death(step: $0, terminal: "declines")]
        }

    @Test(arguments: deaths) func odoo207205_anOrderIsChargedOnceWhereverTillIsKilled(_ death: Death) async throws {
        try await Kiosk.run { kiosk in
            let killed = try await Self.kill(death, in: kiosk)
            let next = try await kiosk.pay()
            let journal = try kiosk.terminalJournal()
            // Exit 8: the first payment's approval was found, so the order is paid already. Exit 0: this attempt paid
            // it.
            #expect(next.code == 8 || next.code == 0, "\(killed)\n\(next)\n\(journal.entries)")
            let wasFound = next.code == 8
            #expect(journal.standingCharges.count == 1)
            #expect(wasFound ? journal.requests.count == 1 : journal.standingCharges == journal.charges.suffix(1))
            #expect(try await kiosk.why().final)
            try await kiosk.expectTheTruth(charges: 1, next)
            try Self.expectOneUnmarkedPrint(of: kiosk)
        }
    }

    /// The process that recovers the killed payment is killed as well.
    @Test(arguments: [Checkpoint.s9, .s10Printing, .s10])
    func aRecoveryThatIsKilledIsTakenUpByTheNext(_ step: Checkpoint) async throws {
        try await Kiosk.run { kiosk in
            _ = try await Self.kill(Death(step: .s6, terminal: "keeps"), in: kiosk)
            let recovery = try await kiosk.pay(environment: ["TILL_TEST_KILL_AT": step.rawValue])
            #expect(recovery.signal == SIGKILL, "\(recovery)")
            let last = try await kiosk.pay()
            #expect(last.code == 8, "\(last)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            try await kiosk.expectTheTruth(charges: 1, last)
            try Self.expectOneUnmarkedPrint(of: kiosk)
        }
    }

    /// The key belongs to the killed payment, so the answer is that payment's outcome.
    @Test(arguments: [Checkpoint.s1, .s2, .s3, .s5, .s6, .s8, .s9, .s10])
    func aKeyIsNeverPaidTwiceWhereverTillIsKilled(_ step: Checkpoint) async throws {
        try await Kiosk.run { kiosk in
            let key = ["--key", "counter-7/1"]
            let killed = try await Self.kill(Death(step: step, terminal: "keeps"), in: kiosk, key)
            let next = try await kiosk.startTill(kiosk.payment() + key).end()
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count <= 1, "\(killed)\n\(next)\n\(journal.entries)")
            let charges = journal.standingCharges.count
            #expect(next.code == (charges == 1 ? 0 : 75), "\(killed)\n\(next)\n\(journal.entries)")
            #expect(try await kiosk.why().final)
            try await kiosk.expectTheTruth(charges: charges, next)
            try Self.expectOneUnmarkedPrint(of: kiosk)
        }
    }

    /// Starts devices that soon notice when nobody answers, and a payment that dies at the given step.
    static func kill(_ death: Death, in kiosk: Kiosk, _ more: [String] = []) async throws -> Ending {
        try kiosk.giveTheTerminalAnEarlierPayment()
        try await kiosk.startTerminal(
            """
            {"on_missing_response": "\(death.terminal)", "timing": {
                "card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 1, "answer_timeout": 1,
                "block_timeout": 1}}
            """)
        try await kiosk.startPrinter()
        let killed = try await kiosk.startTill(
            kiosk.payment() + more, environment: ["TILL_TEST_KILL_AT": death.step.rawValue]
        ).end()
        #expect(killed.signal == SIGKILL, "\(killed)")
        return killed
    }

    static func expectOneUnmarkedPrint(of kiosk: Kiosk) throws {
        let unmarked = try kiosk.pages().filter { !$0.isDuplicate }
        #expect(unmarked.count { $0.isCustomerCopy } <= 1)
        #expect(unmarked.count { $0.isMerchantCopy } <= 1)
    }
}
