import Dispatch
import Flow
import Hardware
import Model
import Synchronization

/// One open line at a time with its loop on a queue of its own: the common part of ports on device nodes and sockets.
final class LineQueue: Sendable {
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    /// The mailbox of the open line; nil while none is open.
    private let mailbox = Mutex<LineMailbox?>(nil)

    init(_ address: DeviceAddress, uptime: @escaping @Sendable () -> Uptime) {
        self.uptime = uptime
        queue = DispatchQueue(label: "till.\(address)", qos: .userInteractive.ifPermitted)
    }

    /// Runs the loop until the line is closed or lost, and closes the line.
    func run(_ line: some OpenLine, _ handler: any LineHandler) {
        mailbox.withLock { $0 = line.mailbox }
        queue.async { [self] in
            var loop = LineLoop(line, handler: handler, uptime: uptime, on: queue)
            let ending = loop.run()
            mailbox.withLock { if $0 === line.mailbox { $0 = nil } }
            line.mailbox.discard()
            line.close()
            ending.tell(handler, at: uptime())
        }
    }

    /// Posts work. Nothing is posted to a line that has ended, since the work would never run.
    func post(_ work: @escaping LineMailbox.Work) { mailbox.withLock { $0?.post(work) } }

    /// Ends the loop and returns when the line is closed.
    func end() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        mailbox.withLock { $0 }?.end()
        queue.sync {}
    }
}
