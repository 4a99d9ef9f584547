import Foundation
import Glibc

/// The system log, in the form that syslog(3) gives to the datagrams on its socket. It takes what must be out of reach of
/// somebody who can write the till's data; the socket's path is an argument so that a test can listen.
package struct SystemLog: Sendable {
    package static let usualSocket = "/dev/log"

    /// `user.notice`.
    private static let priority = 1 << 3 | 5
    /// In microseconds.
    private static let patience = 100_000

    private let path: String
    private let datagrams = DatagramSocket(patience: Self.patience)

    package init(_ path: String = usualSocket) { self.path = path }

    /// False where nobody listens, and where the message may not be written to a log.
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
