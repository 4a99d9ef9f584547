import Foundation
import Simulator
import Testing

/// Prints that meet an obstacle, with real processes: what is waited for, and what another printer takes.
@Suite struct PrintWaitTests {
    private struct Print: Decodable {
        let state: String
        let duplicate: Int
        let printer: String
        let failure: String?
        let moves: [Move]

        struct Move: Decodable {
            let from: String
            let because: String
        }
    }

    private func prints(_ kiosk: Kiosk, _ copy: String = "customer") async throws -> [Print] {
        try kiosk.decode([Print].self, try await kiosk.till("receipts", "prints", "last", "--copy", copy, "--json"))
    }

    /// A printer with a hand on it.
    private func printer(_ kiosk: Kiosk, _ name: String, _ options: String...) async throws -> String {
        let child = try kiosk.start(
            "till-sim",
            [
                "printer", "--pty", kiosk.path(name), "--baud", "115200", "--out", kiosk.path("\(name)-paper"),
                "--control", kiosk.path("\(name)-hand"),
            ] + options)
        _ = try await child.says("printer ready")
        return "serial:\(kiosk.path(name))?baud=115200&proof=process"
    }

    private func pages(_ kiosk: Kiosk, _ name: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: kiosk.path("\(name)-paper")).count { $0.hasSuffix(".png") }
    }

    @Test func aReceiptWaitsForPaperAndIsPrintedOnce() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await printer(kiosk, "front", "--fault", "paper-out-at-row:300")
            let pay = try kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer, "--give-up-after", "60"])
            await kiosk.until("a page is torn off") { (try? pages(kiosk, "front")) == 1 }
            try ControlSocket.tell(kiosk.path("front-hand"), "mend")
            let paid = try await pay.end()
            #expect(paid.code == 0, "\(paid)")
            for copy in ["customer", "merchant"] {
                #expect(try await prints(kiosk, copy).map(\.state) == ["confirmed"])
            }
            // The torn page, its rest, and the other receipt.
            #expect(try pages(kiosk, "front") == 3)
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    @Test func aPrinterIsSwitchedOffAndOnOverAReceipt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await printer(kiosk, "front", "--fault", "power-cycle:400", "--speed", "4000")
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer, "--give-up-after", "1"]
            ).end()
            #expect(pay.code == 9, "\(pay)")
            #expect(try await prints(kiosk).map(\.state) == ["unknown"])
            let reprint = try await kiosk.till("reprint", "1042", "--copies", "2", "--printer", printer)
            #expect(reprint.code == 0 && reprint.output.contains("DUPLICATE 2"), "\(reprint)")
            #expect(try await prints(kiosk).map(\.duplicate) == [0, 1, 2])
            let original = try await kiosk.till("receipts", "print", "1042", "--printer", printer)
            #expect(original.code == 8 && original.errors.contains("till reprint"), "\(original)")
        }
    }

    @Test func anotherPrinterStandsInAndTheReasonIsShown() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let (front, back) = (
                try await printer(kiosk, "front", "--fault", "paper-out"), try await printer(kiosk, "back")
            )
            let configuration = """
                [[printers]]
                name = "front"
                address = "\(front)"
                stand_ins = ["back"]

                [[printers]]
                name = "back"
                address = "\(back)"
                """
            try Data(configuration.utf8).write(to: URL(fileURLWithPath: kiosk.path("till.toml")))
            let paid = try await kiosk.till(
                "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", "front", "--config",
                kiosk.path("till.toml"))
            #expect(paid.code == 0 && paid.errors.contains("out of paper"), "\(paid)")
            let print = try #require(try await prints(kiosk).first)
            #expect(print.printer.contains("back") && print.state == "confirmed")
            #expect(print.moves.map(\.because) == ["printer.paperOut"])
            #expect(try pages(kiosk, "back") == 2)
            let why = try await kiosk.till("why", "last")
            #expect(why.output.contains("in place of"), "\(why)")
        }
    }
}
