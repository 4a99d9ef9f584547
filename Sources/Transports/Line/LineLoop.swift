import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware

/// The loop of one open line: it waits, reads, and does what the handler commands, on the port's queue only.
///
/// A deadline counts as passed only if it had passed before the line was last read: bytes that arrived in time are not
/// judged late because this process was scheduled late.
struct LineLoop<Line: OpenLine>: HandlerLoop, ~Copyable {
    /// The most bytes of one read, so that a flood cannot delay deadlines and posted work.
    private static var longestRead: Int { 4096 }
    /// The longest single wait; later deadlines take several waits.
    private static var longestWait: Duration { .seconds(3600) }
    /// The pause after a read without bytes, since such a line could be read again at once.
    private static var pauseAfterEmptyRead: Duration { .milliseconds(20) }

    private let line: Line
    let handler: any LineHandler
    let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue

    var deadline: Uptime?
    var backlog = LineBacklog()
    /// Whether the device may not have received the last write.
    private var isFilled = false
    /// The time until which the line is not read.
    private var pausesUntil: Uptime?
    /// The last value given to `sendsOnWhenClosed`.
    private var isSettled = false
    private var arrived = [UInt8](repeating: 0, count: longestRead)

    init(
        _ line: Line, handler: any LineHandler, uptime: @escaping @Sendable () -> Uptime, on queue: DispatchQueue
    ) {
        self.line = line
        self.handler = handler
        self.uptime = uptime
        self.queue = queue
    }

    var mailbox: LineMailbox { line.mailbox }

    /// Runs until the line is closed or lost. The descriptor stays open.
    mutating func run() -> LineEnding {
        do throws(LineEnding) {
            try open()
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
        if seen & TILL_LINE_WOKEN != 0 { try doPostedWork() }
        try keepDeadline(at: lookedAt)
    }

    private func look(at now: Uptime) throws(LineEnding) -> Int {
        let next = pausesUntil.map { min($0, deadline ?? $0) } ?? deadline
        let wait = next.map { min(max(.zero, $0 - now), Self.longestWait).wholeNanoseconds } ?? -1
        let descriptor = pausesUntil == nil ? line.descriptor : -1
        let seen = till_line_wait(descriptor, line.mailbox.wake, !backlog.isEmpty || isFilled ? 1 : 0, wait)
        if seen < 0 { throw .lost(.system(errno: -seen, during: .waiting)) }
        return Int(seen)
    }

    private mutating func read() throws(LineEnding) {
        let count = arrived.withUnsafeMutableBytes { Glibc.read(line.descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            var bytes = Array(arrived[..<count])
            forget(count)
            defer { bytes.wipe() }
            return try carryOut(handler.received(bytes, at: uptime()))
        }
        guard count == 0 else { return try endUnlessTransient(errno, during: .reading) }
        if let end = line.ended { throw .lost(end) }
        pausesUntil = uptime() + Self.pauseAfterEmptyRead
    }

    /// Overwrites received bytes, which may be card data, before more arrive.
    private mutating func forget(_ count: Int) {
        arrived.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, count) }
        }
    }

    /// Set before the bytes are written, since this process may be killed right after.
    mutating func prepare(for orders: LineCommands) {
        guard orders.isSettled != isSettled else { return }
        line.sendsOnWhenClosed(orders.isSettled)
        isSettled = orders.isSettled
    }

    /// Writes what the kernel accepts now; the rest follows when the line can be written again.
    mutating func flush() throws(LineEnding) {
        dispatchPrecondition(condition: .onQueue(queue))
        while !backlog.isEmpty {
            let count = backlog.rest.withUnsafeBytes { line.write($0) }
            guard count >= 0 else { return try endUnlessTransient(errno, during: .writing) }
            backlog.accept(count)
            isFilled = line.waitsForDevice
        }
        _ = backlog.clear(keepingCapacity: Self.longestRead)
    }

    private mutating func goOnWriting() throws(LineEnding) {
        guard backlog.isEmpty else { return try flush() }
        isFilled = false
        line.emptied(handler)
    }

    private func endUnlessTransient(_ code: Int32, during call: LineCall) throws(LineEnding) {
        guard code != EAGAIN, code != EINTR else { return }
        throw .lost(line.loss(code, during: call))
    }
}

enum LineLimits {
    /// The most bytes that wait for the kernel: six minutes at 115200 baud.
    static let longestBacklog = 4 << 20
}
