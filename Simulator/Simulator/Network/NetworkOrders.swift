import Flow

/// What a device wants done next. The deadline and `reads` replace earlier ones.
package struct NetworkOrders: Sendable, Equatable {
    /// Bytes to send in one segment, behind those that still wait.
    package var write: [UInt8]
    package var deadline: Uptime?
    /// Whether the host goes on reading. False lets buffers fill, so that the sender waits.
    package var reads: Bool
    /// How the connection ends once the bytes are sent; nil leaves it open.
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
        /// The connection is reset, and no till can connect until the device is back; nil means never.
        case unplugged(backAfter: Duration?)
    }
}
