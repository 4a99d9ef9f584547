import Dispatch
import Flow
import Glibc
import Hardware
import Model
import Synchronization

/// A USB device as a `Transport`, over libusb: printers, serial lines (CDC-ACM) and readers that speak by reports.
///
/// Opening looks the device up anew, takes its interfaces from every other program, and starts its loop on a queue of its
/// own. Bytes ordered leave in order; how many the device has taken is known when it is unplugged or closed in the middle.
package final class USBPort: Transport {
    package let address: DeviceAddress
    package let use: USBUse

    private let wanted: USBAddress
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    /// The open device's; nil while there is none.
    private let open = Mutex<Open?>(nil)

    private struct Open {
        let mailbox: LineMailbox
        let controls: USBControls
    }

    /// A port on `usb:VID:PID[?serial=…][&port=…]`; nothing is opened yet. `uptime` is the clock of the wire's deadlines.
    ///
    /// Throws `line.badAddress` or `line.badOption`, with what would be right.
    package convenience init(
        _ address: DeviceAddress, for use: USBUse, uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        try self.init(address, USBAddress(of: address), use, uptime)
    }

    /// The same for a serial line, whose address may say `baud` and `stop` too.
    package convenience init(
        serialLine address: DeviceAddress, defaults: SerialSettings = .reader,
        uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        var options = address.options
        let settings = try SerialSettings(taking: &options, defaults: defaults)
        let wanted = try USBAddress(of: DeviceAddress(scheme: address.scheme, path: address.path, options: options))
        self.init(address, wanted, .serialLine(settings), uptime)
    }

    private init(
        _ address: DeviceAddress, _ wanted: USBAddress, _ use: USBUse, _ uptime: @escaping @Sendable () -> Uptime
    ) {
        self.wanted = wanted
        self.address = address
        self.use = use
        self.uptime = uptime
        queue = DispatchQueue(label: "till.\(address)", qos: .userInteractive)
    }

    /// Throws `line.notFound`, `line.ambiguous`, `line.notThat`, `line.permission`, `line.busy` or `line.system`.
    package func open(_ wire: any LineHandler) throws(Failure) {
        let device: OpenUSBDevice
        do throws(USBError) { device = try OpenUSBDevice(wanted, use) } catch { throw error.failure }
        let opened = Open(mailbox: device.mailbox, controls: USBControls())
        open.withLock { $0 = opened }
        let held = Handed(device)
        queue.async { self.run(held.device, opened, wire) }
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        open.withLock { $0?.mailbox }?.post(work)
    }

    /// Also drops what was ordered and not yet taken by the device.
    package func close() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        open.withLock { $0?.mailbox }?.end()
        queue.sync {}
    }

    private func run(_ device: OpenUSBDevice, _ opened: Open, _ wire: any LineHandler) {
        let ending = converse(device, opened, wire)
        open.withLock { if $0?.mailbox === opened.mailbox { $0 = nil } }
        device.close()
        ending.tell(wire, at: uptime())
    }

    private func converse(_ device: OpenUSBDevice, _ opened: Open, _ wire: any LineHandler) -> LineEnding {
        guard var loop = USBLoop(device, wire: wire, controls: opened.controls, uptime: uptime, on: queue) else {
            return .lost(.system(errno: ENOMEM, during: "open"))
        }
        return loop.run(use.preparation(device.function))
    }
}

/// An open device on its way to its queue; whoever hands it on does not touch it again.
private struct Handed: @unchecked Sendable {  // guards: the device is used by the queue alone once it is handed over
    let device: OpenUSBDevice
    init(_ device: OpenUSBDevice) { self.device = device }
}

// MARK: - What a printer tells beside its line

extension PrinterStatus {
    /// Reads what a printer answers to GET_PORT_STATUS, whatever its paper is doing (USB printer class 1.1 §4.2.2). Nil
    /// for what means nothing: some printers answer anything.
    init?(portStatus byte: UInt8) {
        guard byte != 0, byte & 0xC7 == 0 else { return nil }
        self.init(
            online: byte & 0x10 != 0, paper: byte & 0x20 == 0 ? .ok : .out, fault: byte & 0x08 == 0 ? .other : nil)
    }
}

extension USBPort: PrinterLine {
    package func printerStatus() async throws(Failure) -> PrinterStatus {
        try await ask(.portStatus).first.flatMap(PrinterStatus.init(portStatus:)) ?? PrinterStatus()
    }

    /// Nil where what it answers makes no sense.
    package func deviceID() async throws(Failure) -> PrinterDeviceID? {
        PrinterDeviceID(answer: try await ask(.deviceID))
    }

    /// Has the printer forget what it has not printed yet. Old ones understand it otherwise.
    package func softReset() async throws(Failure) {
        do throws(Failure) { _ = try await ask(.softReset) } catch { _ = try await ask(.softResetOfOld) }
    }

    private func ask(_ question: USBControls.Question) async throws(Failure) -> [UInt8] {
        guard let opened = open.withLock({ $0 }) else {
            throw Failure("line.closed", "\(address) is not open.", recovery: .retry)
        }
        let answer: Result<[UInt8], Failure> = await withCheckedContinuation { continuation in
            opened.controls.post(question) { continuation.resume(returning: $0) }
            opened.mailbox.ring()
        }
        return try answer.get()
    }
}

extension USBPort {
    /// Where the kernel has the device of an address now; nil where there is none, or more than one.
    package static func node(of address: DeviceAddress) -> String? {
        guard let wanted = try? USBAddress(of: address.place), let devices = try? devices().filter(wanted.isMet),
            devices.count == 1
        else { return nil }
        return devices[0].node
    }

    /// What the printers that are plugged in say that they are, by their sockets. Each is opened for this question, and not
    /// taken: whoever has it, a driver of the kernel too, goes on. One that this user may not open, or that does not answer,
    /// is left out.
    package static func deviceIDs() -> [String: PrinterDeviceID] {
        var said: [String: PrinterDeviceID] = [:]
        try? USBContext().eachDevice { device, pointer in
            guard let printer = USBFunction.printer(of: device) else { return }
            said[device.port] = OpenUSBDevice.deviceID(of: printer, pointer)
        }
        return said
    }

    /// What is plugged in now, for discovery; nothing is opened.
    package static func devices() throws(Failure) -> [USBDevice] {
        var devices: [USBDevice] = []
        do throws(USBError) { try USBContext().eachDevice { device, _ in devices.append(device) } } catch {
            throw error.failure
        }
        return devices
    }
}
