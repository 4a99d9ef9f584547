import Foundation
import Glibc
import Synchronization
import Testing

/// A receiver of webhooks on this machine, with a thread for each connection. It answers each path as the test says.
final class EventReceiver: Sendable {
    enum Manner: Sendable {
        case answers(Int, fields: String = "", body: String = "")
        /// Takes the request and says nothing.
        case hangs
        /// Answers 200 with a body that does not end.
        case floods
    }

    struct Heard: Sendable {
        let path: String
        /// By their names in lower case.
        let fields: [String: String]
        let body: Data

        var event: Int { fields["till-event-id"].flatMap { Int($0) } ?? 0 }
        var kind: String { fields["till-event"] ?? "" }
    }

    private struct State {
        var manners: [String: Manner] = [:]
        var heard: [Heard] = []
        var waiting: [Waiter] = []
    }

    /// Somebody who waits until enough was heard.
    private struct Waiter {
        let path: String
        let count: Int
        let resume: CheckedContinuation<Void, Never>
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    init(_ manners: [String: Manner]) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(isBound, "errno \(errno)")
        port = UInt16(bigEndian: address.sin_port)
        state.withLock { $0.manners = manners }
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0, let receiver = self else { return }
                Thread.detachNewThread { receiver.serve(connection) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
    func change(_ path: String, to manner: Manner) { state.withLock { $0.manners[path] = manner } }
    func heard(at path: String) -> [Heard] { state.withLock { $0.heard.filter { $0.path == path } } }

    /// Returns once so many requests came to this path. The limit of the kiosk's processes ends a wait that is in vain.
    func hears(_ count: Int, at path: String) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(Waiter(path: path, count: count, resume: continuation)) }
            tell()
        }
    }

    private func tell() {
        let served = state.withLock { state -> [Waiter] in
            let isServed = { (waiter: Waiter) in state.heard.count { $0.path == waiter.path } >= waiter.count }
            let served = state.waiting.filter(isServed)
            state.waiting.removeAll(where: isServed)
            return served
        }
        for waiter in served { waiter.resume.resume() }
    }

    // MARK: On a connection's thread

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var bytes = Data()
        while let heard = next(connection, &bytes) {
            let manner = state.withLock { state in
                state.heard.append(heard)
                return state.manners[heard.path]
            }
            tell()
            switch manner ?? .answers(404) {
            case .answers(let status, let fields, let body):
                let head = "HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n"
                guard send(head + body, connection) else { return }
            case .hangs:
                var byte: UInt8 = 0
                _ = read(connection, &byte, 1)
                return
            case .floods:
                let piece = String(repeating: "x", count: 65_536)
                _ = send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n", connection)
                while send(piece, connection) {}
                return
            }
        }
    }

    private func next(_ connection: Int32, _ bytes: inout Data) -> Heard? {
        while true {
            if let request = Self.taken(&bytes) { return request }
            var more = [UInt8](repeating: 0, count: 65_536)
            let count = read(connection, &more, more.count)
            guard count > 0 else { return nil }
            bytes += more[..<count]
        }
    }

    private static func taken(_ bytes: inout Data) -> Heard? {
        guard let gap = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        guard bytes.endIndex - gap.upperBound >= length else { return nil }
        let body = Data(bytes[gap.upperBound..<(gap.upperBound + length)])
        bytes = Data(bytes[(gap.upperBound + length)...])
        return Heard(path: String(lines[0].split(separator: " ")[1]), fields: fields, body: body)
    }

    private func send(_ text: String, _ connection: Int32) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
