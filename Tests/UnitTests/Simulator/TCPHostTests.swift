import Flow
import Foundation
import Testing

@testable import Simulator

/// A simulated device's end of the network, and who connects to it.
@Suite struct TCPHostTests {
    /// A printer without paper does not read; who was there before must not keep it for ever.
    @Test func aConnectionThatIsResetWhileNobodyReadsItMakesRoomForTheNext() throws {
        let host = TCPHost(Deaf(), host: TCPHost.usualHost, port: 0, environment: .live)
        try host.start()
        defer { host.stop() }
        for _ in 1...2 {
            let client = try Client(host.place)
            #expect(client.hears(Deaf.greeting))
            client.say([0x41])
            client.reset()
        }
    }
}

/// Greets whoever connects, and reads nothing.
private final class Deaf: NetworkDevice {
    static let greeting: UInt8 = 0x06

    func attached(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func connected(at now: Uptime) -> NetworkOrders { NetworkOrders(write: [Self.greeting], reads: false) }
    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders { NetworkOrders(reads: false) }
    func disconnected(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func deadlineReached(at now: Uptime) -> NetworkOrders { NetworkOrders() }
}

private struct Client {
    private static let patience = timeval(tv_sec: 20, tv_usec: 0)
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

    /// Connects to `127.0.0.1:PORT`.
    init(_ place: String) throws {
        let parts = place.split(separator: ":").map(String.init)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = try #require(UInt16(parts[1])).bigEndian
        address.sin_addr.s_addr = inet_addr(parts[0])
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        var patience = Self.patience
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func hears(_ wanted: UInt8) -> Bool {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 && byte == wanted
    }

    func say(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }
}
