import Glibc

/// Tells systemd how the service is: datagrams to `$NOTIFY_SOCKET` (sd_notify(3)).
package struct SystemdNotifier: Sendable {
    private let path: String?
    /// How long systemd waits for a sign of life; nil when it does not wait.
    package let watchdog: Duration?

    /// - Parameter variables: the environment variables of the process.
    package init(_ variables: [String: String]) {
        path = variables["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isMeant = variables["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let span = variables["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = path != nil && isMeant && span > 0 ? .microseconds(span) : nil
    }

    /// Sends these lines, such as `READY=1`. Does nothing without systemd.
    package func tell(_ lines: String...) {
        guard let path else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        // A name in the abstract namespace begins with a zero byte.
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sa_family_t>.size + name.count + (name.first == 0 ? 0 : 1)
        let text = Array(lines.joined(separator: "\n").utf8)
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), address, socklen_t(length))
            }
        }
    }
}
