import Testing

/// Receipts that are printed on different printers according to their kind.
@Suite struct RoutingTests {
    /// Prints the merchant's copies and reports in the office; the front printer is its substitute.
    private func configure(_ kiosk: Kiosk, _ front: HandledPrinter, _ office: HandledPrinter) throws {
        try kiosk.configure(
            """
            [routing]
            merchant_copy = "office"
            end_of_day = "office"

            [[printers]]
            name = "front"
            address = "\(front.address)"

            [[printers]]
            name = "office"
            address = "\(office.address)"
            stand_ins = ["front"]
            """)
    }

    private struct Payment: Decodable {
        let prints: [Print]

        struct Print: Decodable {
            let copy: String
            let printer: String
        }
    }

    @Test func eachKindOfReceiptComesOutOfItsPrinter() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let (front, office) = (try await kiosk.printer("front"), try await kiosk.printer("office"))
            try configure(kiosk, front, office)
            let paid = try await kiosk.till("pay", "--order", "1042", "--reader", kiosk.reader, "--json")
            #expect(paid.code == 0, "\(paid)")
            let prints = try kiosk.decode(Payment.self, paid).prints
            #expect(prints.map(\.copy) == ["customer", "merchant"])
            #expect(prints.map(\.printer) == [front.address, office.address])
            #expect(try front.pages().map(\.isCustomerCopy) == [true])
            #expect(try office.pages().map(\.isMerchantCopy) == [true])
            #expect(try await kiosk.prints("merchant").map(\.printer) == [office.address])

            let again = try await kiosk.till("reprint", "last", "--copy", "merchant")
            #expect(again.code == 0, "\(again)")
            #expect(try office.pages().map(\.isDuplicate) == [false, true])
            let ended = try await kiosk.till("end-of-day", "--reader", kiosk.reader)
            #expect(ended.code == 0, "\(ended)")
            #expect(try office.pages().count == 3 && front.pages().count == 1)
        }
    }

    @Test func aPrinterOfOneCopyThatCannotPrintIsNamedOrStoodInFor() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let (front, office) = (
                try await kiosk.printer("front"), try await kiosk.printer("office", "--fault", "paper-out")
            )
            try configure(kiosk, front, office)
            let moved = try await kiosk.till("pay", "--amount", "1.00", "--reader", kiosk.reader)
            #expect(moved.code == 0 && moved.errors.contains("out of paper"), "\(moved)")
            #expect(try front.pages().map(\.isMerchantCopy) == [false, true])
            #expect(try await kiosk.prints("merchant").first?.move?.from == office.address)

            try front.tell("paper-out")
            let refused = try await kiosk.till("pay", "--amount", "1.00", "--reader", kiosk.reader)
            #expect(refused.code == 6 && refused.errors.contains(front.address), "\(refused)")
        }
    }
}
