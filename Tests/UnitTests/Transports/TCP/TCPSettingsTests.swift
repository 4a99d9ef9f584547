import Flow
import Hardware
import Model
import Testing

@testable import Transports

@Suite struct TCPSettingsTests {
    private func settings(_ text: String) throws -> TCPSettings { try TCPSettings(of: #require(DeviceAddress(text))) }

    @Test(arguments: [
        ("tcp:192.168.1.20", "192.168.1.20", 20_007), ("tcp:192.168.1.20:5001", "192.168.1.20", 5001),
        ("tcp:Terminal-1.shop.lan", "terminal-1.shop.lan", 20_007), ("tcp:[::1]", "::1", 20_007),
        ("tcp:[fe80::1%eth0]:22000", "fe80::1%eth0", 22_000),
    ])
    func anAddressIsAHostAndAPort(_ text: String, _ host: String, _ port: UInt16) throws {
        #expect(try settings(text) == TCPSettings(host: host, port: port, use: .kept))
    }

    @Test(arguments: [
        "tcp:", "tcp::20007", "tcp:host:", "tcp:host:0", "tcp:host:65536", "tcp:host:x", "tcp:fe80::1", "tcp:[::1",
        "tcp:[::1]20007", "tcp:a b", "tcp:/dev/ttyUSB0", "tcp:" + String(repeating: "a", count: 254),
    ])
    func whatIsNoAddressIsRefusedWithAnExample(_ text: String) throws {
        let failure = #expect(throws: Failure.self) { try self.settings(text) }
        #expect(failure?.code == "line.badAddress")
        #expect(failure?.remedy?.contains("tcp:192.168.1.20:20007") == true)
    }

    @Test func aConnectionIsKeptUnlessSaidOtherwise() throws {
        #expect(try settings("tcp:host").use == .kept)
        #expect(try settings("tcp:host?connection=transaction").use == .transaction)
    }

    @Test(arguments: ["tcp:host?connection=once", "tcp:host?baud=9600"])
    func anOptionItDoesNotHaveIsRefused(_ text: String) throws {
        let failure = #expect(throws: Failure.self) { try self.settings(text) }
        #expect(failure?.code == "line.badOption")
    }

    @Test func oneListenerHasManyAddresses() throws {
        #expect(try settings("tcp:HOST").isSameListener(as: settings("tcp:host:20007?connection=transaction")))
        #expect(try !settings("tcp:host").isSameListener(as: settings("tcp:host:5001")))
    }

    @Test func aListenerIsShownAsItIsWritten() throws {
        #expect(try settings("tcp:[::1]").description == "[::1]:20007")
        #expect(try settings("tcp:host:5001").description == "host:5001")
    }
}
