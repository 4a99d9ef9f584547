import Flow

/// What a device wants done next. The deadline and `reads` replace earlier ones.
package struct PtyOrders: Sendable, Equatable {
    /// Bytes to send behind those that still wait, at the line's speed.
    package var write: [UInt8]
    package var deadline: Uptime?
    /// Whether the host goes on reading. False is for a busy printer: the line's buffer fills and the writer waits.
    package var reads: Bool
    /// Pulls the cable; bytes under way are lost.
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
