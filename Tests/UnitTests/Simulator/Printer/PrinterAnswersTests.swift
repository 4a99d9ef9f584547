import ESCPOS
import Flow
import Foundation
import Receipts
import Simulator
import Synchronization
import Testing

/// A simulated printer gives the answers of the model that it represents.
@Suite struct PrinterAnswersTests {
    private func answers(_ profile: PrinterProfile, _ bytes: [UInt8]) throws -> [UInt8] {
        var printer = VirtualPrinter(VirtualPrinter.Model(profile), glyphs: White())
        return replies(try printer.receive(bytes))
    }

    private func block(_ text: String) -> [UInt8] { [0x5F] + Array(text.utf8) + [0] }

    @Test(
        arguments: [(.tmT20III, 0x02), (.tmM30Japan, 0x03), (.xprinter80, 0x03), (.pos5890, 0x01), (.k80, 0x02)]
            as [(PrinterProfile, UInt8)])
    func itsTypeTellsOfACutterAndOfTwoByteLetters(_ profile: PrinterProfile, _ type: UInt8) throws {
        #expect(try answers(profile, [0x1D, 0x49, 2]) == [type])
        #expect(try answers(profile, [0x1D, 0x49, 50]) == [type])
    }

    @Test func itHasTheNamesOfItsModel() throws {
        let asked: [UInt8] = [0x1D, 0x49, 66, 0x1D, 0x49, 67]
        #expect(try answers(.tmT88V, asked) == block("EPSON") + block("TM-T88V"))
        #expect(try answers(.srp350, asked) == block("BIXOLON") + block("SRP-350"))
        #expect(try answers(.pos5890, asked) == block("Till") + block("pos-5890"))
    }

    @Test func whatItHasNoInformationOnAnEpsonSays() throws {
        let asked: [UInt8] = [33, 35, 36, 96, 110].flatMap { [0x1D, 0x49, $0] }
        let empty: [UInt8] = [35, 36, 96, 110].flatMap { [0x3D, $0, 0] }
        #expect(try answers(.tmT88VI, asked) == [0x3D, 33, 0x42, 0x40, 0] + empty)
        #expect(try answers(.tmM30Japan, [0x1D, 0x49, 69]) == block("KANJI JAPANESE"))
        #expect(try answers(.pos5890, asked + [0x1D, 0x49, 69]).isEmpty)
    }

    // MARK: Off line

    private let coverOpens = PrinterFault.coverOpens(row: 10)
    private func notice(_ d: UInt8) -> [UInt8] { [0x1D, 0x28, 0x48, 3, 0, 0x31, 0x30, d] }
    private let line = Array("eins\n".utf8)

    private func said(_ fault: PrinterFault, _ bytes: [UInt8], by profile: PrinterProfile = .tmT20III) throws -> [UInt8]
    {
        var printer = VirtualPrinter(VirtualPrinter.Model(profile), fault: fault, glyphs: White())
        return replies(try printer.receive(bytes)) + replies(try printer.mend())
    }

    @Test func aPrinterSaysThatItStoppedWhereThatWasWanted() throws {
        #expect(try said(coverOpens, notice(1) + line) == [0x37, 0x23, 0])
        #expect(try said(coverOpens, notice(50) + line) == [0x37, 0x23, 0x40, 0x40, 0x40, 0x40, 0x40, 0])
        let jam = try said(.cutterJams, notice(2) + line + [0x1D, 0x56, 0])
        #expect(jam == [0x37, 0x23, 0x40, 0x40, 0x40, 0x41, 0x40, 0])
    }

    @Test func itSaysNothingWhereThatWasNotWantedOrIsNotKnown() throws {
        #expect(try said(coverOpens, notice(1) + notice(0) + line).isEmpty)
        #expect(try said(coverOpens, notice(1) + [0x1B, 0x40] + line).isEmpty)
        #expect(try said(coverOpens, notice(1) + line, by: .srp350).isEmpty)
    }

    // MARK: Memory

    private let stored: [UInt8] = [0x1D, 0x28, 0x6B, 4, 0, 0x31, 0x50, 0x30, 0x41]
    private let module: [UInt8] = [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x43, 10]
    private let size: [UInt8] = [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x52, 0x30]

    private func qrAnswer(_ size: String, fits: Bool) -> [UInt8] {
        [0x37, 0x36] + size.utf8 + [0x1F] + size.utf8 + [0x1F, 0x31, 0x1F, fits ? 0x30 : 0x31, 0]
    }

    @Test func theSizeOfAQRCodeIsToldInDots() throws {
        #expect(try answers(.tmT20III, module + stored + size) == qrAnswer("210", fits: true))
        #expect(try answers(.tmT20III, [0x1D, 0x57, 200, 0] + module + stored + size) == qrAnswer("210", fits: false))
        #expect(try answers(.tmT20III, size) == qrAnswer("0", fits: false))
        #expect(try answers(.xprinter80, module + stored + size).isEmpty)
    }

    private func image(_ key: String, lasting: Bool = true) -> [UInt8] {
        [0x1D, 0x28, 0x4C, 12, 0, 0x30, lasting ? 67 : 83, 0x30] + key.utf8 + [1, 8, 0, 1, 0, 0x31, 0xA5]
    }
    private func graphics(_ fn: UInt8, _ rest: String = "") -> [UInt8] {
        [0x1D, 0x28, 0x4C, UInt8(2 + rest.utf8.count), 0, 0x30, fn] + rest.utf8
    }

    @Test func memoryForImagesGetsSmallerByWhatIsKept() throws {
        #expect(try answers(.tmT20III, graphics(0)) == [0x37, 0x30] + "262144".utf8 + [0])
        #expect(try answers(.tmT20III, image("AB") + graphics(51)) == [0x37, 0x31] + "262143".utf8 + [0])
        #expect(
            try answers(.tmT20III, image("AB") + image("CD", lasting: false) + graphics(4))
                == [0x37, 0x32] + "65535".utf8 + [0])
        #expect(try answers(.pos5890, graphics(0) + graphics(51)).isEmpty)
    }

    @Test func imagesAreListedByTheirKeys() throws {
        #expect(try answers(.tmT20III, graphics(64, "KC")) == [0x37, 0x72, 0x40, 0])
        #expect(
            try answers(.tmT20III, image("CD") + image("AB") + graphics(64, "KC"))
                == [0x37, 0x72, 0x40] + "ABCD".utf8 + [0])
        #expect(
            try answers(.tmT20III, image("EF", lasting: false) + graphics(80, "KC"))
                == [0x37, 0x73, 0x40] + "EF".utf8 + [0])
        #expect(try answers(.srp350, graphics(64, "KC")).isEmpty)
    }

    @Test func aLongListComesInPartsThatAreAskedFor() throws {
        let keys = (0..<41).map { "K\(UnicodeScalar(UInt8(40 + $0)))" }
        let list = keys.flatMap { image($0) } + graphics(64, "KC")
        let first: [UInt8] = [0x37, 0x72, 0x41] + keys.prefix(40).joined().utf8 + [0]
        #expect(try answers(.tmT20III, list) == first)
        #expect(try answers(.tmT20III, list + [6, 6]) == first + [0x37, 0x72, 0x40] + keys[40].utf8 + [0])
    }

    // MARK: On USB

    /// The last model is one whose numbers are unknown.
    @Test(
        arguments: [
            (nil, USBIdentity.printer.product, "EPSON"), (.pos5890, PrinterProfile.pos5890.usbNames[0].product, "Till"),
            (.tmT88VI, 0xA4A8, "EPSON"),
        ] as [(PrinterProfile?, UInt16, String)])
    func aPrinterOnABusIsOfTheModelThatWasWanted(
        _ profile: PrinterProfile?, _ product: UInt16, _ maker: String
    ) throws {
        let directory = NSTemporaryDirectory() + Environment.live.newID("paper")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let world = VirtualWorld()
        let said = Mutex<[UInt8]>([])
        let bus = SimulatedUSBBus(printers: profile, environment: world.environment) { device in
            #expect(Array(device.descriptors.device[10..<12]) == [UInt8(product & 0xFF), UInt8(product >> 8)])
            device.connect(
                to: SimulatedUSBDevice.Bus(
                    completed: { completion in said.withLock { $0 += completion.data } }, plugged: {}, pulled: {}))
            device.submit(USBRequest(id: 1, endpoint: 0x01, data: [0x1D, 0x49, 66, 0x1D, 0x72, 1]))
            device.submit(USBRequest(id: 2, endpoint: 0x82, room: 64))
        }
        try bus.addPrinter(out: directory)
        world.run()
        // The copy does not answer GS r.
        #expect(said.withLock { $0 } == block(maker) + (profile == .pos5890 ? [] : [0]))
    }
}
