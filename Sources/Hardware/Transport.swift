import Flow
import Model

/// A byte line to one device, with its own loop on its own queue.
///
/// The handler's methods are called on that queue only, one at a time, and ordered bytes are written in order. After
/// `lost`, `hungUp` or `close` the handler is not called again until `open` is. The handler must never block: not on a
/// disk, a lock, or the thread pool.
package protocol Transport: AnyObject, Sendable {
    var address: DeviceAddress { get }
    /// What the line itself guarantees.
    var kind: LineKind { get }
    /// Takes the line for this process alone and starts the loop. Throws a `Failure` with the obstacle and what to do:
    /// missing path, permission, or another owner.
    ///
    /// A network connection is made only after this has returned: then the handler's `opened` is called, or `lost` if
    /// the connection fails. A line that was lost or hung up may be opened again.
    func open(_ wire: any LineHandler) throws(Failure)
    /// Runs `work` on the line's queue and performs the commands it returns. Does nothing if the line is closed.
    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands)
    /// Ends the loop and frees the line. Returns when the descriptor is closed. It may be called twice, but not from
    /// the queue.
    func close()
}

extension Transport {
    package var kind: LineKind { .raw }
}

/// What a line guarantees, so that the protocol on it need not.
package enum LineKind: Hashable, Sendable {
    /// Bytes may be garbled or missing, and nothing tells when the other end goes away (a tty).
    case raw
    /// Bytes arrive complete and in order as long as the connection lasts; it may be closed and made again (TCP).
    case stream(ConnectionUse)
}

/// How long a connection is used.
package enum ConnectionUse: String, Hashable, CaseIterable, Sendable {
    /// Until one of the sides closes it.
    case kept
    /// For one request, from the command to its end.
    case transaction
}

/// The part of a wire protocol that runs on the line's queue, driven by a transport.
package protocol LineHandler: AnyObject, Sendable {
    func opened(at now: Uptime) -> LineCommands
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands
    /// Called when the deadline of the last commands has passed.
    func deadlineReached(at now: Uptime) -> LineCommands
    /// Called when the device itself has taken all ordered bytes, by lines that know it. Returns nil if nothing
    /// changes.
    func taken(at now: Uptime) -> LineCommands?
    /// Called when the line is gone. The transport has closed itself, and nothing more is called.
    func lost(_ loss: LineLoss, at now: Uptime)
    /// Called when the line was closed because the handler's commands asked for it. Nothing more is called.
    func hungUp(at now: Uptime)
}

extension LineHandler {
    /// Does nothing, for handlers that need not know it.
    package func taken(at now: Uptime) -> LineCommands? { nil }
    /// Does nothing, for handlers that never ask for it.
    package func hungUp(at now: Uptime) {}
}

/// What a line handler wants done next. The deadline replaces the former one; nil means none.
package struct LineCommands: Sendable, Equatable {
    package var write: [UInt8]
    package var deadline: Uptime?
    /// Whether to close the line after that. Bytes that the system does not take at once are dropped.
    package var hangsUp: Bool
    /// Whether nothing that was written can have an effect any more, except bytes still on their way, which may arrive
    /// after the line is closed. If false, a line that can do so takes those bytes back when it is closed, by whomever.
    package var isSettled: Bool

    package init(write: [UInt8] = [], deadline: Uptime? = nil, hangsUp: Bool = false, isSettled: Bool = false) {
        self.write = write
        self.deadline = deadline
        self.hangsUp = hangsUp
        self.isSettled = isSettled
    }
}

/// Why a line ended without being closed by the till.
package enum LineLoss: Hashable, Sendable {
    /// The other end hung up, or the device at this path was unplugged.
    case unplugged(String)
    /// The system refused a read or a write: the error number and what it was for.
    case system(errno: Int32, during: String)
    /// A connection could not be made, or ended: why, and what to do.
    case disconnected(Failure)
}

/// Reports when devices come and go, so that a lost one is looked for when something arrives.
package protocol DeviceWatch: Sendable {
    /// Starts watching. What is plugged in already is no change. `changed` must not block.
    func start(_ changed: @escaping @Sendable (DeviceChange) -> Void) throws(Failure)
    /// Stops watching, and returns when `changed` is called no more.
    func stop()
}

/// A device came or went. Which one it was shows only when it is opened: it may have come back under another name.
package enum DeviceChange: Hashable, Sendable { case arrived, left }
