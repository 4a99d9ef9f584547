import Foundation
import Glibc

/// The system log, written as datagrams in the form of syslog(3). It receives what somebody who can write the till's data
/// must not reach; tests pass the path of their own socket.
package struct SystemLog: Sendable {
    package static let usualSocket = "/dev/log"

    /// The priority `user.notice`.
    private static let priority = 1 << 3 | 5
    /// How long to wait for a busy system log, in microseconds.
    private static let patience = 100_000

    private let path: String
    private let datagrams = DatagramSocket(patience: Self.patience)

    package init(_ path: String = usualSocket) { self.path = path }

    /// Sends a message. Returns false when no system log listens, or the card data gate refuses the message.
    @discardableResult
    package func send(_ message: String, at now: Date) -> Bool {
        let text = "<\(Self.priority)>\(Self.stamp(now)) till[\(getpid())]: \(message.escaped())"
        let datagram = Array(text.utf8)
        return CardDataGate.admits(datagram) && datagrams.send(datagram, to: path)
    }

    /// `Nov 23 08:05:09`, in the machine's time.
    private static func stamp(_ now: Date) -> String {
        var seconds = time_t(now.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32, _ filler: String = "0") -> String { (number < 10 ? filler : "") + String(number) }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two($0) }.joined(separator: ":")
        return "\(months[Int(parts.tm_mon) % months.count]) \(two(parts.tm_mday, " ")) \(clock)"
    }
}
