import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware

/// The loop of one open line: waits, reads, does what the wire orders. Lives on the port's queue and nowhere else.
///
/// A deadline counts as passed only when it had passed before the line was last looked at: bytes that were there in time
/// are not condemned because this process was slow to be scheduled.
struct SerialLoop: ~Copyable {
    /// One read takes at most this much, so that a flood cannot starve deadlines and posted work.
    static let longestRead = 4096
    /// Bytes ordered and not yet taken by the kernel: six minutes at 115200 baud.
    static let longestBacklog = 4 << 20
    /// The longest single wait; a later deadline is reached in several.
    static let longestWait: Duration = .seconds(3600)

    enum Ending: Error {
        case closed
        case lost(LineLoss)
    }

    private let descriptor: Int32
    private let path: String
    private let mailbox: LineMailbox
    private let wire: any Wire
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue

    private var deadline: Uptime?
    private var backlog: [UInt8] = []
    /// How much of the backlog the kernel has taken.
    private var sent = 0
    private var arrived = [UInt8](repeating: 0, count: longestRead)

    init(
        _ line: OpenLine, wire: any Wire, uptime: @escaping @Sendable () -> Uptime, on queue: DispatchQueue
    ) {
        descriptor = line.descriptor
        path = line.path
        mailbox = line.mailbox
        self.wire = wire
        self.uptime = uptime
        self.queue = queue
    }

    /// Runs until the line is closed or lost. The descriptor is left open.
    mutating func run() -> Ending {
        do throws(Ending) {
            try carryOut(wire.opened(at: uptime()))
            while true { try turn() }
        } catch {
            return error
        }
    }

    private mutating func turn() throws(Ending) {
        let lookedAt = uptime()
        let seen = try look(at: lookedAt)
        if seen & TILL_LINE_READABLE != 0 { try read() }
        if seen & TILL_LINE_WRITABLE != 0 { try flush() }
        if seen & TILL_LINE_WOKEN != 0 { try work() }
        if let deadline, deadline <= lookedAt { try carryOut(wire.deadlineReached(at: uptime())) }
    }

    private func look(at now: Uptime) throws(Ending) -> Int {
        let wait = deadline.map { min(max(.zero, $0 - now), Self.longestWait).wholeNanoseconds } ?? -1
        let seen = till_line_wait(descriptor, mailbox.wake, sent < backlog.count ? 1 : 0, wait)
        if seen < 0 { throw .lost(.system(errno: -seen, during: "poll")) }
        return Int(seen)
    }

    private mutating func read() throws(Ending) {
        let count = arrived.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            defer { forget(count) }
            return try carryOut(wire.received(Array(arrived[..<count]), at: uptime()))
        }
        if count == 0 { throw .lost(.unplugged(path)) }
        try endUnlessTransient(errno, during: "read")
    }

    /// What has arrived may be card data: it is gone from here before anything else arrives.
    private mutating func forget(_ count: Int) {
        arrived.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, count) }
        }
    }

    private mutating func work() throws(Ending) {
        switch mailbox.take() {
        case .work(let works): for work in works { try carryOut(work(uptime())) }
        case .end: throw .closed
        case .overflow: throw .lost(.system(errno: ENOBUFS, during: "perform"))
        }
    }

    private mutating func carryOut(_ orders: WireOrders) throws(Ending) {
        deadline = orders.deadline
        guard !orders.write.isEmpty else { return }
        guard backlog.count - sent + orders.write.count <= Self.longestBacklog else {
            throw .lost(.system(errno: ENOBUFS, during: "write"))
        }
        backlog += orders.write
        try flush()
    }

    /// Writes what the kernel takes now; the rest goes when the line can be written again.
    private mutating func flush() throws(Ending) {
        dispatchPrecondition(condition: .onQueue(queue))
        while sent < backlog.count {
            let count = backlog[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { return try endUnlessTransient(errno, during: "write") }
            sent += count
        }
        backlog.removeAll(keepingCapacity: backlog.capacity <= Self.longestRead)
        sent = 0
    }

    private func endUnlessTransient(_ code: Int32, during call: String) throws(Ending) {
        switch code {
        case EAGAIN, EINTR: return
        case EIO, ENXIO, ENODEV: throw .lost(.unplugged(path))
        default: throw .lost(.system(errno: code, during: call))
        }
    }
}
