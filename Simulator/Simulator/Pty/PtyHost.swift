import Dispatch
import Flow

/// Puts a simulated device on a pty behind a symbolic link, at its baud rate in both directions.
///
/// One poll loop runs on a queue of its own; the device is called on that queue only.
package final class PtyHost: Sendable {
    package let link: String
    private let device: any PtyDevice
    private let baud: Int
    private let stopBits: Int
    private let handshake: PtyHandshake?
    private let environment: Environment
    private let queue: DispatchQueue
    private let ended = DispatchGroup()
    private let mailbox = HostMailbox<PtyOrders>()

    /// - Parameter handshake: how the device signals a full buffer; a device with a handshake also ignores bytes at
    ///   another baud rate. With nil, unread bytes wait, at any baud rate.
    package init(
        _ device: any PtyDevice, link: String, baud: Int, stopBits: Int = 2, handshake: PtyHandshake? = nil,
        environment: Environment
    ) {
        self.device = device
        self.link = link
        self.baud = baud
        self.stopBits = stopBits
        self.handshake = handshake
        self.environment = environment
        queue = DispatchQueue(label: "till.simulator.pty")
    }

    /// Opens the pty and creates the link. When this returns, a till can connect. Traps when called twice.
    package func start() throws(Failure) {
        let line = try PtyLine.open(baud: baud)
        let wakeUp: Int32
        do throws(Failure) {
            wakeUp = try mailbox.start()
            try PtyLink(path: link).publish(line.slavePath)
        } catch {
            line.close()
            mailbox.end()
            throw error
        }
        queue.async(group: ended) { [device, link, baud, stopBits, handshake, environment] in
            let loop = PtyLoop(
                device: device, link: PtyLink(path: link), line: line, baud: baud, stopBits: stopBits,
                handshake: handshake, wakeUp: wakeUp,
                uptime: environment.uptime)
            loop.run(mail: self.mailbox.take)
        }
    }

    /// Runs `work` on the host's queue and performs its orders; dropped after `stop`.
    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> PtyOrders) { mailbox.post(work) }

    /// Hangs up, removes the link and waits for both. Safe to call twice, but not from the device.
    package func stop() {
        mailbox.stop()
        ended.wait()
        mailbox.end()
    }
}
