import Flow
import Model

/// A byte line to one device, with a loop of its own on a queue of its own.
///
/// Promises: the wire's methods are called on that queue only, one at a time; bytes ordered are written in order; after
/// `lost` or `close` the wire is not called again. Nothing the wire does may block: not on disk, not on a lock, not on the pool.
public protocol Transport: AnyObject, Sendable {
    var address: DeviceAddress { get }
    /// Takes the line for this process alone and starts the loop. Throws a `Failure` that says what stands in the way
    /// and what to do: missing path, permission, another owner.
    func open(_ wire: any Wire) throws(Failure)
    /// Runs `work` on the line's queue and performs the orders it returns. Dropped, silently, when the line is closed.
    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> WireOrders)
    /// Ends the loop and frees the line. Returns when the descriptor is closed. Safe to call twice, not from the queue.
    func close()
}

/// What a transport drives: the part of a wire protocol that lives on the line's queue.
public protocol Wire: AnyObject, Sendable {
    func opened(at now: Uptime) -> WireOrders
    func received(_ bytes: [UInt8], at now: Uptime) -> WireOrders
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> WireOrders
    /// The line is gone. The transport has closed itself; nothing more will be called.
    func lost(_ loss: LineLoss, at now: Uptime)
}

/// What a wire wants done next. The deadline replaces the former one; nil means none.
public struct WireOrders: Sendable, Equatable {
    public var write: [UInt8]
    public var deadline: Uptime?

    public init(write: [UInt8] = [], deadline: Uptime? = nil) {
        self.write = write
        self.deadline = deadline
    }
}

/// Why a line ended without being asked to.
public enum LineLoss: Hashable, Sendable {
    /// The other end hung up or the device was unplugged; the path it had.
    case unplugged(String)
    /// The system refused a read or a write: its error number and what it was for.
    case system(errno: Int32, during: String)
}
