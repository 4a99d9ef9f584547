import CLibUSB
import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware

/// The loop of one open USB device: it waits, reads, and does what the handler commands, on the port's queue only.
///
/// As in `LineLoop`, a deadline counts as passed only if it had passed before the device was last read. One read is always
/// submitted, so that the device's answers do not wait in it. At most one write is under way, so that it is known to the
/// byte how much the device received, and nothing is sent twice.
struct USBLoop: HandlerLoop, ~Copyable {
    private let device: OpenUSBDevice
    let handler: any LineHandler
    let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    private let controls: USBControls

    var deadline: Uptime?
    /// The device has received the accepted bytes.
    var backlog = LineBacklog()
    private let reading: USBTransfer?
    private let writing: USBTransfer
    private let control: USBTransfer
    private var request: Request?
    /// When to submit the next read after reads without bytes.
    private var readsAgain: Uptime?
    private var emptyReads = 0
    /// The endpoints that have stalled and transferred nothing since.
    private var stalled: Set<UInt8> = []

    /// Nil when there is not enough memory.
    init?(
        _ device: OpenUSBDevice, handler: any LineHandler, controls: USBControls,
        uptime: @escaping @Sendable () -> Uptime,
        on queue: DispatchQueue
    ) {
        let reading = device.function.input.map(USBLimits.readSize).map { USBTransfer(capacity: $0) }
        guard let control = USBTransfer(capacity: USBLimits.longestControl),
            let writing = USBTransfer(capacity: USBLimits.writeSize(device.function)),
            reading.map({ $0 != nil }) != false
        else { return nil }
        self.device = device
        self.handler = handler
        self.controls = controls
        self.uptime = uptime
        self.queue = queue
        self.control = control
        self.writing = writing
        self.reading = reading.flatMap(\.self)
    }

    var mailbox: LineMailbox { device.mailbox }

    /// Runs until the device is closed or lost; then no transfer is under way. The device stays open.
    mutating func run(_ preparation: [USBControlRequest]) -> LineEnding {
        defer { stop() }
        do throws(LineEnding) {
            for request in preparation { try prepare(request) }
            try read()
            try open()
            try ask()
            while true { try turn() }
        } catch {
            return error
        }
    }

    private mutating func turn() throws(LineEnding) {
        let lookedAt = uptime()
        let isWoken = try look(at: lookedAt)
        try takeReading()
        try takeWriting()
        try takeControl()
        if isWoken {
            try doPostedWork()
            try ask()
        }
        if let due = readsAgain, due <= lookedAt { try read() }
        try keepDeadline(at: lookedAt)
    }

    // MARK: Waiting

    /// Waits for the device, the mailbox or the next deadline, and lets libusb process events. Returns whether the mailbox
    /// was signalled.
    private func look(at now: Uptime, hearsBell: Bool = true) throws(LineEnding) -> Bool {
        var (watched, limit) = device.watched()
        watched.append(pollfd(fd: hearsBell ? device.mailbox.wake : -1, events: Int16(POLLIN), revents: 0))
        let waits = [deadline, readsAgain].compactMap { $0.map { max(0, ($0 - now).wholeNanoseconds) } }
        let nanoseconds = min(
            limit ?? USBLimits.longestWait, waits.min() ?? USBLimits.longestWait, USBLimits.longestWait)
        let error = till_lines_wait(&watched, watched.count, nanoseconds)
        guard error == 0 else { throw .lost(.system(errno: -error, during: .waiting)) }
        let code = device.handleEvents()
        guard code == 0 || code == LIBUSB_ERROR_INTERRUPTED.rawValue else { throw lost(code, .waiting) }
        return watched.last.map { $0.revents != 0 } ?? false
    }

    // MARK: Reading

    private mutating func read() throws(LineEnding) {
        readsAgain = nil
        guard let reading, let input = device.function.input else { return }
        let code = reading.submitBulk(device.handle, input, count: reading.capacity, timeout: 0)
        guard code == 0 else { throw lost(code, .reading) }
    }

    private mutating func takeReading() throws(LineEnding) {
        guard let reading, let input = device.function.input, let ending = reading.takeEnding() else { return }
        var bytes = reading.takeBytes(ending.count)
        defer { bytes.wipe() }
        switch ending.status {
        case .completed, .timedOut, .cancelled: break
        case .stalled: try clear(input)
        case .gone: throw lost(LIBUSB_ERROR_NO_DEVICE.rawValue, .reading)
        case .overflow: throw lost(LIBUSB_ERROR_OVERFLOW.rawValue, .reading)
        case .failed: throw lost(LIBUSB_ERROR_IO.rawValue, .reading)
        }
        guard !bytes.isEmpty else { return try rest() }
        emptyReads = 0
        stalled.remove(input.address)
        try read()
        try carryOut(handler.received(bytes, at: uptime()))
    }

    /// Pauses, because a printer may answer each read at once and without data.
    private mutating func rest() throws(LineEnding) {
        emptyReads += 1
        guard emptyReads > USBLimits.emptyReadsAtOnce else { return try read() }
        readsAgain = uptime() + USBLimits.pauseAfterEmptyReads
    }

    // MARK: Writing

    /// Writes; what the device did not receive in time is sent again from there on.
    mutating func flush() throws(LineEnding) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard writing.isFree, !backlog.isEmpty else { return }
        let chunk = backlog.rest.prefix(writing.capacity)
        guard let output = device.function.output else { return try report(Array(chunk)) }
        writing.fill(with: chunk)
        let code = writing.submitBulk(
            device.handle, output, count: chunk.count, timeout: USBLimits.transferMilliseconds)
        guard code == 0 else { throw lost(code, .writing) }
    }

    private mutating func takeWriting() throws(LineEnding) {
        guard let output = device.function.output, let ending = writing.takeEnding() else { return }
        backlog.accept(ending.count)
        if ending.count > 0 { stalled.remove(output.address) }
        switch ending.status {
        case .completed, .timedOut, .cancelled: break
        case .stalled: try clear(output)
        case .gone: throw lost(LIBUSB_ERROR_NO_DEVICE.rawValue, .writing)
        case .overflow, .failed: throw lost(LIBUSB_ERROR_IO.rawValue, .writing)
        }
        try taken()
    }

    private mutating func taken() throws(LineEnding) {
        guard backlog.clear(keepingCapacity: USBLimits.longestControl) else { return try flush() }
        if let orders = handler.taken(at: uptime()) { try carryOut(orders) }
    }

    /// Clears a stalled endpoint once; one that stalls again before any transfer is defective.
    private mutating func clear(_ endpoint: USBEndpoint) throws(LineEnding) {
        guard stalled.insert(endpoint.address).inserted else {
            throw lost(LIBUSB_ERROR_PIPE.rawValue, endpoint.isInput ? .reading : .writing)
        }
        let code = device.clearHalt(endpoint)
        guard code == 0 else { throw lost(code, .clearingStall) }
    }
}

// MARK: - Requests on endpoint 0

extension USBLoop {
    /// The current request on endpoint 0.
    private enum Request {
        case question(USBControls.Asked)
        /// A number of bytes of the backlog, for a device without an output endpoint.
        case report(Int)
    }

    /// Sends a setting before the line is opened and waits for it. A device that refuses a setting is used without it.
    private mutating func prepare(_ request: USBControlRequest) throws(LineEnding) {
        try submit(request)
        while control.isUnderWay { _ = try look(at: uptime(), hearsBell: false) }
        if control.takeEnding()?.status == .gone { throw lost(LIBUSB_ERROR_NO_DEVICE.rawValue, .preparing) }
    }

    /// Asks the next question, one at a time.
    private mutating func ask() throws(LineEnding) {
        guard request == nil, let next = controls.next(for: device.function) else { return }
        request = .question(next)
        try submit(next.request)
    }

    private mutating func report(_ bytes: [UInt8]) throws(LineEnding) {
        guard request == nil else { return }
        request = .report(bytes.count)
        try submit(.setReport(bytes, device.function.interface))
    }

    private func submit(_ request: USBControlRequest) throws(LineEnding) {
        control.fill(with: request.bytes)
        let code = control.submitControl(device.handle, timeout: USBLimits.transferMilliseconds)
        guard code == 0 else { throw lost(code, .asking) }
    }

    private mutating func takeControl() throws(LineEnding) {
        guard let ended = request, let ending = control.takeEnding() else { return }
        request = nil
        let bytes = control.takeBytes(ending.count, from: USBLimits.setupSize)
        if ending.status == .gone { throw lost(LIBUSB_ERROR_NO_DEVICE.rawValue, .asking) }
        switch ended {
        case .question(let asked):
            asked.answer(ending.status == .completed ? .success(bytes) : .failure(refusal(asked.request)))
        case .report(let count):
            guard ending.status == .completed else { throw lost(LIBUSB_ERROR_PIPE.rawValue, .writing) }
            backlog.accept(count)
        }
        try taken()
        try ask()
    }

    private func refusal(_ request: USBControlRequest) -> Failure {
        USBError.broken(device.device, .request(request.request), code: LIBUSB_ERROR_PIPE.rawValue).failure
    }
}

// MARK: - The end

extension USBLoop {
    private func lost(_ code: Int32, _ call: LineCall) -> LineEnding {
        .lost(.disconnected(USBError(code, during: call, of: device.device).failure))
    }

    /// Cancels all transfers and waits until they have ended; buffers are not freed before.
    private mutating func stop() {
        (deadline, readsAgain) = (nil, nil)
        let transfers = [reading, writing, control].compactMap(\.self)
        for transfer in transfers { transfer.cancel() }
        let limit = uptime() + USBLimits.longestEnd
        while transfers.contains(where: \.isUnderWay), uptime() < limit {
            guard (try? look(at: uptime(), hearsBell: false)) != nil else { break }
        }
        if case .question(let asked) = request { asked.answer(.failure(USBError.gone(device.device).failure)) }
        controls.end(device.device)
    }
}

enum USBLimits {
    /// The size of one bulk write; a multiple of every packet size.
    static let longestWrite = 16 << 10
    /// The longest answer on endpoint 0, including the eight bytes of the request.
    static let longestControl = 4096
    static let setupSize = 8
    /// The time after which a stalled write is ended and continued from where it stopped.
    static let transferMilliseconds: UInt32 = 1000
    /// The timeout for requests to a device that is being closed.
    static let farewellMilliseconds: UInt32 = 500
    /// The timeout for a question to a device that is not claimed.
    static let questionMilliseconds: UInt32 = 500
    static let longestWait: Int64 = 3_600_000_000_000
    static let emptyReadsAtOnce = 5
    static let pauseAfterEmptyReads = Duration.milliseconds(20)
    /// How long to wait for cancelled transfers to end.
    static let longestEnd = Duration.seconds(5)
    private static let usualRead = 512

    /// The size of a read: a multiple of the packet size, since surplus bytes would be lost. For reports exactly one packet:
    /// a longer read would wait for the next report.
    static func readSize(_ endpoint: USBEndpoint) -> Int {
        let packet = max(1, endpoint.packetSize)
        guard endpoint.transfer != .interrupt else { return packet }
        return (max(packet, usualRead) + packet - 1) / packet * packet
    }

    /// The size of a write; reports are one packet each.
    static func writeSize(_ function: USBFunction) -> Int {
        switch function.kind {
        case .humanInterface: function.output?.packetSize ?? function.input?.packetSize ?? longestControl
        case .printer, .serialLine: longestWrite
        }
    }
}
