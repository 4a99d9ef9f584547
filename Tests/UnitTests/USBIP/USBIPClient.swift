import Glibc

enum ClientFailure: Error, Equatable {
    /// The server refused the device, with this status of USB/IP.
    case refused(UInt32)
    case ended
    case socket(Int32)
}

/// A USB/IP client in user space, which imports one device as vhci-hcd does.
final class USBIPClient {
    struct Answer: Equatable {
        let command: UInt32
        let sequence: UInt32
        let status: Int32
        let count: Int
        let data: [UInt8]
    }

    private let socket: Int32
    private var reads: Set<UInt32> = []

    init(_ port: UInt16, device: String) throws {
        socket = try Self.connected(port)
        try send(ClientMessages.take(device))
        let head = try receive(8)
        guard head[7] == 0 else { throw ClientFailure.refused(UInt32(head[7])) }
        _ = try receive(312)
    }

    deinit { close(socket) }

    /// Imports a device as soon as it is free or plugged in again.
    static func eventually(_ port: UInt16, device: String) throws -> USBIPClient {
        for _ in 0..<2000 {
            do { return try USBIPClient(port, device: device) } catch ClientFailure.refused { poll(nil, 0, 5) }
        }
        return try USBIPClient(port, device: device)
    }

    func send(_ message: [UInt8]) throws {
        if message[3] == 1, message.count >= 48, message[15] == 1 { reads.insert(Self.word(message, 1)) }
        try Self.write(message, to: socket)
    }

    func answer() throws -> Answer {
        let head = try receive(48)
        let (command, sequence) = (Self.word(head, 0), Self.word(head, 1))
        let count = command == 3 ? Int(Self.word(head, 6)) : 0
        let data = command == 3 && reads.contains(sequence) ? try receive(count) : []
        return Answer(
            command: command, sequence: sequence, status: Int32(bitPattern: Self.word(head, 5)), count: count,
            data: data)
    }

    /// Sends a request to endpoint 0 and expects its answer before any other.
    func control(_ setup: [UInt8], room: Int = 0) throws -> Answer {
        try send(ClientMessages.submit(1, endpoint: setup[0] & 0x80, room: room, setup: setup))
        return try answer()
    }

    // MARK: Sockets

    private func receive(_ count: Int) throws -> [UInt8] { try Self.read(count, from: socket) }

    private static func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Every wait for an answer is limited to ten seconds.
    private static func connected(_ port: UInt16) throws -> Int32 {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let known = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard known == 0 else { throw ClientFailure.socket(errno) }
        return descriptor
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ClientFailure.socket(errno) }
            sent += count
        }
    }

    private static func read(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            let got = recv(descriptor, &chunk, chunk.count, 0)
            guard got >= 0 else { throw ClientFailure.socket(errno) }
            guard got > 0 else { throw ClientFailure.ended }
            bytes += chunk.prefix(got)
        }
        return bytes
    }
}
