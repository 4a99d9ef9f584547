import Flow
import Glibc
import Hardware
import Simulator
import Testing
import Transports

/// Printers on a serial line that hold 4 KiB, print more slowly than the line brings, and lose what does not fit.
@Suite(.enabled(if: !USBBed.isHere)) struct PrinterHandshakeTests {
    private static let slow = model(bytesPerSecond: 4000)

    private static func model(bytesPerSecond: Int) -> VirtualPrinter.Model {
        var model = VirtualPrinter.Model()
        (model.bufferSize, model.bytesPerSecond) = (4096, bytesPerSecond)
        return model
    }

    private static let manyItems = receipt("Posten", lines: 800)

    @Test(arguments: [(.rts, .rts), (.xon, .xon)] as [(PtyHandshake, SerialSettings.Handshake)])
    func odoo47635_aReceiptOfManyItemsIsWholeOnAPrinterThatHoldsLittle(
        _ printer: PtyHandshake, _ line: SerialSettings.Handshake
    ) async throws {
        let rig = try PrinterRig(.serial, model: Self.slow, handshake: (printer, line))
        #expect(await rig.print(Self.manyItems) == .confirmed)
        #expect(rig.bytesLost == 0)
        #expect(rig.printed == Self.manyItems)
    }

    /// Without a handshake bytes are lost, so the test above shows something.
    @Test(arguments: [(.none, .none), (.rts, .none), (.xon, .rts)] as [(PtyHandshake, SerialSettings.Handshake)])
    func whereTheLineIsNotSetAsThePrinterItemsAreLost(
        _ printer: PtyHandshake, _ line: SerialSettings.Handshake
    ) async throws {
        // Slower than the slowest machine sends.
        let rig = try PrinterRig(.serial, model: Self.model(bytesPerSecond: 100), handshake: (printer, line))
        async let printed = rig.print(Self.manyItems)
        var looks = 0
        while rig.bytesLost == 0, looks < 60_000 {
            poll(nil, 0, 1)
            looks += 1
            // The print needs a thread, too.
            await Task.yield()
        }
        #expect(rig.bytesLost > 0)
        rig.close()
        _ = await printed
    }

    /// The buffer is full while the printer waits for paper: the line is held back then too, and nothing is lost.
    @Test(arguments: [(.rts, .rts), (.xon, .xon)] as [(PtyHandshake, SerialSettings.Handshake)])
    func pythonEscpos41_paperThatEndsOnTheWayLosesNothingOfTheRest(
        _ printer: PtyHandshake, _ line: SerialSettings.Handshake
    ) async throws {
        let rig = try PrinterRig(
            .serial, fault: .paperEndsAfterLines(60), model: Self.slow, handshake: (printer, line))
        let result = await rig.print(Self.manyItems, patience: .seconds(60)) { progress in
            if case .waits = progress { rig.mend() }
        }
        #expect(result == .confirmed)
        #expect(rig.bytesLost == 0)
        #expect(rig.printed == Self.manyItems)
    }
}
