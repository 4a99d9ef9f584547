import CTerminalLine
import Dispatch
import Flow
import Glibc
import Synchronization

/// Puts a simulated device on a pty, behind a symbolic link, at the speed of its baud rate in both directions.
///
/// One poll loop on a queue of its own; the device is called on that queue only.
public final class PtyHost: Sendable {
    public let link: String
    private let device: any PtyDevice
    private let baud: Int
    private let stopBits: Int
    private let environment: Environment
    private let queue: DispatchQueue
    private let ended = DispatchGroup()
    private let mailbox = Mutex(Mailbox())

    struct Mailbox {
        var wakeUp: Int32?
        var work: [@Sendable (Uptime) -> PtyOrders] = []
        var stops = false
    }

    public init(_ device: any PtyDevice, link: String, baud: Int, stopBits: Int = 2, environment: Environment) {
        self.device = device
        self.link = link
        self.baud = baud
        self.stopBits = stopBits
        self.environment = environment
        queue = DispatchQueue(label: "till.simulator.pty")
    }

    /// Opens the pty and publishes the link; when this returns, a till can connect. Starting twice is a programmer's error.
    public func start() throws(Failure) {
        let line = try PtyLine.open(baud: baud)
        let wakeUp = till_wake_open()
        do throws(Failure) {
            guard wakeUp >= 0 else { throw .simulator("pty", "No wake-up descriptor", errno: -wakeUp) }
            try PtyLink(path: link).publish(line.slavePath)
        } catch {
            line.close()
            if wakeUp >= 0 { _ = close(wakeUp) }
            throw error
        }
        mailbox.withLock { box in
            precondition(box.wakeUp == nil, "a pty host starts once")
            box.wakeUp = wakeUp
        }
        queue.async(group: ended) { [device, link, baud, stopBits, environment] in
            let loop = PtyLoop(
                device: device, link: PtyLink(path: link), line: line, baud: baud, stopBits: stopBits, wakeUp: wakeUp,
                uptime: environment.uptime)
            loop.run { self.emptyMailbox() }
        }
    }

    /// Runs `work` on the host's queue and performs its orders; dropped after `stop`.
    public func perform(_ work: @escaping @Sendable (_ now: Uptime) -> PtyOrders) {
        mailbox.withLock { box in
            guard !box.stops else { return }
            box.work.append(work)
            box.ring()
        }
    }

    /// Hangs up, removes the link and waits until both are done. Safe to call twice, not from the device.
    public func stop() {
        mailbox.withLock { box in
            box.stops = true
            box.ring()
        }
        ended.wait()
        mailbox.withLock { box in
            if let wakeUp = box.wakeUp { _ = close(wakeUp) }
            box.wakeUp = nil
        }
    }

    /// Work that came in, or nil when the host shall stop.
    private func emptyMailbox() -> [@Sendable (Uptime) -> PtyOrders]? {
        mailbox.withLock { box in
            defer { box.work = [] }
            return box.stops ? nil : box.work
        }
    }
}

extension PtyHost.Mailbox {
    func ring() {
        guard let wakeUp else { return }
        till_wake_signal(wakeUp)
    }
}
