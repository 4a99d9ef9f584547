import Flow

/// What a simulated device does with connections over a network, one at a time. The host calls it on its own queue only,
/// one call at a time.
package protocol NetworkDevice: AnyObject, Sendable {
    /// The network is there: at the start, and each time it is back. Nobody has connected yet.
    func attached(at now: Uptime) -> NetworkOrders
    func connected(at now: Uptime) -> NetworkOrders
    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders
    /// The other side has closed the connection, or broken it off.
    func disconnected(at now: Uptime) -> NetworkOrders
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> NetworkOrders
}

/// What a device wants done next. Deadline and `reads` replace the former ones.
package struct NetworkOrders: Sendable, Equatable {
    /// Goes out in one segment, behind what still waits.
    package var write: [UInt8]
    package var deadline: Uptime?
    /// False stops the reading: the connection's buffers fill, and then the sender waits.
    package var reads: Bool
    /// What becomes of the connection after that.
    package var end: End?

    package init(write: [UInt8] = [], deadline: Uptime? = nil, reads: Bool = true, end: End? = nil) {
        self.write = write
        self.deadline = deadline
        self.reads = reads
        self.end = end
    }

    package enum End: Sendable, Equatable {
        case closed
        case reset
        /// Reset, and nobody can connect until it is back; nil: for good.
        case unplugged(backAfter: Duration?)
    }
}
