import Flow

/// A simulated device behind a pty. The host calls it on its own queue, one call at a time.
package protocol PtyDevice: AnyObject, Sendable {
    /// A new pty is open and its link exists, at the start and whenever the cable returns.
    func attached(at now: Uptime) -> PtyOrders
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> PtyOrders
}
