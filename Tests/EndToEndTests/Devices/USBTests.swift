import Foundation
import Testing

/// Readers and printers on USB: `till` with an unmodified libusb, the devices in its /sys and /dev.
@Suite struct USBTests {
    @Test func aPaymentAndItsReceiptsGoOverUSB() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(quick())
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            #expect(PNG.isPicture(kiosk.path("paper/page-0002.png")))
        }
    }

    /// Nothing is configured: the printer's vendor and product ids say how it confirms a print, and what a clone must
    /// not be sent.
    @Test func aPrinterOnUSBIsAskedAsItsModelAnswers() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(quick())
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed"])
        }
    }

    @Test func receiptline32_aCopyOnUSBPrintsNoLetterBeforeAReceipt() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(quick())
            let bed = try await kiosk.usb()
            _ = try bed.add(printer: kiosk.paper, fault: "clone", serialNumber: "0483:5743/COPY")
            let paid = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", "usb:0483:5743?serial=COPY"]
            ).end()
            #expect(paid.code == 0, "\(paid)")
            for page in ["page-0001", "page-0002"] {
                let bytes = try Data(contentsOf: URL(filePath: kiosk.path("paper/\(page).escpos")))
                #expect(bytes.starts(with: [0x1B, 0x40]), "\(page): \([UInt8](bytes.prefix(8)))")
            }
        }
    }

    @Test func whatIsPluggedInIsListed() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal()
            try await kiosk.startPrinter()
            let readers = try await kiosk.till("readers", "list")
            #expect(readers.output.contains("usb:1d6b:0104?serial=TILLTERMINAL01  Till ZVT terminal"), "\(readers)")
            let printers = try await kiosk.till("printers", "list", "--json")
            #expect(printers.output.contains(#""address":"usb:04b8:0e28?serial=TILLPRINTER01""#), "\(printers)")
            #expect(!printers.output.contains("1d6b"), "\(printers)")
        }
    }

    @Test func devicesThatHaveNoNameOfTheirOwnAreListedByTheirSockets() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            let bed = try await kiosk.usb()
            for (number, name) in ["04b8:0e15/", "TWIN", "TWIN"].enumerated() {
                _ = try bed.add(printer: kiosk.path("paper\(number)"), fault: nil, serialNumber: name)
            }
            let listed = try await kiosk.till("printers", "list")
            let addresses = listed.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
            #expect(
                Set(addresses) == [
                    "usb:04b8:0e15?port=1-1", "usb:04b8:0e28?port=1-2&serial=TWIN",
                    "usb:04b8:0e28?port=1-3&serial=TWIN",
                ], "\(listed)")
            let examined = try await kiosk.till("doctor")
            #expect(examined.output.contains("usb.alike"), "\(examined)")
            #expect(!examined.output.contains("line.ambiguous"), "\(examined)")
        }
    }

    @Test(arguments: ["card", "booked", "confirmed"])
    func aTerminalUnpluggedInAPaymentIsAskedWhenItIsBackUnderAnotherNumber(_ point: String) async throws {
        try await unplugging(pulled(at: point, backAfter: "0.5")) { kiosk, paid in
            #expect(paid.code == 0, "\(paid)")
            #expect(paid.errors.contains("was unplugged"), "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    @Test func aTerminalThatDoesNotComeBackLeavesADoubtThatItsReturnResolves() async throws {
        try await unplugging(pulled(at: "booked", backAfter: "null"), giveUpAfter: 1) { kiosk, gone in
            #expect(gone.code == 5, "\(gone)")
            #expect(gone.errors.contains("There is no USB device usb:1d6b:0104"), "\(gone)")
            try await kiosk.usb().terminal("plug")
            let paid = try await kiosk.pay()
            #expect(paid.code == 8, "the order is paid already: \(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    @Test func aPrinterUnpluggedInAReceiptIsMissedByNameAndAnotherReprints() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(quick())
            try await kiosk.startPrinter(fault: "unplug:900")
            let paid = try await kiosk.pay()
            #expect(paid.code == 9, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            let bed = try await kiosk.usb()
            let absent = try await kiosk.till("reprint", "last", "--printer", kiosk.printer)
            #expect(absent.code == 6, "\(absent)")
            #expect(absent.errors.contains("There is no USB device"), "\(absent)")
            _ = try bed.add(printer: kiosk.paper, fault: nil, serialNumber: "SECOND")
            let again = try await kiosk.till("reprint", "last", "--printer", "usb:04b8:0e28?serial=SECOND")
            #expect(again.code == 0, "\(again)")
        }
    }

    /// The printer has no endpoint to answer on: its USB class status is all that tells of the paper.
    @Test func aPrinterThatCannotAnswerIsNotPaidForWithoutPaper() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(quick())
            let bed = try await kiosk.usb()
            _ = try bed.add(printer: kiosk.paper, fault: "paper-out", answers: false, serialNumber: "0525:a700/DEAF")
            let pay = ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", "usb:0525:a700?serial=DEAF"]
            let refused = try await kiosk.startTill(pay).end()
            #expect(refused.code == 6, "\(refused)")
            #expect(refused.errors.contains("printer.paperOut"), "\(refused)")
            try bed.device("DEAF", "mend")
            let paid = try await kiosk.startTill(pay).end()
            #expect(paid.code == 0, "\(paid)")
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test(.onlyByItself("the service has the device, not the command"))
    func aDeviceThatAnotherTillHasIsBusyAndItsHolderIsNamed() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 60}}"#)
            try await kiosk.startPrinter()
            let payment = try await kiosk.startTill(kiosk.payment())
            try await payment.says("insert the card")
            let other = try await kiosk.start(
                "till", ["readers", "status", "--reader", kiosk.reader, "--data", kiosk.path("other")]
            ).end()
            #expect(other.code == 6, "\(other)")
            #expect(other.errors.contains("is in use by process \(payment.pid) (till). (line.busy)"), "\(other)")
            payment.send(2)
            try await payment.end()
        }
    }

    /// Runs each of these tests in a process that sees simulated devices.
    @Test func theContractsHoldOverUSB() async throws {
        let told = try await contracts([
            "--filter", "ContractTests", "--skip",
            "DeviceMonitorTests|HostileDescriptorTests|USBHostilityTests|ShopStoreContractTests|RecordedRequestTests|HTTP2Tests",
        ])
        #expect(told.contains("backend → zvtOnUSB"))
        #expect(told.contains("kind → .usb"))
        #expect(told.contains("kind → neo2OnUSB") && told.contains("kind → neo2WithoutOutput"))
    }

    @Test(arguments: ["DeviceMonitorTests", "HostileDescriptorTests", "USBHostilityTests"])
    func whatIsPluggedInIsWatchedAndNotTrusted(_ suite: String) async throws {
        let told = try await contracts(["--filter", suite], hasEvents: suite == "DeviceMonitorTests")
        #expect(told.contains("Suite \(suite) passed"), "\(told.suffix(4000))")
    }

    /// Runs these tests in a process that sees simulated devices, and returns what it wrote. A run that umockdev itself
    /// has ended is repeated.
    ///
    /// - Parameter hasEvents: whether umockdev announces devices. It ends when a listener leaves at the very moment of
    ///   an announcement, about once in some thousand runs.
    private func contracts(_ chosen: [String], hasEvents: Bool = false) async throws -> String {
        for _ in 0..<2 {
            let ended = try await play(chosen, hasEvents: hasEvents)
            if ended.code == 0 || !Self.endsOfUmockdev.contains(where: ended.errors.contains) {
                return succeeded(ended)
            }
        }
        return succeeded(try await play(chosen, hasEvents: hasEvents))
    }

    /// The two ways in which umockdev itself ends a process: on a slow machine more files can be open at once than it has
    /// slots for, or a device goes at the moment at which it is opened. The code under test is not at fault, and the run
    /// is repeated.
    private static let endsOfUmockdev = [
        "libumockdev-preload fd_map_add(): overflow", "libumockdev-preload: Failed to connect to ioctl socket",
    ]

    /// Pays at a terminal that is unplugged meanwhile, and checks what came of it. Where umockdev ended the payment, it is begun
    /// anew with everything else, at most three times in all.
    private func unplugging(
        _ scenario: String, giveUpAfter: Int = 20, _ check: @Sendable (Kiosk, Ending) async throws -> Void
    ) async throws {
        for time in 1...3 {
            let isPlayed = try await Kiosk.run(on: .usb) { kiosk in
                try await kiosk.startTerminal(scenario)
                try await kiosk.startPrinter()
                let paid = try await kiosk.pay(giveUpAfter: giveUpAfter)
                guard time == 3 || !Self.endsOfUmockdev.contains(where: paid.errors.contains) else { return false }
                try await check(kiosk, paid)
                return true
            }
            if isPlayed { return }
        }
    }

    private func play(_ chosen: [String], hasEvents: Bool) async throws -> Ending {
        try await Kiosk.run(on: .usb) { kiosk in
            _ = try await kiosk.usb(hasEvents ? [] : ["--without-events"])
            let arguments = ["--testing-library", "swift-testing"] + chosen
            return try await kiosk.start("/proc/self/exe", arguments, limit: 300).end()
        }
    }

    private func succeeded(_ ended: Ending) -> String {
        #expect(ended.code == 0, "\(ended.errors.suffix(4000))")
        return ended.errors
    }

    private func quick() -> String { "{\(Kiosk.quick)}" }

    private func pulled(at point: String, backAfter: String) -> String {
        """
        {\(Kiosk.quick), "pulls_cable": {"at": "\(point)", "back_after": \(backAfter)}, "on_line_failure": "finishes",
         "on_missing_response": "keeps"}
        """
    }
}
