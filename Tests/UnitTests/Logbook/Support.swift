import Flow
import Foundation
import Glibc
import Logging
import Synchronization

@testable import Logbook

/// A logbook with a stopped clock, and what it wrote.
struct Bench {
    static let time = Date(timeIntervalSince1970: 1_795_219_200.25)

    let world = VirtualWorld(now: Bench.time)
    let logbook: Logbook
    let environment: Environment
    private let lines: Pipe

    init(level: LogLevel = .debug) {
        let pipe = Pipe()
        lines = pipe
        logbook = Logbook(
            level: level, sink: LineSink(pipe.fileHandleForWriting.fileDescriptor), environment: world.environment)
        environment = world.environment.logging(to: logbook)
    }

    /// Returns what was written so far.
    func written() -> String {
        world.run()
        let descriptor = lines.fileHandleForReading.fileDescriptor
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, 0) > 0 else { return "" }
        return String(decoding: lines.fileHandleForReading.availableData, as: UTF8.self)
    }
}

extension Environment {
    func logging(to logbook: Logbook) -> Environment { logging(to: Logger(label: "till") { _ in logbook.handler }) }
}

/// A log sink that keeps its records.
final class CountingSink: LogSink {
    private let kept = Mutex<[LogRecord]>([])
    var records: [LogRecord] { kept.withLock { $0 } }

    func write(_ record: LogRecord) -> Bool {
        kept.withLock { $0.append(record) }
        return true
    }
}

/// A stand-in for the socket of systemd's journal, with the datagrams that arrived.
final class FakeJournal {
    let path: String
    private let descriptor: Int32

    init() throws {
        path = "/tmp/till-journal-\(getpid())-\(Self.number.add(1, ordering: .relaxed).newValue)"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw CocoaError(.fileNoSuchFile) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    private static let number = Atomic(0)

    /// The next datagram; nil if there is none.
    func datagram() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    /// The fields of the next datagram, read as journald reads them.
    func fields() -> [String: String]? {
        guard var rest = datagram()?[...] else { return nil }
        var fields: [String: String] = [:]
        while let end = rest.firstIndex(of: 0x0A) {
            let head = rest[..<end]
            rest = rest[(end + 1)...]
            if let equals = head.firstIndex(of: 0x3D) {
                fields[text(head[..<equals])] = text(head[(equals + 1)...])
                continue
            }
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(8)
            fields[text(head)] = text(rest.prefix(length))
            rest = rest.dropFirst(length + 1)
        }
        return fields
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The environment variables that systemd sets for a process whose standard error is this file.
func journalVariables(_ descriptor: Int32, socket: String) -> [String: String] {
    var file = stat()
    fstat(descriptor, &file)
    return ["JOURNAL_STREAM": "\(file.st_dev):\(file.st_ino)", "TILL_JOURNAL_SOCKET": socket]
}
