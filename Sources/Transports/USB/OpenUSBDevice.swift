import CLibUSB
import Flow
import Glibc
import Hardware

/// An open USB device with the claimed interfaces of one function. It is closed when the last reference goes.
///
/// Before the claim the kernel's driver is detached; after the release it is attached again, except for devices that do not
/// tolerate that (`USBQuirks`). The device is not reset, and its configuration is set only if it has none, because printers
/// would drop off the bus.
final class OpenUSBDevice {
    let device: USBDevice
    let function: USBFunction
    private let use: USBUse
    let handle: OpaquePointer
    let mailbox: LineMailbox
    private let context: USBContext
    private var lock: Int32 = -1
    private var claimed: [UInt8] = []
    private var isClosed = false

    init(_ address: USBAddress, _ use: USBUse) throws(USBError) {
        do throws(LineError) { mailbox = try LineMailbox() } catch {
            throw .system(.wakingUp, code: LIBUSB_ERROR_OTHER.rawValue)
        }
        context = try USBContext()
        (device, handle) = try Self.open(address, in: context)
        guard let function = use.function(device) else {
            libusb_close(handle)
            throw .noSuchFunction(device, use)
        }
        (self.function, self.use) = (function, use)
        do throws(USBError) { try take() } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    private static func open(
        _ address: USBAddress, in context: USBContext
    ) throws(USBError) -> (USBDevice, OpaquePointer) {
        var met: [USBDevice] = []
        var handle: OpaquePointer?
        var code: Int32 = 0
        try context.eachDevice { device, pointer in
            guard address.isMet(by: device) else { return }
            met.append(device)
            if met.count == 1 { code = libusb_open(pointer, &handle) }
        }
        guard let device = met.first else { throw .notFound(address) }
        guard met.count == 1 else {
            if let handle { libusb_close(handle) }
            throw .ambiguous(address, met)
        }
        guard code == 0, let handle else { throw USBError(code, during: .opening, of: device) }
        return (device, handle)
    }

    private func take() throws(USBError) {
        try lockNode()
        try checkDriversNodes()
        _ = libusb_set_auto_detach_kernel_driver(handle, 1)
        var configuration: Int32 = 0
        if libusb_get_configuration(handle, &configuration) == 0, configuration == 0 {
            try check(libusb_set_configuration(handle, Int32(device.configuration)), .configuring)
        }
        for interface in function.interfaces {
            try check(libusb_claim_interface(handle, Int32(interface)), .taking)
            claimed.append(interface)
        }
        guard isAlternating else { return }
        try check(
            libusb_set_interface_alt_setting(handle, Int32(function.interface), Int32(function.alternate)),
            .choosingInterface)
    }

    /// Locks the node, so that another till learns which process has the device: the kernel would only report that it is
    /// busy.
    private func lockNode() throws(USBError) {
        lock = Glibc.open(device.node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw USBError(LIBUSB_ERROR_BUSY.rawValue, during: .taking, of: device)
    }

    /// Throws if somebody uses the device through the kernel's driver: to send that away would end what goes on there.
    private func checkDriversNodes() throws(USBError) {
        guard let holder = SysFS.nodes(of: device).lazy.compactMap({ LineHolder.locking($0) }).first else { return }
        throw .busy(device, .program(holder))
    }

    /// Whether the interface has alternate settings.
    private var isAlternating: Bool {
        device.interfaces.contains { $0.number == function.interface && $0.alternate != 0 }
    }

    private func check(_ code: Int32, _ call: LineCall) throws(USBError) {
        if code != 0 { throw USBError(code, during: call, of: device) }
    }

    /// Lets libusb process its events without blocking.
    func handleEvents() -> Int32 {
        var now = timeval()
        return libusb_handle_events_timeout_completed(context.raw, &now, nil)
    }

    /// What to poll before `handleEvents`, and for how many nanoseconds at most; nil for no limit.
    func watched() -> (descriptors: [pollfd], limit: Int64?) {
        var watched: [pollfd] = []
        if let list = libusb_get_pollfds(context.raw) {
            var index = 0
            while let one = list[index] {
                watched.append(pollfd(fd: one.pointee.fd, events: one.pointee.events, revents: 0))
                index += 1
            }
            libusb_free_pollfds(list)
        }
        var next = timeval()
        guard libusb_get_next_timeout(context.raw, &next) == 1 else { return (watched, nil) }
        return (watched, Int64(next.tv_sec) * 1_000_000_000 + Int64(next.tv_usec) * 1000)
    }

    /// The printer's device id. It can be read without claiming the device (linux/drivers/usb/core/devio.c,
    /// `check_ctrlrecip`).
    static func deviceID(of function: USBFunction, _ device: OpaquePointer) -> PrinterDeviceID? {
        var handle: OpaquePointer?
        guard libusb_open(device, &handle) == 0, let handle else { return nil }
        defer { libusb_close(handle) }
        let request = USBControlRequest.deviceID(function)
        var answer = [UInt8](repeating: 0, count: request.answer)
        let count = libusb_control_transfer(
            handle, request.type, request.request, request.value, request.index, &answer, UInt16(answer.count),
            USBLimits.questionMilliseconds)
        return count > 0 ? PrinterDeviceID(answer: Array(answer.prefix(Int(count)))) : nil
    }

    /// Sends a request and waits a moment for it; a missing device ends it at once.
    private func send(_ request: USBControlRequest) {
        var data = request.data
        _ = libusb_control_transfer(
            handle, request.type, request.request, request.value, request.index, &data, UInt16(data.count),
            USBLimits.farewellMilliseconds)
    }

    func clearHalt(_ endpoint: USBEndpoint) -> Int32 { libusb_clear_halt(handle, endpoint.address) }

    /// Releases the interfaces and attaches the kernel's driver again. No transfer may be under way. Safe to call twice.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        if !claimed.isEmpty, let farewell = use.farewell(function) { send(farewell) }
        if USBQuirks.withoutTheirDriver.contains(device.model) {
            _ = libusb_set_auto_detach_kernel_driver(handle, 0)
        }
        for interface in claimed.reversed() { libusb_release_interface(handle, Int32(interface)) }
        libusb_close(handle)
        if lock >= 0 { _ = Glibc.close(lock) }
    }
}
