import Flow
import Glibc
import Hardware

/// What the loop of every open line does for its handler, whatever the line is: posted work, deadlines and commands.
protocol HandlerLoop: ~Copyable {
    var handler: any LineHandler { get }
    var mailbox: LineMailbox { get }
    var uptime: @Sendable () -> Uptime { get }
    /// When the handler wants to be called though nothing was received; nil for never.
    var deadline: Uptime? { get set }
    var backlog: LineBacklog { get set }
    /// Called before the bytes of these commands are written.
    mutating func prepare(for orders: LineCommands)
    /// Writes what the line takes of the backlog now.
    mutating func flush() throws(LineEnding)
}

extension HandlerLoop where Self: ~Copyable {
    mutating func prepare(for orders: LineCommands) {}

    /// Tells the handler that the line is open, then does the work that was posted while it was being opened.
    mutating func open() throws(LineEnding) {
        try carryOut(handler.opened(at: uptime()))
        try doPostedWork()
    }

    mutating func doPostedWork() throws(LineEnding) {
        switch mailbox.take() {
        case .work(let works):
            for work in works { if let orders = work(uptime()) { try carryOut(orders) } }
        case .end: throw .closed
        case .overflow: throw .lost(.system(errno: ENOBUFS, during: .handingOn))
        }
    }

    /// Tells the handler that its deadline has passed, if it has, and carries out what the handler wants.
    ///
    /// - Parameter lookedAt: when the line was last read. A deadline counts as passed only if it had passed before.
    mutating func keepDeadline(at lookedAt: Uptime) throws(LineEnding) {
        if let deadline, deadline <= lookedAt { try carryOut(handler.deadlineReached(at: uptime())) }
    }

    mutating func carryOut(_ orders: LineCommands) throws(LineEnding) {
        deadline = orders.deadline
        try backlog.add(orders.write)
        prepare(for: orders)
        try flush()
        if orders.hangsUp { throw .hungUp }
    }
}
