import CTerminalLine
import Flow
import Glibc

/// The poll loop of one pty, which runs on its host's queue.
final class PtyLoop {
    /// How many received bytes wait for their transmission time, as in an adapter's buffer; then the writer waits.
    static let inboxLimit = 4096
    /// How many bytes still arrive after a full buffer was signalled.
    static let fifo = 64
    /// Bytes due within this span are moved together, so that the loop need not wake for each.
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
    /// Whether bytes wait at the till's end because the device has signalled a full buffer.
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
        // A start bit and eight data bits precede the stop bits.
        let pacer = Pacer(baud: baud, bitsPerByte: 9 + stopBits)
        arriving = pacer
        leaving = pacer
        batchBytes = max(1, Int(Self.batch.wholeNanoseconds / pacer.byteTime))
    }

    /// Runs until `mail` returns nil.
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

// MARK: - Handshake

extension PtyLoop {
    /// The XOFF or XON to send for a change of `reads`.
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

    /// Whether more is read from the till. Without a handshake, a busy device leaves all bytes there.
    private var listens: Bool { (reads || handshake != nil) && inbox.count < Self.inboxLimit }

    /// Updates `isHeld`, and restarts the schedule of bytes that have waited.
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

// MARK: - Transmission

extension PtyLoop {
    private func wait() {
        hold()
        // A descriptor that is not read stays readable, so polling it would spin; a full line is retried by time
        // instead.
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

    /// Delivers due bytes. Even if this loop is late, a device without room receives at most one FIFO more; the other
    /// bytes are held back.
    private func deliver() {
        while !isHeld, deliverSome() { hold() }
    }

    /// Delivers some bytes; returns whether there may be more.
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
