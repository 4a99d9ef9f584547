import Foundation
import Testing

/// A terminal that prints the receipts of its payments on its own printer.
@Suite struct TerminalPrintCommandTests {
    private func reader(_ kiosk: Kiosk) -> String {
        """
        [[readers]]
        name = "front"
        address = "serial:\(kiosk.readerLink)"
        baud = 115200
        receipts = "terminal"
        """
    }

    @Test func sumupIOSSDK190_aPaymentNeedsNoPrinterAndItsReceiptsAreKept() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try kiosk.configure(reader(kiosk))
            let pay = try await kiosk.till("pay", "--order", "1042", "--reader", "front")
            #expect(pay.code == 0, "\(pay)")
            #expect(pay.errors.contains("the customer receipt comes out of the terminal"), "\(pay)")
            let list = try await kiosk.till("receipts", "list")
            #expect(list.output.components(separatedBy: "1 print").count == 3, "\(list)")

            try await kiosk.startPrinter()
            let reprint = try await kiosk.till("reprint", "last", "--printer", kiosk.printer)
            #expect(reprint.code == 0 && reprint.output.contains("[ DUPLICATE 1 ]"), "\(reprint)")
            let why = try await kiosk.till("why", "1042")
            #expect(why.output.contains("was left to the terminal, which prints it by itself"), "\(why)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func whatNobodyKnowsOfTheTerminalsPaperIsSaidAndHasItsExitCode() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"cable-pull\", \(Kiosk.quick)}")
            try kiosk.configure(reader(kiosk) + "\ncard_phase = 1")
            let pay = try await kiosk.till("pay", "--order", "1042", "--reader", "front")
            #expect(pay.code == 9, "\(pay)")
            #expect(pay.errors.contains("whether the customer receipt came out of the terminal is not known"), "\(pay)")
            #expect(try kiosk.terminalJournal().netCharged() == 1150)
            let why = try await kiosk.till("why", "1042")
            #expect(why.output.contains("whether it came out is not known"), "\(why)")
        }
    }

    @Test func aDeclineIsNotSaidToComeOut() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"decline\", \(Kiosk.quick)}")
            try kiosk.configure(reader(kiosk))
            let pay = try await kiosk.till("pay", "--order", "1042", "--reader", "front")
            #expect(pay.code != 0 && !pay.errors.contains("comes out of the terminal"), "\(pay)")
        }
    }

    @Test func aPrinterThatIsNamedForItIsRefusedBeforeAnythingIsSent() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try kiosk.configure(reader(kiosk))
            let pay = try await kiosk.till("pay", "--order", "1042", "--reader", "front", "--printer", kiosk.printer)
            #expect(pay.code == 64 && pay.errors.contains("(printer.terminalPrints)"), "\(pay)")
            #expect(pay.errors.contains("leave --printer out"), "\(pay)")
            #expect(try kiosk.terminalJournal().netCharged() == 0)
        }
    }

    @Test func anEncryptingReaderHasNoPrinter() async throws {
        try await Kiosk.run { kiosk in
            let address = "serial:/dev/null?protocol=neo2&acquirer=simulated"
            try kiosk.configure("[[readers]]\nname = \"front\"\naddress = \"\(address)\"\nreceipts = \"terminal\"")
            let check = try await kiosk.till("config", "check")
            #expect(
                check.code == 65 && check.output.contains("receipts is for terminals that speak ZVT only"), "\(check)")
        }
    }
}
