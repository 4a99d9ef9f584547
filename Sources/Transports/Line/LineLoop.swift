import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware

/// A line that is open, as its loop sees it. Whoever holds it last closes it, once.
protocol OpenLine: Sendable {
    /// Non-blocking.
    var descriptor: Int32 { get }
    var mailbox: LineMailbox { get }
    /// As write(2); a peer that is gone is an error, never a signal.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int
    /// Whether what was written and has not arrived goes on its way after the line is closed. Until told, it does not,
    /// where the line can take it back.
    func sendsOnWhenClosed(_ sendsOn: Bool)
    /// What it means that a read brought nothing: the end, or nil where that is usual.
    var ended: LineLoss? { get }
    /// What it means that a call failed for good.
    func loss(_ code: Int32, during call: String) -> LineLoss
    /// Whether it can be written to again only once the device has what was written.
    var waitsForDevice: Bool { get }
    /// It can be written to again, and nothing more is to be.
    func emptied(_ wire: any LineHandler)
    func close()
}

extension OpenLine {
    var waitsForDevice: Bool { false }
    func emptied(_ wire: any LineHandler) {}
    /// For lines that take nothing back.
    func sendsOnWhenClosed(_ sendsOn: Bool) {}
    func close() { _ = Glibc.close(descriptor) }
}

/// The loop of one open line: waits, reads, does what the wire orders. Lives on the port's queue and nowhere else.
///
/// A deadline counts as passed only when it had passed before the line was last looked at: bytes that were there in time
/// are not condemned because this process was slow to be scheduled.
struct LineLoop<Line: OpenLine>: ~Copyable {
    /// One read takes at most this much, so that a flood cannot starve deadlines and posted work.
    private static var longestRead: Int { 4096 }
    /// The longest single wait; a later deadline is reached in several.
    private static var longestWait: Duration { .seconds(3600) }
    /// After a read that brought nothing: such a line could be read again at once, over and over.
    private static var pauseAfterEmptyRead: Duration { .milliseconds(20) }

    private let line: Line
    private let wire: any LineHandler
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue

    private var deadline: Uptime?
    private var backlog: [UInt8] = []
    /// How much of the backlog the kernel has taken.
    private var sent = 0
    /// The device may not have what was written last.
    private var isFilled = false
    /// The line is left alone until then.
    private var pausesUntil: Uptime?
    /// As the line was last told.
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

    /// Runs until the line is closed or lost. The descriptor is left open.
    mutating func run() -> LineEnding {
        do throws(LineEnding) {
            try carryOut(wire.opened(at: uptime()))
            // What was posted while the line was being opened.
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

    /// What has arrived may be card data: it is gone from here before anything else arrives.
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

    /// Before the bytes that it is about: this process may be killed behind them.
    private mutating func settle(_ isSettled: Bool) {
        guard isSettled != self.isSettled else { return }
        line.sendsOnWhenClosed(isSettled)
        self.isSettled = isSettled
    }

    /// Writes what the kernel takes now; the rest goes when the line can be written again.
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
    /// We were told to.
    case closed
    /// The wire's orders said so.
    case hungUp
    case lost(LineLoss)

    /// Tells the wire, once the line is closed and free.
    func tell(_ wire: any LineHandler, at now: Uptime) {
        switch self {
        case .closed: break
        case .hungUp: wire.hungUp(at: now)
        case .lost(let loss): wire.lost(loss, at: now)
        }
    }
}

enum LineLimits {
    /// Bytes ordered and not yet taken by the kernel: six minutes at 115200 baud.
    static let longestBacklog = 4 << 20
}
