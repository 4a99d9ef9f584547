import Flow

/// What a simulated device does with the bytes of its pty. The host calls it on its own queue only, one call at a time.
package protocol PtyDevice: AnyObject, Sendable {
    /// A new pty is open and its link in place: at the start, and each time the cable is back.
    func attached(at now: Uptime) -> PtyOrders
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders
    /// The deadline of the last orders has passed.
    func deadlineReached(at now: Uptime) -> PtyOrders
}

/// What a device wants done next. Deadline and `reads` replace the former ones.
package struct PtyOrders: Sendable, Equatable {
    /// Goes out behind what still waits, at the line's speed.
    package var write: [UInt8]
    package var deadline: Uptime?
    /// False stops the reading, as a printer does that is busy: the line's buffer fills, and then the writer waits.
    package var reads: Bool
    /// Pulls the cable, after what is on the wire already is lost.
    package var unplug: Unplug?

    package init(write: [UInt8] = [], deadline: Uptime? = nil, reads: Bool = true, unplug: Unplug? = nil) {
        self.write = write
        self.deadline = deadline
        self.reads = reads
        self.unplug = unplug
    }

    package enum Unplug: Hashable, Sendable {
        case back(after: Duration)
        case forGood
    }
}
