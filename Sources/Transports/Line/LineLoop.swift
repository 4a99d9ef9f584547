import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware

/// An open line, as its loop uses it. It is closed once, when the last reference goes.
protocol OpenLine: Sendable {
    /// The descriptor, which is non-blocking.
    var descriptor: Int32 { get }
    var mailbox: LineMailbox { get }
    /// Like write(2); a vanished peer is an error, never a signal.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int
    /// Sets whether written bytes that have not arrived are still sent after the line is closed. The default is no, if the
    /// line can take bytes back.
    func sendsOnWhenClosed(_ sendsOn: Bool)
    /// The loss that a read without bytes means; nil when such reads are usual.
    var ended: LineLoss? { get }
    /// The loss that the final error of a call means.
    func loss(_ code: Int32, during call: String) -> LineLoss
    /// Whether the line can be written again only when the device has received what was written before.
    var waitsForDevice: Bool { get }
    /// The line can be written again, and nothing more waits to be written.
    func emptied(_ wire: any LineHandler)
    func close()
}

extension OpenLine {
    var waitsForDevice: Bool { false }
    func emptied(_ wire: any LineHandler) {}
    /// Does nothing: most lines take no bytes back.
    func sendsOnWhenClosed(_ sendsOn: Bool) {}
    func close() { _ = Glibc.close(descriptor) }
}

/// The loop of one open line: it waits, reads, and does what the handler commands, on the port's queue only.
///
/// A deadline counts as passed only if it had passed before the line was last read: bytes that arrived in time are not
/// judged late because this process was scheduled late.
struct LineLoop<Line: OpenLine>: ~Copyable {
    /// The most bytes of one read, so that a flood cannot delay deadlines and posted work.
    private static var longestRead: Int { 4096 }
    /// The longest single wait; later deadlines take several waits.
    private static var longestWait: Duration { .seconds(3600) }
    /// The pause after a read without bytes, since such a line could be read again at once.
    private static var pauseAfterEmptyRead: Duration { .milliseconds(20) }

    private let line: Line
    private let wire: any LineHandler
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue

    private var deadline: Uptime?
    private var backlog: [UInt8] = []
    /// How many bytes of the backlog the kernel has accepted.
    private var sent = 0
    /// Whether the device may not have received the last write.
    private var isFilled = false
    /// The time until which the line is not read.
    private var pausesUntil: Uptime?
    /// The last value given to `sendsOnWhenClosed`.
    private var isSettled = false
    private var arrived = [UInt8](repeating: 0, count: longestRead)

    init(
        _ line: Line, wire: any LineHandler, uptime: @escaping @Sendable () -> Uptime, on queue: DispatchQueue
    ) {
        self.line = line
        self.wire = wire
        self.uptime = uptime
        self.queue = queue
    }

    /// Runs until the line is closed or lost. The descriptor stays open.
    mutating func run() -> LineEnding {
        do throws(LineEnding) {
            try carryOut(wire.opened(at: uptime()))
            // Does the work that was posted while the line was being opened.
            try work()
            while true { try turn() }
        } catch {
            return error
        }
    }

    private mutating func turn() throws(LineEnding) {
        let lookedAt = uptime()
        let seen = try look(at: lookedAt)
        if let pausesUntil, pausesUntil <= lookedAt { self.pausesUntil = nil }
        if seen & TILL_LINE_READABLE != 0 { try read() }
        if seen & TILL_LINE_WRITABLE != 0 { try goOnWriting() }
        if seen & TILL_LINE_WOKEN != 0 { try work() }
        if let deadline, deadline <= lookedAt { try carryOut(wire.deadlineReached(at: uptime())) }
    }

    private func look(at now: Uptime) throws(LineEnding) -> Int {
        let next = pausesUntil.map { min($0, deadline ?? $0) } ?? deadline
        let wait = next.map { min(max(.zero, $0 - now), Self.longestWait).wholeNanoseconds } ?? -1
        let descriptor = pausesUntil == nil ? line.descriptor : -1
        let seen = till_line_wait(descriptor, line.mailbox.wake, sent < backlog.count || isFilled ? 1 : 0, wait)
        if seen < 0 { throw .lost(.system(errno: -seen, during: "poll")) }
        return Int(seen)
    }

    private mutating func read() throws(LineEnding) {
        let count = arrived.withUnsafeMutableBytes { Glibc.read(line.descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            var bytes = Array(arrived[..<count])
            forget(count)
            defer { bytes.wipe() }
            return try carryOut(wire.received(bytes, at: uptime()))
        }
        guard count == 0 else { return try endUnlessTransient(errno, during: "read") }
        if let end = line.ended { throw .lost(end) }
        pausesUntil = uptime() + Self.pauseAfterEmptyRead
    }

    /// Overwrites received bytes, which may be card data, before more arrive.
    private mutating func forget(_ count: Int) {
        arrived.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, count) }
        }
    }

    private mutating func work() throws(LineEnding) {
        switch line.mailbox.take() {
        case .work(let works):
            for work in works { if let orders = work(uptime()) { try carryOut(orders) } }
        case .end: throw .closed
        case .overflow: throw .lost(.system(errno: ENOBUFS, during: "perform"))
        }
    }

    private mutating func carryOut(_ orders: LineCommands) throws(LineEnding) {
        deadline = orders.deadline
        guard backlog.count - sent + orders.write.count <= LineLimits.longestBacklog else {
            throw .lost(.system(errno: ENOBUFS, during: "write"))
        }
        backlog += orders.write
        settle(orders.isSettled)
        try flush()
        if orders.hangsUp { throw .hungUp }
    }

    /// Set before the bytes are written, since this process may be killed right after.
    private mutating func settle(_ isSettled: Bool) {
        guard isSettled != self.isSettled else { return }
        line.sendsOnWhenClosed(isSettled)
        self.isSettled = isSettled
    }

    /// Writes what the kernel accepts now; the rest follows when the line can be written again.
    private mutating func flush() throws(LineEnding) {
        dispatchPrecondition(condition: .onQueue(queue))
        while sent < backlog.count {
            let count = backlog[sent...].withUnsafeBytes { line.write($0) }
            guard count >= 0 else { return try endUnlessTransient(errno, during: "write") }
            sent += count
            isFilled = line.waitsForDevice
        }
        backlog.removeAll(keepingCapacity: backlog.capacity <= Self.longestRead)
        sent = 0
    }

    private mutating func goOnWriting() throws(LineEnding) {
        guard sent == backlog.count else { return try flush() }
        isFilled = false
        line.emptied(wire)
    }

    private func endUnlessTransient(_ code: Int32, during call: String) throws(LineEnding) {
        guard code != EAGAIN, code != EINTR else { return }
        throw .lost(line.loss(code, during: call))
    }
}

/// How a loop ended.
enum LineEnding: Error {
    /// The port was closed.
    case closed
    /// The handler's commands closed the line.
    case hungUp
    case lost(LineLoss)

    /// Tells the handler, once the line is closed and unlocked.
    func tell(_ wire: any LineHandler, at now: Uptime) {
        switch self {
        case .closed: break
        case .hungUp: wire.hungUp(at: now)
        case .lost(let loss): wire.lost(loss, at: now)
        }
    }
}

enum LineLimits {
    /// The most bytes that wait for the kernel: six minutes at 115200 baud.
    static let longestBacklog = 4 << 20
}
