import CTerminalLine
import Flow
import Glibc

/// The poll loop of one pty. Lives on its host's queue.
final class PtyLoop {
    /// At most so many received bytes wait for their time on the wire, as in the buffer of an adapter; beyond, the writer waits.
    static let inboxLimit = 4096
    /// What is on its way whatever the device says of its room.
    static let fifo = 64
    /// Bytes due within this span are moved together: the loop need not wake for every byte.
    static let batch = Duration.milliseconds(2)

    private let device: any PtyDevice
    private let link: PtyLink
    private let baud: Int
    private let handshake: PtyHandshake?
    private let wakeUp: Int32
    private let uptime: @Sendable () -> Uptime
    private var line: PtyLine?
    private var inbox: [UInt8] = []
    private var outbox: [UInt8] = []
    private var arriving: Pacer
    private var leaving: Pacer
    private let batchBytes: Int
    private var deadline: Uptime?
    private var returns: Uptime?
    private var reads = true
    /// What has not left the till's end waits there: the device has no room, and the till heeds that.
    private var isHeld = false
    private var lineIsFull = false

    init(
        device: any PtyDevice, link: PtyLink, line: PtyLine, baud: Int, stopBits: Int, handshake: PtyHandshake?,
        wakeUp: Int32,
        uptime: @escaping @Sendable () -> Uptime
    ) {
        self.device = device
        self.link = link
        self.line = line
        self.baud = baud
        self.handshake = handshake
        self.wakeUp = wakeUp
        self.uptime = uptime
        // A start bit and eight of data stand before the stop bits.
        let pacer = Pacer(baud: baud, bitsPerByte: 9 + stopBits)
        arriving = pacer
        leaving = pacer
        batchBytes = max(1, Int(Self.batch.wholeNanoseconds / pacer.byteTime))
    }

    /// Until `mail` says nil.
    func run(mail: () -> [@Sendable (Uptime) -> PtyOrders]?) {
        obey(device.attached(at: uptime()))
        while let work = mail() {
            for piece in work { obey(piece(uptime())) }
            wait()
            plugBackIn()
            receive()
            deliver()
            if let deadline, deadline <= uptime() {
                self.deadline = nil
                obey(device.deadlineReached(at: uptime()))
            }
            send()
        }
        unplug()
    }

    private func obey(_ orders: PtyOrders) {
        let now = uptime()
        deadline = orders.deadline
        say(orders.write + heed(orders.reads), at: now)
        switch orders.unplug {
        case nil: break
        case .forGood: unplug()
        case .back(let pause):
            unplug()
            returns = now + pause
        }
    }
}

// MARK: - Room

extension PtyLoop {
    /// What the device says of its room where it does so in bytes.
    private func heed(_ reads: Bool) -> [UInt8] {
        defer { self.reads = reads }
        guard handshake == .xon, reads != self.reads else { return [] }
        return [reads ? 0x11 : 0x13]
    }

    private func say(_ bytes: [UInt8], at now: Uptime) {
        guard line != nil, !bytes.isEmpty else { return }
        outbox += bytes
        leaving.add(bytes.count, at: now)
    }

    /// Whether more is taken from the till. Without a handshake of the line's own, a busy device leaves it all there.
    private var listens: Bool { (reads || handshake != nil) && inbox.count < Self.inboxLimit }

    /// What waited goes on at the line's speed.
    private func hold() {
        let holds = !reads && handshake.map { line?.obeys($0.setting) == true } ?? false
        if isHeld, !holds {
            arriving.reset()
            arriving.add(inbox.count, at: uptime())
        }
        isHeld = holds
    }
}

// MARK: - The cable

extension PtyLoop {
    private func unplug() {
        guard let line else { return }
        link.withdraw(from: line.slavePath)
        line.close()
        self.line = nil
        inbox = []
        outbox = []
        arriving.reset()
        leaving.reset()
        (lineIsFull, isHeld) = (false, false)
    }

    private func plugBackIn() {
        guard let due = returns, due <= uptime() else { return }
        do throws(Failure) {
            let fresh = try PtyLine.open(baud: baud)
            try link.publish(fresh.slavePath)
            line = fresh
            returns = nil
            obey(device.attached(at: uptime()))
        } catch {
            returns = uptime() + .seconds(1)
        }
    }
}

// MARK: - The wire

extension PtyLoop {
    private func wait() {
        hold()
        // A descriptor that nobody reads stays readable: waiting on it would spin, so a full line is tried again by time.
        let nextOut = lineIsFull ? (listens ? nil : uptime() + Self.batch) : leaving.time(of: batchBytes)
        let nextIn = isHeld ? nil : arriving.time(of: batchBytes)
        let next = [deadline, returns, nextIn, nextOut].compactMap { $0 }.min()
        let span = next.map { max(0, ($0 - uptime()).wholeNanoseconds) } ?? -1
        _ = till_line_wait(listens ? line?.master ?? -1 : -1, wakeUp, lineIsFull ? 1 : 0, span)
        till_wake_reset(wakeUp)
    }

    private func receive() {
        guard let line, listens else { return }
        var chunk = [UInt8](repeating: 0, count: Self.inboxLimit - inbox.count)
        let count = read(line.master, &chunk, chunk.count)
        guard count > 0 else { return }
        inbox += chunk.prefix(count)
        arriving.add(count, at: uptime())
    }

    /// Of what comes late because this loop was, a device that has no room holds back all but a FIFO.
    private func deliver() {
        while !isHeld, deliverSome() { hold() }
    }

    /// True where there may be more.
    private func deliverSome() -> Bool {
        let now = uptime()
        let due = arriving.due(at: now)
        guard due > 0 else { return false }
        let count = handshake == nil ? due : min(due, Self.fifo)
        let bytes = Array(inbox.prefix(count))
        inbox.removeFirst(count)
        arriving.release(count)
        if handshake == nil || line?.isAt(baud) == true { obey(device.received(bytes, at: now)) }
        return count < due
    }

    private func send() {
        guard let line else { return }
        let count = leaving.due(at: uptime())
        guard count > 0 else { return }
        let written = write(line.master, Array(outbox.prefix(count)), count)
        lineIsFull = written < 0 && errno == EAGAIN
        guard written > 0 else { return }
        outbox.removeFirst(written)
        leaving.release(written)
    }
}
