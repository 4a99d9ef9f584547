import Foundation
import Glibc
import Testing

/// What users of other kiosks complained of where receipts are concerned (docs/complaints.md).
@Suite(.serialized) struct KioskPaperComplaintTests {
    private static let kioskOnly = ["TILL_KIOSK_ENABLED": "true"]

    @Test func odoo285992_whatThePageHasPrintedIsADuplicateOnTheCommandLine() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.pay("1042")
            try customer.act("print")
            try await customer.comes("printing", in: "printed", "unconfirmed")
            await kiosk.until("a page comes") { (try? kiosk.pages().count) == 1 }
            let again = try await kiosk.till("reprint", "last", environment: Self.kioskOnly)
            #expect(again.code == 0, "\(again)")
            await kiosk.until("a second page comes") { (try? kiosk.pages().count) == 2 }
            #expect(try kiosk.pages().map(\.isDuplicate) == [false, true])
        }
    }

    /// A printer that fails once the money is taken.
    @Test(
        arguments: KioskCampaign.cases(
            [
                "paper-out", "cover-open", "offline", "silent", "cutter-error", "stops-reading:200",
                "paper-out-at-row:100", "unplug:200", "power-cycle:200",
            ], usually: ["cover-open", "unplug:200", "paper-out-at-row:100"]))
    func odoo242617_aPrintEndsOrSaysWhatItWaitsFor(_ fault: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("printer")
            let customer = try await KioskCustomer(kiosk)
            try await customer.pay("1042")
            try printer.tell(fault)
            guard try customer.act("print").status == 200 else {
                // It was noticed before: then printing is not offered, and the reason is told.
                let unavailable = try customer.screen()["unavailable"] as? [[String: Any]] ?? []
                let reason = unavailable.first { $0["choice"] as? String == "print" }?["code"] as? String
                #expect(reason?.isEmpty == false, "\(unavailable)")
                return
            }
            let end = try await customer.comes {
                $0["name"] as? String == "printing" && $0["state"] as? String != "printing"
            }
            let state = end["state"] as? String ?? ""
            #expect(["printed", "unconfirmed", "waiting", "failed"].contains(state), "\(end)")
            if ["waiting", "failed"].contains(state) {
                #expect((end["code"] as? String)?.isEmpty == false, "\(end)")
            }
            // A receipt can be had another way, and the next customer is served.
            let next: (String, String?) = state == "unconfirmed" ? ("came_out", "true") : ("show", nil)
            #expect(try customer.act(next.0, next.1).status == 200)
            #expect(try customer.act("start").status == 200)
            #expect(try kiosk.terminalJournal().standingCharges.count == 1)
        }
    }

    @Test func ocaItaly4672_aReceiptThatIsPaidAndNotPrintedWaitsOnTheStaffsPage() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("printer")
            try await OperatorTests.create(kiosk, "Anna", "4071")
            let customer = try await KioskCustomer(kiosk)
            try await customer.pay("1042")
            try printer.tell("paper-out-at-row:100")
            try customer.act("print")
            try await customer.comes("printing", in: "waiting")
            try customer.act("done")
            try await customer.comes("thanks")
            try await customer.enter("4071")
            let waiting = try await customer.staffPage("receipts")["waiting"] as? [[String: Any]] ?? []
            #expect(waiting.count == 1 && waiting[0]["order"] as? String == "1042", "\(waiting)")
            try printer.tell("mend")
            // The torn page, and the whole receipt.
            await kiosk.until("it is printed") { (try? printer.pages().count) == 2 }
            try customer.act("back")
            try await customer.comes("operator_home", in: "ready")
            let after = try await customer.staffPage("receipts")["waiting"] as? [[String: Any]] ?? []
            #expect(after.isEmpty, "\(after)")
        }
    }
}
