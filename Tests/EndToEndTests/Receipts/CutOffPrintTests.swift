import Foundation
import Glibc
import Payments
import Testing

/// `kill -9` while a receipt is printed: a lost receipt is always reported.
@Suite struct CutOffPrintTests {
    private struct Receipt: Decodable {
        let receipt: String
        let payment: String
        let copy: String
        let state: String
    }

    @Test func aReceiptThatWasCutOffIsToldByDoctorListAndTheNextPayment() async throws {
        try await Kiosk.run { kiosk in
            _ = try await KillTests.kill(KillTests.Death(step: .s10Printing, terminal: "keeps"), in: kiosk)
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.output.contains("cut off") && doctor.output.contains("till reprint"), "\(doctor)")
            let next = try await kiosk.startTill(kiosk.payment(of: 1043)).end()
            #expect(next.code == 0, "this one has its paper: \(next)")
            let listed = try kiosk.decode([Receipt].self, try await kiosk.till("receipts", "list", "--json"))
            let lost = try #require(listed.first { $0.state == "cut_off" })
            #expect(next.errors.contains("\(lost.receipt) of \(lost.payment) was cut off"), "\(next)")
            #expect(next.errors.contains("till reprint \(lost.receipt)"), "\(next)")
            let list = try await kiosk.till("receipts", "list")
            #expect(list.output.contains("cut off: till reprint \(lost.receipt)"), "\(list)")
            let after = try await kiosk.till("doctor")
            #expect(after.output.contains("till reprint \(lost.receipt)"), "\(after)")
            let why = try await kiosk.till("why", lost.payment)
            #expect(why.output.contains("Till was stopped while this was printed"), "\(why)")
            let again = try await kiosk.till("reprint", lost.receipt, "--printer", kiosk.printer)
            #expect(again.code == 0 && again.output.contains("DUPLICATE 1"), "\(again)")
            #expect(!(try await kiosk.till("receipts", "list")).output.contains("cut off"))
            #expect(!(try await kiosk.till("doctor")).output.contains("cut off"))
        }
    }

    /// Reports have a printer of their own here, on which payments print nothing.
    @Test(.onlyByItself("a service finds it at its start and tells the first command"))
    func aReportThatWasCutOffIsToldByTheNextCommandThatPrintsThere() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let office = "[[printers]]\nname = \"office\"\naddress = \"file:\(kiosk.path("office.bin"))\"\n"
            let unrouted = kiosk.path("unrouted.toml")
            try Data(office.utf8).write(to: URL(fileURLWithPath: unrouted))
            try kiosk.configure("[routing]\nend_of_day = \"office\"\n" + office)
            let end = [
                "end-of-day", "--reader", kiosk.reader, "--printer", kiosk.printer, "--give-up-after", "20",
            ]
            let word = "was cut off while it was printed on file:"
            #expect(try await kiosk.pay().code == 0)
            let killed = try await kiosk.startTill(
                end, environment: ["TILL_TEST_KILL_AT": Checkpoint.s10Printing.rawValue]
            ).end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            let elsewhere = try await kiosk.pay(1043, "--config", unrouted)
            #expect(elsewhere.code == 0 && !elsewhere.errors.contains(word), "\(elsewhere)")
            let next = try await kiosk.startTill(end).end()
            #expect(next.code == 0 && next.errors.contains(word), "\(next)")
            #expect(next.errors.contains("till reprint rcp-"), "\(next)")
        }
    }
}
