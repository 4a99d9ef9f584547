import Foundation
import Glibc
import Testing

/// A reader and a printer at one address: no byte of a receipt goes to a card terminal.
@Suite struct SharedAddressTests {
    /// A link to the terminal's line under another name, as in `/dev/serial/by-id`.
    private func link(_ kiosk: Kiosk) throws -> String {
        let link = kiosk.path("by-id")
        #expect(symlink(kiosk.readerLink, link) == 0)
        return link
    }

    private func expectRefusal(_ ending: Ending, _ names: String...) {
        #expect(ending.code == 64 && ending.errors.contains("(device.sameAddress)"), "\(ending)")
        for name in names { #expect(ending.errors.contains(name), "\(ending)") }
    }

    @Test func aPaymentIsRefusedBeforeAnythingIsSent() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = "serial:\(try link(kiosk))"
            for printer in [kiosk.reader, printer] {
                let pay = try await kiosk.till("pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer)
                expectRefusal(pay, kiosk.reader, printer)
            }
            let why = try await kiosk.till("why", "last")
            #expect(why.code == 7, "\(why)")
            terminal.send(SIGTERM)
            let told = try await terminal.end()
            #expect(!told.output.contains("06 00") && !told.output.contains("1B 40"), "\(told)")
        }
    }

    /// The reader is known from the last payment, or from the configuration.
    @Test(arguments: [true, false])
    func whateverPrintsIsRefusedWhereTheReaderIs(isConfigured: Bool) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paid = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(paid.code == 0, "\(paid)")
            if isConfigured {
                let address = "address = \"serial:\(kiosk.readerLink)\""
                try kiosk.configure("[[readers]]\nname = \"front\"\n\(address)\nbaud = 115200")
            }
            let printer = "serial:\(try link(kiosk))"
            for words in [["reprint", "1042"], ["receipts", "print", "1042"]]
                + [["printers", "test"], ["printers", "drawer"], ["printers", "status"], ["printers", "recover"]]
                + [["end-of-day"], ["refund", "1042"]]
            {
                expectRefusal(try await kiosk.startTill(words + ["--printer", printer]).end(), printer)
            }
        }
    }

    @Test func theCheckTellsThePlaceAndTheDoctorThePrinter() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = "serial:\(try link(kiosk))"
            let named = try await kiosk.till("doctor", "--reader", kiosk.reader, "--printer", printer)
            #expect(named.code == 6 && named.output.contains("device.sameAddress"), "\(named)")
            let file = try kiosk.configure(
                """
                [[readers]]
                name = "front"
                address = "serial:\(kiosk.readerLink)"
                [[printers]]
                name = "counter"
                address = "\(printer)"
                """)
            let mistake =
                "\(file):6:11: error: the card terminal front is at serial:\(kiosk.readerLink) already"
            let check = try await kiosk.till("config", "check")
            #expect(check.code == 65 && check.output == mistake + "\n", "\(check)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.code == 6 && doctor.output.contains(mistake), "\(doctor)")
            #expect(try await kiosk.till("pay", "--amount", "3").code == 65)
        }
    }
}
