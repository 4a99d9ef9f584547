import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Testing

@Suite struct PrinterFileTests {
    private func temporary() -> String { NSTemporaryDirectory() + Environment.live.newID("printer") }

    private func printer(_ path: String) -> FilePrinter {
        FilePrinter(DeviceAddress(scheme: "file", path: path), environment: .live)
    }

    @Test func aNewFileIsForItsOwnerOnly() async throws {
        let path = temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(await printer(path).print([0x41]) == .probably)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func jobsAreAppended() async throws {
        let path = temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = await printer(path).print([0x41])
        _ = await printer(path).print([0x42])
        #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == [0x41, 0x42])
    }

    @Test func aFullDiskFailsBeforeTheFirstByte() async {
        #expect(await printer("/dev/full").print([0x41]).summary == "failed printer.diskFull")
    }

    @Test func aPipeIsRefusedAndNobodyWaits() async {
        let path = temporary()
        mkfifo(path, 0o600)
        defer { unlink(path) }
        #expect(await printer(path).print([0x41]).summary == "failed printer.file")
    }

    @Test func aDeviceThatIsNotThereIsNotMadeAFile() async {
        #expect(await printer("/dev/till-no-such-printer").print([0x41]).summary == "failed printer.file")
        #expect(!FileManager.default.fileExists(atPath: "/dev/till-no-such-printer"))
    }

    @Test func aPathThatIsNotThereFailsAndSaysSo() async {
        #expect(await printer("/nowhere/at/all").print([0x41]).summary == "failed printer.file")
        await #expect(throws: Failure.self) { _ = try await printer("/nowhere/at/all").status() }
    }

    @Test(arguments: ["usb:1", "file:", "serial:/dev/ttyS9?proof=maybe"])
    func anAddressWithoutAWayIsRefused(_ text: String) throws {
        let service = PrinterService(
            lines: [
                "serial": { address throws(Failure) in
                    throw Failure("line.notFound", "There is no \(address.path).", recovery: .askOperator)
                }
            ], environment: .live)
        let address = try #require(DeviceAddress(text))
        let failure = #expect(throws: Failure.self) { _ = try service.connect(address) }
        #expect(failure?.code == "printer.badAddress")
    }
}
