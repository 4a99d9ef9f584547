import Dispatch
import Failures
import Flow
import Glibc
import Hardware
import Model
import Synchronization

/// A USB device as a `Transport` over libusb: printers, serial lines (CDC-ACM) and readers with HID reports.
///
/// Opening finds the device anew, claims its interfaces exclusively, and starts its loop on a queue of its own. Commanded
/// bytes are sent in order; when the device is unplugged or closed meanwhile, it is known how many it received.
package final class USBPort: Transport {
    package let address: DeviceAddress
    package let use: USBUse

    private let wanted: USBAddress
    private let uptime: @Sendable () -> Uptime
    private let queue: DispatchQueue
    /// The open device; nil while there is none.
    private let open = Mutex<Open?>(nil)

    private struct Open {
        let mailbox: LineMailbox
        let controls: USBControls
    }

    /// Creates a port for `usb:VID:PID[?serial=…][&port=…]` without opening it. `uptime` is the clock of the handler's
    /// deadlines.
    ///
    /// Throws `line.badAddress` or `line.badOption` with a remedy.
    package convenience init(
        _ address: DeviceAddress, for use: USBUse, uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) {
        try self.init(address, USBAddress(of: address), use, uptime)
    }

    /// Creates a port for a serial line, whose address may also name `baud` and `stop`.
    package convenience init(
        serialLine address: DeviceAddress, defaults: SerialSettings = .terminal,
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
        queue = DispatchQueue(label: "till.\(address)", qos: .userInteractive.ifPermitted)
    }

    /// Throws `line.notFound`, `line.ambiguous`, `line.notThat`, `line.permission`, `line.busy` or `line.system`.
    package func open(_ handler: any LineHandler) throws(Failure) {
        let device: OpenUSBDevice
        do throws(USBError) { device = try OpenUSBDevice(wanted, use) } catch { throw error.failure }
        let opened = Open(mailbox: device.mailbox, controls: USBControls())
        open.withLock { $0 = opened }
        let held = Handed(device)
        queue.async { self.run(held.device, opened, handler) }
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        open.withLock { $0?.mailbox }?.post(work)
    }

    /// Closes the port and drops bytes that the device has not received.
    package func close() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        open.withLock { $0?.mailbox }?.end()
        queue.sync {}
    }

    private func run(_ device: OpenUSBDevice, _ opened: Open, _ handler: any LineHandler) {
        let ending = converse(device, opened, handler)
        open.withLock { if $0?.mailbox === opened.mailbox { $0 = nil } }
        device.close()
        ending.tell(handler, at: uptime())
    }

    private func converse(_ device: OpenUSBDevice, _ opened: Open, _ handler: any LineHandler) -> LineEnding {
        guard var loop = USBLoop(device, handler: handler, controls: opened.controls, uptime: uptime, on: queue) else {
            return .lost(.system(errno: ENOMEM, during: .opening))
        }
        return loop.run(use.preparation(device.function))
    }
}

/// An open device on its way to its queue; the sender does not use it any more.
private struct Handed: @unchecked Sendable {  // guards: the device is used by the queue alone once it is handed over
    let device: OpenUSBDevice
    init(_ device: OpenUSBDevice) { self.device = device }
}

// MARK: - A printer's identity and status

extension PrinterStatus {
    /// Decodes a printer's answer to GET_PORT_STATUS (USB printer class 1.1 §4.2.2). Nil for an impossible answer, since
    /// some printers answer anything.
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

    /// The printer's device id; nil when its answer is invalid.
    package func deviceID() async throws(Failure) -> PrinterDeviceID? {
        PrinterDeviceID(answer: try await ask(.deviceID))
    }

    /// Makes the printer drop what it has not printed yet. Old printers expect another form of the request.
    package func softReset() async throws(Failure) {
        do throws(Failure) { _ = try await ask(.softReset) } catch { _ = try await ask(.softResetOfOld) }
    }

    private func ask(_ question: USBControls.Question) async throws(Failure) -> [UInt8] {
        guard let opened = open.withLock({ $0 }) else {
            throw Failure(LineFailure.closed, Sentence("failure.line.closed", ["address": address]), recovery: .retry)
        }
        let answer: Result<[UInt8], Failure> = await withCheckedContinuation { continuation in
            opened.controls.post(question) { continuation.resume(returning: $0) }
            opened.mailbox.ring()
        }
        return try answer.get()
    }
}

extension USBPort {
    /// The current node of the device of an address; nil when none or several match.
    package static func node(of address: DeviceAddress) -> String? {
        guard let wanted = try? USBAddress(of: address.place), let devices = try? devices().filter(wanted.isMet),
            devices.count == 1
        else { return nil }
        return devices[0].node
    }

    /// The device ids of the plugged-in printers, by port. Each printer is opened for the question but not claimed, so that
    /// its driver or program can go on using it. Printers that this user may not open, or that do not answer, are left out.
    package static func deviceIDs() -> [String: PrinterDeviceID] {
        var said: [String: PrinterDeviceID] = [:]
        try? USBContext().eachDevice { device, pointer in
            guard let printer = USBFunction.printer(of: device) else { return }
            said[device.port] = OpenUSBDevice.deviceID(of: printer, pointer)
        }
        return said
    }

    /// The plugged-in devices, for discovery; nothing is opened.
    package static func devices() throws(Failure) -> [USBDevice] {
        var devices: [USBDevice] = []
        do throws(USBError) { try USBContext().eachDevice { device, _ in devices.append(device) } } catch {
            throw error.failure
        }
        return devices
    }

    /// Waits until this process has no USB device open, for at most `limit`; true if it has none then.
    ///
    /// A process that ends with a device open frees it, but the kernel does not give it back to its driver: a printer that was
    /// just being looked at would stay without `/dev/usb/lp0` until it is plugged in anew.
    package static func waitUntilNoneIsOpen(
        within limit: Duration, descriptors: String = "/proc/self/fd", _ environment: Environment
    ) async -> Bool {
        let end = environment.uptime() + limit
        while SysFS.isUSBNode(amongLinksIn: descriptors) {
            let next = environment.uptime() + .milliseconds(5)
            guard next <= end, (try? await environment.sleep(next)) != nil else { return false }
        }
        return true
    }
}
