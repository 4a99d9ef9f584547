import ESCPOS
import Flow
import Hardware
import Model
import Testing

@testable import Transports

/// Printers on the network: a job that ends is closed like a command.
@Suite struct TCPPrinterTests {
    let peer: TCPPeer

    init() throws { peer = try TCPPeer() }

    /// A printer that never reports its state by itself.
    private func printer(bytesPerSecond: Int = 1_000_000) throws -> ESCPOSPrinter {
        try ESCPOSPrinter(
            on: try TCPPort(peer.address(), uptime: steadyClock),
            capabilities: PrinterCapabilities(bytesPerSecond: bytesPerSecond), environment: .live)
    }

    /// The next print of that receipt is marked as a duplicate, so this one must not come out after it.
    @Test func aJobThatWasGivenUpDoesNotComeOutAfterItsConnectionIsClosed() async throws {
        // Five minutes of paper: the job is not finished when it is given up, however busy the machine is.
        let printer = try printer(bytesPerSecond: 10_000)
        async let result = printer.print(PrintData([UInt8](repeating: 0x41, count: 3_000_000)))
        let begun = try await peer.does { peer in
            try peer.accept()
            return try peer.take(4)
        }
        #expect(begun == [0x10, 0x04, 1, 0x41])
        printer.close()
        let isUnknown = if case .unknown = await result { true } else { false }
        #expect(isUnknown)
        #expect(try !peer.readsToAnEndInOrder())
    }

    @Test func aJobThatIsBelievedArrivesHoweverSlowThePrinterReads() async throws {
        let printer = try printer()
        let result = await printer.print([0x41, 0x0A])
        #expect(result == .probably)
        printer.close()
        try peer.accept()
        #expect(try peer.take(5) == [0x10, 0x04, 1, 0x41, 0x0A])
        #expect(try peer.readsToAnEndInOrder())
    }
}
