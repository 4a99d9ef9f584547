import Flow
import Foundation
import Glibc
import Hardware
import Model
import Synchronization
import Testing

@testable import Transports

/// The device node of the kernel's printer driver, played by a pty. `scripts/kernel` tests the answers of the driver
/// itself.
@Suite("Printers behind the kernel's driver")
struct LPPortTests {
    private func port(_ path: String) throws -> LPPort {
        try LPPort(DeviceAddress(scheme: "usblp", path: path), uptime: Environment.live.uptime)
    }

    private func refusal(_ path: String) throws -> Failure? {
        #expect(throws: Failure.self) { try port(path).open(RecordingLineHandler()) }
    }

    @Test func aNodeThatIsNotThereIsAPrinterToBePluggedIn() throws {
        let refusal = try refusal("/dev/usb/lp99")
        #expect(refusal?.code == "line.notFound")
        #expect(refusal?.remedy?.contains("modprobe usblp") == true)
    }

    @Test(arguments: ["/etc/passwd", "/tmp"]) func whatIsNoDeviceIsNoPrinter(_ path: String) throws {
        #expect(try refusal(path)?.code == "line.notThat")
    }

    @Test func onlyOneHasIt() throws {
        let pty = try Pseudoterminal()
        let first = try port(pty.path)
        try first.open(RecordingLineHandler())
        defer { first.close() }
        let refused = try refusal(pty.path)
        #expect(refused?.code == "line.busy")
        #expect(refused?.sentence.contains("this process") == true)
    }

    @Test func aNodeThatTellsNothingOfItsPrinterLeavesAllUnknown() async throws {
        let pty = try Pseudoterminal()
        let port = try port(pty.path)
        try port.open(RecordingLineHandler())
        #expect(try await port.printerStatus() == PrinterStatus())
        port.close()
        withExtendedLifetime(pty) {}
        await #expect(throws: Failure.self) { try await port.printerStatus() }
    }

    /// The question is asked at the moment in which the line is lost. Its asker is told, although the port stays.
    @Test func whatWasAskedOfALineThatIsGoneIsDropped() throws {
        let pty = Mutex<Pseudoterminal?>(try Pseudoterminal())
        let port = try port(#require(pty.withLock { $0?.path }))
        let dropped = DispatchSemaphore(value: 0)
        let lost = DispatchSemaphore(value: 0)
        try port.open(
            LastWishLineHandler(lost: lost) {
                let signal = SignalWhenDropped(dropped)
                port.perform { _ in withExtendedLifetime(signal) { LineCommands() } }
                pty.withLock { $0 = nil }
            })
        #expect(lost.wait(timeout: .now() + 60) == .success)
        #expect(dropped.wait(timeout: .now() + 60) == .success)
        withExtendedLifetime(port) {}
    }

    @Test(arguments: [("usblp:lp0", "line.badAddress"), ("usblp:/dev/usb/lp0?baud=9600", "line.badOption")])
    func anAddressThatIsNoneIsRefused(_ text: String, _ code: String) throws {
        let address = try #require(DeviceAddress(text))
        let failure = #expect(throws: Failure.self) { try LPPort(address, uptime: Environment.live.uptime) }
        #expect(failure?.code == code)
    }
}

private final class SignalWhenDropped: Sendable {
    private let signal: DispatchSemaphore

    init(_ signal: DispatchSemaphore) { self.signal = signal }
    deinit { signal.signal() }
}

/// A line handler that does something last in a turn of its line's loop.
private final class LastWishLineHandler: LineHandler {
    private let lost: DispatchSemaphore
    private let wish: @Sendable () -> Void

    init(lost: DispatchSemaphore, _ wish: @escaping @Sendable () -> Void) { (self.lost, self.wish) = (lost, wish) }

    func opened(at now: Uptime) -> LineCommands { LineCommands(deadline: now) }
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { LineCommands() }
    func deadlineReached(at now: Uptime) -> LineCommands {
        wish()
        return LineCommands()
    }
    func lost(_ loss: LineLoss, at now: Uptime) { lost.signal() }
}
