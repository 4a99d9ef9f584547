import Glibc
import Logbook

/// Tells systemd how the service is: datagrams to `$NOTIFY_SOCKET` (sd_notify(3)).
struct SystemdNotifier: Sendable {
    /// How long to wait while systemd is busy, in microseconds.
    private static let patience = 100_000

    private let path: String?
    private let datagrams = DatagramSocket(patience: Self.patience)
    /// How long systemd waits for a sign of life; nil when it does not wait.
    let watchdog: Duration?

    /// Reads whether systemd is to be told, and how long it waits for a sign of life.
    ///
    /// - Parameter variables: the environment variables of the process.
    init(_ variables: [String: String]) {
        path = variables["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isMeant = variables["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let span = variables["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = path != nil && isMeant && span > 0 ? .microseconds(span) : nil
    }

    /// Sends these lines, such as `READY=1`. Does nothing without systemd.
    func tell(_ lines: String...) {
        guard let path else { return }
        _ = datagrams.send(Array(lines.joined(separator: "\n").utf8), to: path)
    }
}
