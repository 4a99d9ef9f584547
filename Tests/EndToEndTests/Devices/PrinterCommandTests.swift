import Foundation
import Testing

/// `till printers`: what keeps a receipt printer going between receipts.
@Suite struct PrinterCommandTests {
    private struct Sent: Decodable {
        struct Page: Decodable {
            let number: Int
            let name: String?
        }

        let state: String
        let profile: String?
        let columns: Int?
        let pages: [Page]?
        let questions: [String]?
    }

    private struct Printer: Decodable {
        let ready: Bool
        let paper: String
        let failure: String?
    }

    @Test func theSelfTestIsOnPaperAndOnTheScreen() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startPrinter()
            let shown = try await kiosk.till("printers", "test", "--printer", kiosk.printer)
            #expect(shown.code == 0, "\(shown)")
            #expect(shown.output.contains("\n 19 CP858     "), "\(shown)")
            #expect(shown.errors.contains("- Width:") && shown.errors.contains("- Cut:"), "\(shown)")
            let page = try #require(try kiosk.pages().first)
            #expect(page.says(" 19 CP858     ") && page.says("below this line"))
            let whole = try await kiosk.till("printers", "test", "--pages", "all", "--printer", kiosk.printer)
            #expect(whole.output.contains("19  CP858\nÇüéâäàåçêëèïîìÄÅ"), "\(whole)")
            let json = try await kiosk.till(
                "printers", "test", "--pages", "16-17", "--printer", kiosk.printer, "--json")
            let sent = try kiosk.decode(Sent.self, json)
            #expect(sent.profile == "generic-80mm" && sent.columns == 48 && sent.questions?.isEmpty == false)
            #expect(sent.pages?.map(\.number) == [16, 17] && sent.pages?.last?.name == "CP866")
        }
    }

    @Test func withoutPaperTheStateSaysSoAndTheDrawerOpensAllTheSame() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startPrinter(fault: "paper-out")
            let status = try await kiosk.till("printers", "status", "--printer", kiosk.printer)
            #expect(status.code == 6 && status.errors.contains("printer.paperOut"), "\(status)")
            let drawer = try await kiosk.till("printers", "drawer", "--printer", kiosk.printer)
            #expect(drawer.code == 0 && drawer.errors.contains("At once"), "\(drawer)")
            let test = try await kiosk.till("printers", "test", "--printer", kiosk.printer)
            #expect(test.code == 6, "\(test)")
        }
    }

    @Test func aSimulatedPrinterTellsWhatADrawerWasGiven() async throws {
        try await Kiosk.run { kiosk in
            let printer = try await kiosk.printer("counter", "--profile", "epson-tm-t88vi")
            let address = printer.address + "&profile=epson-tm-t88vi"
            let opened = try await kiosk.till("printers", "drawer", "--number", "2", "--printer", address)
            #expect(opened.code == 0, "\(opened)")
            try await printer.child.says("drawer on pin 5: 100 ms on, 400 ms off\n")
            try printer.tell("paper-out")
            let atOnce = try await kiosk.till("printers", "drawer", "--printer", address)
            #expect(atOnce.code == 0, "\(atOnce)")
            try await printer.child.says("drawer on pin 2: 100 ms on, 100 ms off, at once\n")
        }
    }

    @Test func aReadyPrinterIsADocument() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startPrinter(fault: "near-end")
            let json = try await kiosk.till("printers", "status", "--printer", kiosk.printer, "--json")
            let printer = try kiosk.decode(Printer.self, json)
            #expect(printer.ready && printer.paper == "near_end" && printer.failure == nil)
        }
    }

    @Test func aPrinterThatIsNotOnTheNetworkIsNamedWithTheReason() async throws {
        try await Kiosk.run { kiosk in
            let asked = try await kiosk.till("printers", "status", "--printer", "tcp:127.0.0.1:1")
            #expect(asked.code == 6, "\(asked)")
            #expect(asked.errors.contains("Nothing takes connections at 127.0.0.1:1."), "\(asked)")
            #expect(!asked.errors.contains("closed here"), "\(asked)")
        }
    }

    @Test func aDrawerThatIsNotThereIsNotOpened() async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("paper.bin")
            for (profile, number) in [("custom-k80", "1"), ("generic-80mm", "2")] {
                let refused = try await kiosk.till(
                    "printers", "drawer", "--number", number, "--printer", "file:\(file)?profile=\(profile)")
                #expect(refused.code == 64 && refused.errors.contains("no drawer"), "\(refused)")
            }
            #expect(!FileManager.default.fileExists(atPath: file))
            let opened = try await kiosk.till("printers", "drawer", "--printer", "file:\(file)")
            #expect(opened.code == 0, "\(opened)")
            #expect(try Data(contentsOf: URL(filePath: file)) == Data([0x1B, 0x70, 0, 50, 200]))
        }
    }

    /// The drawer opens and the buzzer sounds once for both copies. The logo is sent as dots until the printer has
    /// stored it, and as dots again after the logo has changed.
    @Test func whatIsConfiguredGoesWithAReceipt() async throws {
        let kept = Data([0x1D, 0x28, 0x4C, 6, 0, 0x30, 69]) + Data("TL".utf8)
        let signals = Data([0x1B, 0x70, 1, 50, 200, 0x1B, 0x28, 0x41, 4, 0, 0x30])
        try await Kiosk.run { kiosk in
            try await kiosk.drawLogo("A")
            try kiosk.configureCounter()
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paid = try await kiosk.till("pay", "--order", "1042", "--reader", kiosk.reader)
            #expect(paid.code == 0, "\(paid)")
            let first = try kiosk.takePaper()
            #expect(first.starts(with: signals) && first.ranges(of: signals).count == 1)
            #expect(first.firstRange(of: kept) == nil)

            let stored = try await kiosk.till("printers", "logo")
            #expect(stored.code == 0, "\(stored)")
            #expect(try kiosk.takePaper().starts(with: [0x1D, 0x28, 0x4C]))
            #expect(try await kiosk.till("reprint", "last").code == 0)
            let second = try kiosk.takePaper()
            #expect(second.firstRange(of: kept) != nil && second.firstRange(of: signals) == nil)

            try await kiosk.drawLogo("B")
            #expect(try await kiosk.till("reprint", "last").code == 0)
            #expect(try kiosk.takePaper().firstRange(of: kept) == nil)
        }
    }

    @Test func withoutALogoNoneIsKept() async throws {
        try await Kiosk.run { kiosk in
            let refused = try await kiosk.till("printers", "logo", "--printer", "file:\(kiosk.path("paper.bin"))")
            #expect(refused.code == 64 && refused.errors.contains("no logo"), "\(refused)")
        }
    }
}

extension Kiosk {
    private var logo: String { path("logo/page-1.png") }
    private var counter: String { path("paper.bin") }

    /// Draws a picture of this text.
    fileprivate func drawLogo(_ text: String) async throws {
        let stream = path("logo.escpos")
        try Data((text + "\n").utf8).write(to: URL(filePath: stream))
        let drawn = try await start(
            "till", ["render", "escpos", stream, "--dots", "384", "--out", path("logo")]
        ).end()
        #expect(drawn.code == 0, "\(drawn)")
    }

    /// Configures a printer that stores a logo and has every other feature; its output goes to a file.
    fileprivate func configureCounter() throws {
        let template = path("receipt.toml")
        try Data("[order_receipt]\nlogo = \"\(logo)\"\n".utf8).write(to: URL(filePath: template))
        try configure(
            """
            [shop]
            receipt_template = "\(template)"
            [[printers]]
            name = "counter"
            address = "file:\(counter)"
            profile = "epson-tm-t88vi"
            logo_key = "TL"
            drawer = 2
            buzzer = true
            """)
    }

    /// Returns what was printed since the last call.
    fileprivate func takePaper() throws -> Data {
        defer { try? FileManager.default.removeItem(atPath: counter) }
        return try Data(contentsOf: URL(filePath: counter))
    }
}
