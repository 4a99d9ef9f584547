import Flow

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
