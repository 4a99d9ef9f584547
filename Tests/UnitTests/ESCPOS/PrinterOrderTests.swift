import ESCPOS
import Testing

@Suite struct PrinterOrderTests {
    @Test func nodeEscpos151_theDrawersCommandIsWhole() throws {
        let pulse = try #require(PrinterOrder.openDrawer(1).bytes(for: .generic80))
        #expect(pulse == [0x1B, 0x70, 0, 50, 200])
        var decoder = StreamDecoder()
        let commands = decoder.decode(pulse + [0x41]) + decoder.finish()
        #expect(commands.map(\.operation) == [.pulse, nil])
    }

    @Test func aDrawerIsOpenedAtOnceWhereThePrinterHears() {
        #expect(PrinterOrder.openDrawerNow(2).bytes(for: .tmT20III) == [0x10, 0x14, 1, 1, 1])
    }

    @Test func whatAPrinterHasNotItIsNotToldToUse() {
        #expect(PrinterOrder.openDrawer(2).bytes(for: .generic80) == nil)
        #expect(PrinterOrder.openDrawer(0).bytes(for: .generic80) == nil)
        #expect(PrinterOrder.openDrawer(1).bytes(for: .k80) == nil)
        #expect(PrinterOrder.buzz.bytes(for: .generic80) == nil)
    }

    @Test(arguments: PrinterProfile.all)
    func everyOrderIsOneKnownCommand(profile: PrinterProfile) {
        for order in [PrinterOrder.openDrawer(1), .openDrawer(2), .openDrawerNow(1), .buzz] {
            guard let bytes = order.bytes(for: profile) else { continue }
            var decoder = StreamDecoder()
            let commands = decoder.decode(bytes) + decoder.finish()
            #expect(commands.count == 1 && commands.first?.isComplete == true && commands.first?.content != .unknown)
        }
    }
}
