import Flow

/// A simulated device on the network, with one connection at a time. The host calls it on its own queue, one call at a time.
package protocol NetworkDevice: AnyObject, Sendable {
    /// The network is available, at the start and whenever it returns. No till is connected.
    func attached(at now: Uptime) -> NetworkOrders
    func connected(at now: Uptime) -> NetworkOrders
    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders
    /// The other side has closed or reset the connection.
    func disconnected(at now: Uptime) -> NetworkOrders
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> NetworkOrders
}

/// What a device wants done next. The deadline and `reads` replace earlier ones.
package struct NetworkOrders: Sendable, Equatable {
    /// Bytes to send in one segment, behind those that still wait.
    package var write: [UInt8]
    package var deadline: Uptime?
    /// False stops reading, so that buffers fill and the sender waits.
    package var reads: Bool
    /// How the connection ends after that, if it does.
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
        /// Reset, with no connections until the device is back; nil for ever.
        case unplugged(backAfter: Duration?)
    }
}
