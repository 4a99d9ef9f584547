import Flow
import Foundation
import Glibc

/// A `till serve` in a process of its own.
final class MeasuredService {
    /// How long a start may take.
    private static let patience = Duration.seconds(120)

    /// The service serves so many listeners to each caller that two hundred need several tokens.
    private static let callers = 7

    let port: UInt16
    /// A token for each of several callers.
    let tokens: [String]
    /// The time from the request to start the process until it said READY=1.
    let nanosecondsToReady: Int64
    private let child: pid_t
    private var isStopped = false
    private let place: Workplace

    /// Makes the tokens, starts the service, and waits until it is ready. Throws if that takes longer than a start may.
    ///
    /// - Parameters:
    ///   - port: a free port.
    ///   - configuration: the text of its till.toml.
    init(_ place: Workplace, data: String, configuration: String, port: UInt16) throws {
        (self.place, self.port) = (place, port)
        let till = try place.program("till")
        let base = "\(place.folder)/\(place.environment.newID("service"))"
        try Data(configuration.utf8).write(to: URL(filePath: base + ".toml"))
        let setup = ["--config", base + ".toml", "--data", data]
        tokens = try (0..<Self.callers).map { number in
            let file = "\(base)-\(number).token"
            let words = (["tokens", "create", "--scope", "operator", "--name", "bench-\(number)"] + setup)
            let script = "'\(till)' \(words.joined(separator: " ")) >'\(file)'"
            _ = try place.run("/bin/sh", ["-c", script])
            return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let ready = try NotifySocket(at: base + ".notify")
        let start = place.environment.uptime()
        child = try ProgramRun.start(
            [till, "serve", "--listen", "127.0.0.1:\(port)"] + setup, log: base + ".log",
            ["NOTIFY_SOCKET=\(ready.path)"])
        guard ready.waitForReady(Self.patience) else {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            let log = (try? String(contentsOfFile: base + ".log", encoding: .utf8)) ?? ""
            throw BenchmarkFailed(description: "the service does not get ready: \(log.suffix(500))")
        }
        nanosecondsToReady = (place.environment.uptime() - start).wholeNanoseconds
    }

    deinit { stop() }

    /// Ends the process as a power cut would.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
    }

    var authorization: String { "Authorization: Bearer \(tokens[0])" }

    /// Sends a request and reads the answer.
    func ask(_ method: String, _ path: String, _ fields: [String] = [], body: String? = nil) throws -> HTTPCall {
        let socket = try TCPSocket(port: port)
        socket.write(request(method, path, fields + ["Connection: close"], body: body))
        return try HTTPCall(from: socket)
    }

    /// A request with this service's token, for a caller that writes it itself.
    func request(_ method: String, _ path: String, _ fields: [String] = [], body: String? = nil) -> [UInt8] {
        HTTPCall.request(method, path, at: port, fields + [authorization], body: body)
    }

    /// What the process has in memory, in bytes.
    func residentMemory() throws -> Int64 {
        let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first else {
            throw BenchmarkFailed(description: "the process has ended")
        }
        return (Int64(kilobytes) ?? 0) * 1024
    }

    /// How often its threads have waited for something, since their starts.
    func waits() throws -> Int64 {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task")
        return threads.reduce(0) { sum, thread in
            let status = try? String(contentsOfFile: "/proc/\(child)/task/\(thread)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int64($0) } ?? 0)
        }
    }
}

/// The socket at which systemd would hear of a service (sd_notify(3)).
private final class NotifySocket {
    let path: String
    private let descriptor: Int32

    init(at path: String) throws {
        self.path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(self.path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw BenchmarkFailed(description: "\(self.path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound else { throw BenchmarkFailed(description: "\(self.path) cannot be bound") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Waits for READY=1; false when it does not come in that time.
    func waitForReady(_ patience: Duration) -> Bool {
        var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return false }
            if String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").contains("READY=1") {
                return true
            }
        }
    }
}
