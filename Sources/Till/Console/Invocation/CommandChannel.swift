import CDescriptors
import Foundation
import Glibc
import Model

/// A command that one process hands over to the service on its data directory.
struct CommandRequest: Codable, Sendable {
    /// The program's version: another one may know other commands.
    let version: String
    let arguments: [String]
    let variables: [String: String]
    let directory: String
    /// The configuration files that the caller would have read.
    let configuration: [String]
}

/// How the caller of a command ends.
enum CommandReply: Hashable, Sendable {
    case exit(Int32)
    /// The caller ends as this signal ends a process.
    case signal(Int32)
    /// The service has not begun the command, and cannot say why in the caller's words.
    case notBegun
}

/// A connection between a process that hands its command over and the service that runs it: a Unix socket in the data
/// directory, which only the owner of the data can reach.
///
/// The caller sends its request, with its three standard descriptors, and then one byte for each signal. The service answers once.
/// Either side's end is seen by the other.
final class CommandChannel: Sendable {
    /// An error number of a call at the socket.
    struct Broken: Error { let code: Int32 }

    /// The most bytes of a request: more than the kernel lets a command line have.
    private static let longestRequest = 4 * 1024 * 1024

    let socket: Int32

    init(_ socket: Int32) { self.socket = socket }

    deinit { close(socket) }

    /// Ends both directions, so that nobody waits here any more.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The user of the process at the other end.
    var user: uid_t? {
        let user = till_peer_user(socket)
        return user < 0 ? nil : uid_t(user)
    }

    // MARK: The request

    func send(_ request: CommandRequest, _ descriptors: [Int32]) throws {
        let body = try JSONEncoder().encode(request)
        let bytes = Self.bytes(of: UInt32(body.count)) + body
        let code = till_send_descriptors(socket, bytes, bytes.count, descriptors, Int32(descriptors.count))
        guard code == 0 else { throw Broken(code: code) }
    }

    /// Receives a request and three descriptors, which belong to the receiver. A sender that stops half-way is given up.
    func receive() throws -> (request: CommandRequest, descriptors: [Int32]) {
        wait(seconds: 5)
        var head = [UInt8](repeating: 0, count: 4)
        var descriptors = [Int32](repeating: -1, count: Int(TILL_MOST_DESCRIPTORS))
        let code = till_receive_descriptors(socket, &head, head.count, &descriptors, Int32(descriptors.count))
        guard code == 0 else { throw Broken(code: code) }
        do {
            let length = Int(Self.number(in: head))
            guard (1...Self.longestRequest).contains(length) else { throw Broken(code: EMSGSIZE) }
            var body = [UInt8](repeating: 0, count: length)
            let code = till_receive_descriptors(socket, &body, length, nil, 0)
            guard code == 0 else { throw Broken(code: code) }
            let request = try JSONDecoder().decode(CommandRequest.self, from: Data(body))
            wait(seconds: 0)
            return (request, descriptors)
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
    }

    private func wait(seconds: Int) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    // MARK: Signals and the answer

    func send(signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        _ = Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// The next signal; nil once the caller is gone.
    func nextSignal() -> Int32? {
        var byte: UInt8 = 0
        return till_receive_descriptors(socket, &byte, 1, nil, 0) == 0 ? Int32(byte) : nil
    }

    func send(_ reply: CommandReply) {
        let (kind, value): (UInt8, Int32) =
            switch reply {
            case .exit(let code): (Self.exit, code)
            case .signal(let signal): (Self.signal, signal)
            case .notBegun: (Self.notBegun, 0)
            }
        let bytes = [kind] + Self.bytes(of: UInt32(bitPattern: value))
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The answer; nil when the service is gone without one.
    func reply() -> CommandReply? {
        var bytes = [UInt8](repeating: 0, count: 5)
        guard till_receive_descriptors(socket, &bytes, bytes.count, nil, 0) == 0 else { return nil }
        let value = Int32(bitPattern: Self.number(in: Array(bytes.dropFirst())))
        return switch bytes[0] {
        case Self.exit: .exit(value)
        case Self.signal: .signal(value)
        case Self.notBegun: .notBegun
        default: nil
        }
    }

    private static let exit = UInt8(ascii: "x")
    private static let signal = UInt8(ascii: "s")
    private static let notBegun = UInt8(ascii: "n")

    private static func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    private static func number(in bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension CommandChannel {
    /// Connects to the service on a data directory; nil when none listens there.
    static func connect(_ directory: String) -> CommandChannel? {
        try? atSocket(in: directory) { socket, address, size in
            guard Glibc.connect(socket, address, size) == 0 else { throw Broken(code: errno) }
        }
    }

    /// Listens for the owner of a data directory, in place of a service that is gone.
    static func listen(_ directory: String) throws -> CommandChannel {
        unlink(path(in: directory))
        return try atSocket(in: directory) { socket, address, size in
            guard bind(socket, address, size) == 0, Glibc.listen(socket, 16) == 0 else { throw Broken(code: errno) }
            chmod(path(in: directory), 0o600)
        }
    }

    /// The next caller; nil once this side is shut down.
    func accept() -> CommandChannel? {
        while true {
            let caller = till_accept(socket)
            if caller >= 0 { return CommandChannel(caller) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // Nothing is free for the moment.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: poll(nil, 0, 100)
            default: return nil
            }
        }
    }

    static func path(in directory: String) -> String { directory + "/locks/" + name }

    private static let name = "commands.sock"

    /// A new socket, with the address of the one in the directory. A socket's address holds some hundred bytes, and the path of
    /// a directory may be longer, so it goes by the open directory.
    private static func atSocket(
        in directory: String, _ work: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws -> CommandChannel {
        let folder = open(directory + "/locks", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Broken(code: errno) }
        defer { close(folder) }
        let channel = CommandChannel(
            Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        guard channel.socket >= 0 else { throw Broken(code: errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/proc/self/fd/\(folder)/\(name)".utf8) }
        try withUnsafePointer(to: &address) { address in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try work(channel.socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return channel
    }
}
