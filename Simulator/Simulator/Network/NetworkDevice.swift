import Flow

/// A simulated device on the network, with one connection at a time. The host calls it on its own queue, one call at a
/// time.
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
