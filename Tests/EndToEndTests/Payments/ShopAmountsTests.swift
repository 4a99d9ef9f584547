import Testing

/// Amounts on receipts as the shop writes them.
@Suite struct ShopAmountsTests {
    @Test(arguments: ["1.234,50 €", "€1,234.50"])
    func aReceiptsAmountsAreWrittenAsTheShopsSettingsSay(_ sample: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try kiosk.configure("[shop]\namounts = \"\(sample)\"")
            let printer = "file:\(kiosk.path("paper.bin"))"
            // The shop is asked only about the payment for an order.
            for subject in [["--order", "1042"], ["--amount", "1234.50"]] {
                let paid = try await kiosk.startTill(
                    ["pay", "--reader", kiosk.reader, "--printer", printer] + subject
                ).end()
                #expect(paid.code == 0, "\(paid)")
            }
            let receipt = try await kiosk.till("receipts", "show", "last")
            #expect(receipt.output.contains(" \(sample)\n"), "\(receipt)")
            let again = try await kiosk.till("reprint", "last", "--printer", printer)
            #expect(again.output.contains(" \(sample)\n"), "\(again)")
        }
    }
}
