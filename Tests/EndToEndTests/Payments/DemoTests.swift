import Testing

/// `till demo`, as a newcomer runs it.
@Suite struct DemoTests {
    @Test func theDemonstrationLeavesTheReceiptsBehind() async throws {
        try await Kiosk.run { kiosk in
            let demo = try await kiosk.till("demo", "--out", kiosk.path("out"), "--baud", "115200")
            #expect(demo.code == 0, "\(demo)")
            #expect(demo.output.contains("Paid 11.50 EUR"), "\(demo)")
            for copy in ["customer", "merchant"] {
                #expect(PNG.isPicture(kiosk.path("out/receipt-\(copy).png")))
                #expect(try kiosk.size("out/receipt-\(copy).escpos") > 500)
                #expect(try kiosk.size("out/receipt-\(copy).txt") > 500)
            }
        }
    }

    @Test(arguments: [
        ["--reader", "simulated"], ["--printer", "serial"], ["--reader", "usb", "--printer", "usb"],
        ["--reader", "usb"],
    ])
    func theDevicesCanBeReachedAnotherWay(_ way: [String]) async throws {
        try await Kiosk.run { kiosk in
            let demo = try await kiosk.startTill(["demo", "--out", kiosk.path("out"), "--baud", "115200"] + way).end()
            #expect(demo.code == 0, "\(demo)")
            #expect(PNG.isPicture(kiosk.path("out/receipt-customer.png")))
        }
    }
}
