import Glibc
import Testing

/// Every scenario of docs/cli.md as a kiosk has it: separate processes, a pseudo terminal for each device, or a socket
/// for the card terminal.
@Suite struct ScenarioTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let scenario: String
        let exit: Int32
        /// The number of charges in the terminal's journal.
        var charges = 0
        /// The number of authorisations (`06 01`) that reached the terminal.
        var requests = 1
        var pages = 0
        var fault: String?
        var giveUpAfter = 30
        /// Whether the order is neither paid nor free to be paid.
        var isInDoubt = false

        var testDescription: String { scenario }
    }

    static let all = [
        Expectation(scenario: "approve", exit: 0, charges: 1, pages: 2),
        Expectation(scenario: "decline", exit: 3, pages: 1),
        Expectation(scenario: "customer-cancel", exit: 4),
        Expectation(scenario: "no-card", exit: 4),
        Expectation(scenario: "wrong-pin-then-ok", exit: 0, charges: 1, pages: 2),
        Expectation(scenario: "terminal-silent", exit: 6, requests: 0),
        Expectation(scenario: "silent-after-command", exit: 5, giveUpAfter: 3, isInDoubt: true),
        Expectation(scenario: "lost-ack", exit: 0, charges: 1, pages: 2),
        Expectation(scenario: "lost-ack-reversed", exit: 3),
        Expectation(scenario: "cable-pull", exit: 0, charges: 1, pages: 2),
        Expectation(scenario: "cable-gone", exit: 5, charges: 1, giveUpAfter: 3, isInDoubt: true),
        // What was printed before the roll ended is a page too.
        Expectation(
            scenario: "printer-out-of-paper", exit: 9, charges: 1, pages: 1,
            fault: "paper-out-at-row:300", giveUpAfter: 2),
        Expectation(scenario: "printer-empty", exit: 6, requests: 0, fault: "paper-out"),
    ]

    @Test(arguments: all, Kiosk.Line.allCases)
    func thePaymentEndsAsTheContractSays(_ expected: Expectation, over line: Kiosk.Line) async throws {
        try await Kiosk.run(on: line) { kiosk in
            try await kiosk.startTerminal(expected.scenario)
            try await kiosk.startPrinter(fault: expected.fault)
            let payment = try await kiosk.pay(giveUpAfter: expected.giveUpAfter)
            #expect(payment.code == expected.exit, "\(payment)")
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count == expected.requests, "\(journal.entries)")
            #expect(journal.standingCharges.count == expected.charges, "\(journal.entries)")
            #expect(journal.netCharged() == Int64(expected.charges) * 1150)
            #expect(try kiosk.pages().count == expected.pages, "\(payment)")
            let isPaid = try await kiosk.order().isPaid
            #expect(isPaid == (expected.charges == 1 && !expected.isInDoubt))
            if expected.requests == 1 { #expect(try await kiosk.why().final == !expected.isInDoubt) }
        }
    }

    /// A declined order may be tried again; an order in doubt may not.
    @Test func aDeclinedOrderIsPaidByAnotherTry() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(#"{"based_on": "decline", \#(Kiosk.quick)}"#)
            try await kiosk.startPrinter()
            let declined = try await kiosk.pay()
            #expect(declined.code == 3, "\(declined)")
            terminal.send(SIGTERM)
            try await terminal.end()
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let approved = try await kiosk.pay()
            #expect(approved.code == 0, "\(approved)")
            try await kiosk.expectTheTruth(charges: 1, approved)
        }
    }

    /// After the roll is replaced, nothing is charged again, and copies that may already have been printed are marked.
    @Test func receiptsThatFoundNoPaperComeOutLater() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let empty = try await kiosk.startPrinter(fault: "paper-out-at-row:300")
            let paid = try await kiosk.pay(giveUpAfter: 2)
            #expect(paid.code == 9, "\(paid)")
            empty.send(SIGTERM)
            try await empty.end()
            let cutOff = try kiosk.pages().count
            try await kiosk.startPrinter()
            let reprint = try await kiosk.till("reprint", "1042", "--printer", kiosk.printer)
            #expect(reprint.code == 0, "\(reprint)")
            #expect(reprint.output.contains("DUPLICATE"))
            // What might hang out uncut is cut off first.
            let receipts = try kiosk.pages().dropFirst(cutOff).filter { $0.isCustomerCopy || $0.isMerchantCopy }
            #expect(!receipts.isEmpty && receipts.allSatisfy(\.isDuplicate))
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }
}
