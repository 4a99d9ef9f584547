import Flow
import Model

/// A byte line to one device, with a loop of its own on a queue of its own.
///
/// Promises: the wire's methods are called on that queue only, one at a time; bytes ordered are written in order; after
/// `lost`, `hungUp` or `close` the wire is not called again, until `open` is. Nothing the wire does may block: not on
/// disk, not on a lock, not on the pool.
package protocol Transport: AnyObject, Sendable {
    var address: DeviceAddress { get }
    /// What this line does by itself.
    var kind: LineKind { get }
    /// Takes the line for this process alone and starts the loop. Throws a `Failure` that says what stands in the way
    /// and what to do: missing path, permission, another owner.
    ///
    /// A network connection comes about only after this has returned: then the wire is `opened`, or `lost` where it
    /// cannot be had. A line that was lost or hung up may be opened again.
    func open(_ wire: any LineHandler) throws(Failure)
    /// Runs `work` on the line's queue and performs the orders it returns. Dropped, silently, when the line is closed.
    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands)
    /// Ends the loop and frees the line. Returns when the descriptor is closed. Safe to call twice, not from the queue.
    func close()
}

extension Transport {
    package var kind: LineKind { .raw }
}

/// What a line does by itself, so that the protocol on it need not.
package enum LineKind: Hashable, Sendable {
    /// Bytes may be garbled or missing, and nobody tells when the other end goes away (a tty).
    case raw
    /// Bytes arrive whole and in order as long as the connection lasts; it may be closed and made anew (TCP).
    case stream(ConnectionUse)
}

/// How long a connection is used.
package enum ConnectionUse: String, Hashable, CaseIterable, Sendable {
    /// Until one of both sides closes it.
    case kept
    /// For one request, from the command to its end.
    case transaction
}

/// What a transport drives: the part of a wire protocol that lives on the line's queue.
package protocol LineHandler: AnyObject, Sendable {
    func opened(at now: Uptime) -> LineCommands
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> LineCommands
    /// The device itself has taken everything that was ordered; told by those lines that know it. Nil: nothing changes.
    func taken(at now: Uptime) -> LineCommands?
    /// The line is gone. The transport has closed itself; nothing more will be called.
    func lost(_ loss: LineLoss, at now: Uptime)
    /// The line was closed because the wire's orders said so. Nothing more will be called.
    func hungUp(at now: Uptime)
}

extension LineHandler {
    /// For wires that need not know it.
    package func taken(at now: Uptime) -> LineCommands? { nil }
    /// For wires that never order it.
    package func hungUp(at now: Uptime) {}
}

/// What a wire wants done next. The deadline replaces the former one; nil means none.
package struct LineCommands: Sendable, Equatable {
    package var write: [UInt8]
    package var deadline: Uptime?
    /// Close the line after that. What the system does not take at once is dropped.
    package var hangsUp: Bool
    /// All that was written has come to its end: what of it is still on its way may arrive after the line was closed.
    /// Otherwise a line that can takes it back then, whoever closes it: nobody waits for what would come of it any more.
    package var isSettled: Bool

    package init(write: [UInt8] = [], deadline: Uptime? = nil, hangsUp: Bool = false, isSettled: Bool = false) {
        self.write = write
        self.deadline = deadline
        self.hangsUp = hangsUp
        self.isSettled = isSettled
    }
}

/// Why a line ended without being asked to.
package enum LineLoss: Hashable, Sendable {
    /// The other end hung up or the device was unplugged; the path it had.
    case unplugged(String)
    /// The system refused a read or a write: its error number and what it was for.
    case system(errno: Int32, during: String)
    /// A connection could not be made, or ended: why, and what to do.
    case disconnected(Failure)
}

/// Notices when devices come and go, so that what was lost is looked for when something has arrived.
package protocol DeviceWatch: Sendable {
    /// What is plugged in already is no change. `changed` must not wait.
    func start(_ changed: @escaping @Sendable (DeviceChange) -> Void) throws(Failure)
    /// Returns when nothing is told any more.
    func stop()
}

/// Which device it was says only opening it: it may have come back under another name.
package enum DeviceChange: Hashable, Sendable { case arrived, left }
