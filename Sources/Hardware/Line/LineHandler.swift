import Flow

/// The part of a wire protocol that runs on the line's queue, driven by a transport.
package protocol LineHandler: AnyObject, Sendable {
    func opened(at now: Uptime) -> LineCommands
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands
    /// Called when the deadline of the last commands has passed.
    func deadlineReached(at now: Uptime) -> LineCommands
    /// Called when the device itself has taken all ordered bytes, by lines that know it. Returns nil if nothing
    /// changes.
    func taken(at now: Uptime) -> LineCommands?
    /// Called when the line is gone. The transport has closed itself, and nothing more is called.
    func lost(_ loss: LineLoss, at now: Uptime)
    /// Called when the line was closed because the handler's commands asked for it. Nothing more is called.
    func hungUp(at now: Uptime)
}

extension LineHandler {
    /// By default does nothing: most handlers need not know when bytes were taken.
    package func taken(at now: Uptime) -> LineCommands? { nil }
    /// By default does nothing: most handlers never close the line by themselves.
    package func hungUp(at now: Uptime) {}
}
