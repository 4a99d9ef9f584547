import CTerminalLine
import Glibc
import Hardware

/// An open line, as its loop uses it. It is closed once, when the last reference goes.
protocol OpenLine: Sendable {
    /// The descriptor, which is non-blocking.
    var descriptor: Int32 { get }
    var mailbox: LineMailbox { get }
    /// Like write(2); a vanished peer is an error, never a signal.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int
    /// Sets whether written bytes that have not arrived are still sent after the line is closed. The default is no, if the
    /// line can take bytes back.
    func sendsOnWhenClosed(_ sendsOn: Bool)
    /// The loss that a read without bytes means; nil when such reads are usual.
    var ended: LineLoss? { get }
    /// The loss that the final error of a call means.
    func loss(_ code: Int32, during call: LineCall) -> LineLoss
    /// Whether the line can be written again only when the device has received what was written before.
    var waitsForDevice: Bool { get }
    /// The line can be written again, and nothing more waits to be written.
    func emptied(_ handler: any LineHandler)
    func close()
}

extension OpenLine {
    var waitsForDevice: Bool { false }
    func emptied(_ handler: any LineHandler) {}
    /// Does nothing: most lines take no bytes back.
    func sendsOnWhenClosed(_ sendsOn: Bool) {}
    func close() { _ = Glibc.close(descriptor) }
}
