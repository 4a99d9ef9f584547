import Foundation
import Glibc
import Testing

@testable import Logbook

/// Entries for the system log arrive on its socket in the format of syslog.
@Suite struct SystemLogTests {
    @Test func aMessageArrivesAsSyslogWritesIt() {
        let path = NSTemporaryDirectory() + "till-syslog-\(getpid())"
        defer { unlink(path) }
        let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(SystemLog(path).send("journal head 1234 hxkq", at: Date(timeIntervalSince1970: 1_795_219_200)))
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = recv(listener, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        #expect(count > 0)
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        #expect(
            text.wholeMatch(of: /<13>[A-Z][a-z]{2} [ 123]\d \d\d:\d\d:\d\d till\[\d+\]: journal head 1234 hxkq/) != nil,
            "\(text)")
    }

    @Test func whereNobodyListensNothingIsSent() {
        #expect(!SystemLog("/nowhere/log").send("journal head 1 ab", at: Date(timeIntervalSince1970: 0)))
    }

    @Test func whatLooksLikeACardNumberIsNotSent() {
        #expect(!SystemLog().send("4111 1111 1111 1111", at: Date(timeIntervalSince1970: 0)))
    }
}
