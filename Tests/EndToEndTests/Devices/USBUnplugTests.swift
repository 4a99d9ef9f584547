import Foundation
import Testing

/// `till demo` over libusb, with either device unplugged in the middle of the payment or of a receipt
/// (docs/architecture.md §5, §7): the terminal is asked for the payment's outcome, and printing never changes it.
@Suite struct USBUnplugTests {
    private func demo(_ kiosk: Kiosk, giveUpAfter: Int = 20) async throws -> Child {
        try await kiosk.startTill([
            "demo", "--reader", "usb", "--printer", "usb", "--out", kiosk.path("out"), "--give-up-after",
            String(giveUpAfter),
        ])
    }

    private func terminal(pulledAt point: String, backAfter: String) -> String {
        """
        {\(Kiosk.quick), "pulls_cable": {"at": "\(point)", "back_after": \(backAfter)}, "on_line_failure": "finishes",
         "on_missing_response": "keeps"}
        """
    }

    // MARK: The terminal

    /// `card`: unplugged before the booking. `confirmed`: unplugged when the receipts are due.
    @Test(arguments: ["card", "booked", "confirmed"])
    func aTerminalPulledOutAndPluggedInAgainIsAskedAndAllIsPrinted(_ point: String) async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(terminal(pulledAt: point, backAfter: "0.5"))
            try await kiosk.startPrinter()
            let paid = try await demo(kiosk).end()
            #expect(paid.code == 0, "\(paid)")
            #expect(paid.errors.contains("was unplugged"), "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test(arguments: ["booked", "confirmed"])
    func aTerminalPulledOutForGoodLeavesTheDoubtToTheNextTill(_ point: String) async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(terminal(pulledAt: point, backAfter: "null"))
            try await kiosk.startPrinter()
            let gone = try await demo(kiosk, giveUpAfter: 1).end()
            #expect(gone.code == 5, "\(gone)")
            try await kiosk.usb().terminal("plug")
            let again = try await kiosk.pay()
            #expect(again.code == 8, "the order is paid already: \(again)")
            try await kiosk.expectTheTruth(charges: 1, again)
        }
    }

    // MARK: The printer

    @Test func aPrinterPulledOutInThePaymentLeavesItPaidAndItsReceiptsWaiting() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 6}}"#)
            try await kiosk.startPrinter()
            let payment = try await demo(kiosk)
            try await payment.says("insert the card")
            try await kiosk.usb().printer("unplug")
            let paid = try await payment.end()
            #expect(paid.code == 9, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            #expect(try kiosk.pages().isEmpty)
            try await kiosk.usb().printer("plug")
            let printed = try await kiosk.till("reprint", "last", "--printer", kiosk.printer)
            #expect(printed.code == 0, "\(printed)")
            #expect(try kiosk.pages().contains(where: \.isCustomerCopy))
        }
    }

    /// The printer comes back under another number while one process serves it: the process saw it before the payment,
    /// and prints on it afterwards.
    @Test func aPrinterThatIsBackBeforeTheReceiptPrintsItInTheSameProcess() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 6}}"#)
            try await kiosk.startPrinter()
            let payment = try await demo(kiosk)
            try await payment.says("insert the card")
            try await kiosk.usb().printer("unplug 300")
            let paid = try await payment.end()
            #expect(paid.code == 0, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test func aPrinterPulledOutInAReceiptLeavesItPaidAndTheNextPrintMarked() async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter(fault: "unplug:900")
            let paid = try await demo(kiosk).end()
            #expect(paid.code == 9, "\(paid)")
            try await kiosk.expectTheTruth(charges: 1, paid)
            let bed = try await kiosk.usb()
            _ = try bed.add(printer: kiosk.paper, fault: "unplug:900", serialNumber: "SECOND")
            let doubtful = try await kiosk.till("reprint", "last", "--printer", "usb:04b8:0e28?serial=SECOND")
            #expect(doubtful.code == 5, "\(doubtful)")
            _ = try bed.add(printer: kiosk.paper, fault: nil, serialNumber: "THIRD")
            let again = try await kiosk.till("reprint", "last", "--printer", "usb:04b8:0e28?serial=THIRD")
            #expect(again.code == 0, "\(again)")
            #expect(try kiosk.pages().allSatisfy(\.isDuplicate), "it may have been printed before")
        }
    }
}
