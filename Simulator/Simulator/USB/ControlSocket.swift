import Dispatch
import Failures
import Flow
import Glibc
import Synchronization

/// A Unix socket that takes commands: one line per connection, answered by `ok` or an error message.
package final class ControlSocket: Sendable {
    static let longestCommand = 4096
    /// How long to wait for the rest of a line.
    private static let patienceSeconds = 5
    private static let longestQueue: Int32 = 64

    private let path: String
    private let obey: @Sendable (String) throws(Failure) -> Void
    private let queue = DispatchQueue(label: "till.simulator.control")
    /// The socket's inode while it listens.
    private let node = Mutex<ino_t?>(nil)

    package init(path: String, obey: @escaping @Sendable (String) throws(Failure) -> Void) {
        self.path = path
        self.obey = obey
    }

    /// Listens as long as this process lives. A socket left by a killed simulator is replaced; a socket on which a
    /// program listens, and any other file, is not.
    package func start() throws(Failure) {
        let listener = try listener()
        queue.async { [obey] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 {
                    Self.serve(connection, obey)
                } else if errno != EINTR && errno != ECONNABORTED {
                    break
                }
            }
        }
    }

    /// Removes the socket from the file system, unless it was replaced.
    package func stop() {
        let made = node.withLock { node in
            defer { node = nil }
            return node
        }
        var there = stat()
        if let made, lstat(path, &there) == 0, there.st_ino == made { unlink(path) }
    }

    /// Sends a command to the simulator at `path`. Throws `simulator.control` with its answer, or when nothing listens
    /// there.
    package static func tell(_ path: String, _ command: String) throws(Failure) {
        let descriptor = socket()
        defer { _ = Glibc.close(descriptor) }
        guard try with(path, { connect(descriptor, $0, $1) }) == 0 else {
            throw .simulator(.control, "Nobody listens at \(path)", errno: errno)
        }
        _ = (command + "\n").withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        let answer = line(descriptor)
        guard answer != "ok" else { return }
        throw Failure(SimulatorFailure.control, answer ?? "No answer to \(command).", recovery: .giveUp)
    }

    /// Calls `body` with the socket address of a path.
    private static func with(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .simulator(.control, "\(path) is no path for a socket", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func listener() throws(Failure) -> Int32 {
        try makeRoom()
        let descriptor = Self.socket()
        let bound = try Self.with(path) { bind(descriptor, $0, $1) }
        guard descriptor >= 0, bound == 0, chmod(path, 0o600) == 0, listen(descriptor, Self.longestQueue) == 0 else {
            throw .simulator(.control, "\(path) cannot be listened at", errno: errno)
        }
        var made = stat()
        if lstat(path, &made) == 0 { node.withLock { $0 = made.st_ino } }
        return descriptor
    }

    /// Removes a socket left by a killed simulator, on which nothing listens.
    private func makeRoom() throws(Failure) {
        var there = stat()
        guard lstat(path, &there) == 0 else { return }
        guard there.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path, "exists and is no socket") }
        let descriptor = Self.socket()
        defer { _ = Glibc.close(descriptor) }
        guard try Self.with(path, { connect(descriptor, $0, $1) }) != 0 else {
            throw .occupied(path, "belongs to another simulator that runs")
        }
        unlink(path)
    }

    private static func socket() -> Int32 {
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func serve(_ connection: Int32, _ obey: (String) throws(Failure) -> Void) {
        defer { _ = Glibc.close(connection) }
        guard let command = line(connection) else { return }
        var answer = "ok\n"
        do throws(Failure) { try obey(command) } catch { answer = "\(error)\n" }
        _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    private static func line(_ connection: Int32) -> String? {
        var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < longestCommand, recv(connection, &byte, 1, 0) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

extension Failure {
    fileprivate static func occupied(_ path: String, _ why: String) -> Failure {
        Failure(
            SimulatorFailure.control, "\(path) \(why)", remedy: "choose another path for the socket",
            recovery: .askOperator)
    }
}
