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
    func open(_ handler: any LineHandler) throws(Failure)
    /// Runs `work` on the line's queue and performs the commands it returns. Does nothing if the line is closed.
    func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands)
    /// Ends the loop and frees the line. Returns when the descriptor is closed. It may be called twice, but not from
    /// the queue.
    func close()
}

extension Transport {
    package var kind: LineKind { .raw }
}
