import Dispatch
import Flow
import Hardware
import Model
import Synchronization

/// One open line at a time, with its loop on a queue of its own: what ports on nodes of the kernel have in common.
final class LineQueue: Sendable {
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    /// The open line's; nil while there is none.
    private let mailbox = Mutex<LineMailbox?>(nil)

    init(_ address: DeviceAddress, uptime: @escaping @Sendable () -> Uptime) {
        self.uptime = uptime
        queue = DispatchQueue(label: "till.\(address)", qos: .userInteractive)
    }

    /// Runs until the line is closed or lost; closes it.
    func run(_ line: some OpenLine, _ wire: any LineHandler) {
        mailbox.withLock { $0 = line.mailbox }
        queue.async { [self] in
            var loop = LineLoop(line, wire: wire, uptime: uptime, on: queue)
            let ending = loop.run()
            mailbox.withLock { if $0 === line.mailbox { $0 = nil } }
            line.mailbox.discard()
            line.close()
            ending.tell(wire, at: uptime())
        }
    }

    /// Nothing is posted to a line that has ended: whoever waits for that work would never hear.
    func post(_ work: @escaping LineMailbox.Work) { mailbox.withLock { $0?.post(work) } }

    /// Returns when the line is closed.
    func end() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        mailbox.withLock { $0 }?.end()
        queue.sync {}
    }
}
