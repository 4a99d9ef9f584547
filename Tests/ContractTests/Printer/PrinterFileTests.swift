import CTerminalLine
import ESCPOS
import Failures
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

    /// A device node that accepts nothing, like a printer without paper.
    @Test func wcposElectron411_aNodeThatTakesNothingIsGivenUp() async throws {
        var name = [CChar](repeating: 0, count: 64)
        let master = till_pty_open(&name, name.count)
        defer { close(master) }
        let node = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let slave = open(node, O_RDWR | O_NOCTTY)
        defer { close(slave) }
        let printer = FilePrinter(
            DeviceAddress(scheme: "file", path: node), environment: .live, limit: .milliseconds(50))
        let job = [UInt8](repeating: 0x41, count: 100_000)
        #expect(await printer.print(PrintData(job)).summary == "unknown printer.noAnswer")
        // Nothing of the job comes out later, beside a marked print, except what the other end of a pty already has.
        var late = [UInt8](repeating: 0, count: 100_000)
        var taken = 0
        while case let count = read(master, &late, late.count), count > 0 { taken += count }
        #expect(taken <= 4096)
    }

    @Test func aDeviceThatIsNotThereIsNotMadeAFile() async {
        #expect(await printer("/dev/till-no-such-printer").print([0x41]).summary == "failed printer.file")
        #expect(!FileManager.default.fileExists(atPath: "/dev/till-no-such-printer"))
    }

    @Test func toAskForTheStatusMakesNoFile() async throws {
        let path = temporary()
        _ = try await printer(path).status()
        #expect(!FileManager.default.fileExists(atPath: path))
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
                    throw Failure(LineFailure.notFound, "There is no \(address.path).", recovery: .askOperator)
                }
            ], environment: .live)
        let address = try #require(DeviceAddress(text))
        let failure = #expect(throws: Failure.self) { _ = try service.connect(address) }
        #expect(failure?.code == "printer.badAddress")
    }
}
