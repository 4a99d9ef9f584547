import CUSBTestbed
import Dispatch
import Failures
import Flow
import Glibc
import Simulator
import Synchronization

/// Simulated USB devices for unmodified programs that use libusb: umockdev shows them in the programs' /sys and /dev.
///
/// This process must run under `umockdev-wrapper`, and so must the programs: as its children, or with the variables of
/// `surroundings`.
package final class USBTestbed: Sendable {
    /// The number of ports of the bus: device numbers have 7 bits, and the bus needs one.
    package static let mostDevices = 126

    private let bed: Bed
    private let sockets = Mutex<[TestbedSocket]>([])

    /// Opens the test bed. Throws `simulator.testbed` outside of umockdev-wrapper.
    ///
    /// - Parameter tells: whether plugging in and out is reported, as udevd does.
    package init(tells: Bool = true) throws(Failure) {
        guard let raw = till_testbed_open() else {
            throw Failure(
                SimulatorFailure.testbed, "This process does not run under umockdev-wrapper.",
                remedy: "start it as `umockdev-wrapper till-sim usb …`", recovery: .askOperator)
        }
        bed = Bed(raw, tells: tells)
    }

    /// The environment variables of a process that must see the devices.
    package var surroundings: [String: String] {
        ["UMOCKDEV_DIR": bed.root, "LD_PRELOAD": "libumockdev-preload.so.0"]
    }

    /// Removes the devices and their files. No program may have a device open.
    package func close() { bed.close() }

    /// Plugs a device into the next port, beginning with `1-1`; programs see it when this returns. Throws when all
    /// ports are taken.
    package func connect(_ device: SimulatedUSBDevice) throws(Failure) {
        let socket = try sockets.withLock { sockets throws(Failure) in
            guard sockets.count < Self.mostDevices else {
                throw Failure(SimulatorFailure.testbed, "All sockets of the bus are taken.", recovery: .giveUp)
            }
            let socket = TestbedSocket(bed, device, port: UInt8(sockets.count + 1))
            sockets.append(socket)
            return socket
        }
        device.connect(to: socket.bus)
        socket.waitUntilPlugged()
    }
}

/// umockdev's test bed, which any thread may use.
private final class Bed: @unchecked Sendable {  // guards: `raw` is never changed; what changes the bed holds the lock
    let raw: OpaquePointer
    private let tells: Bool
    private let isClosed = Mutex(false)
    private let numbers = Mutex(Numbers())

    /// The numbers of the plugged-in devices; the first one belongs to the bus.
    private struct Numbers {
        var last: UInt8 = 1
        var taken: Set<UInt8> = [1]
    }

    init(_ raw: OpaquePointer, tells: Bool) {
        self.raw = raw
        self.tells = tells
    }

    /// Serialises plugging in and out, and forbids both after the bed is closed.
    func change(_ body: () -> Void) {
        isClosed.withLock { if !$0 { body() } }
    }

    func changeUnlessBusy(_ body: () -> Void) {
        isClosed.withLockIfAvailable { if !$0 { body() } }
    }

    func close() {
        isClosed.withLock { isClosed in
            if !isClosed { till_testbed_close(raw) }
            isClosed = true
        }
    }

    var root: String { String(cString: till_testbed_root(raw)) }

    func tell(_ sys: String, _ action: String) {
        if tells { till_testbed_tell(raw, sys, action) }
    }

    /// A new device number, different from earlier ones until the bus has used all.
    func takeNumber() -> UInt8 {
        numbers.withLock { numbers in
            repeat { numbers.last = numbers.last % 127 + 1 } while numbers.taken.contains(numbers.last)
            numbers.taken.insert(numbers.last)
            return numbers.last
        }
    }

    func giveBack(_ number: UInt8) { numbers.withLock { _ = $0.taken.remove(number) } }
}

/// One port of the bus and its device.
private final class TestbedSocket: @unchecked Sendable {  // guards: `raw` is set once, before the device is connected
    private let bed: Bed
    private let device: SimulatedUSBDevice
    private let port: UInt8
    private let state: Mutex<State>
    private let plugged = DispatchSemaphore(value: 0)
    private var raw: OpaquePointer?

    private struct State {
        var node: USBNode
        var place: TestbedPlace?
    }

    init(_ bed: Bed, _ device: SimulatedUSBDevice, port: UInt8) {
        self.bed = bed
        self.device = device
        self.port = port
        state = Mutex(State(node: USBNode(device.descriptors)))
        raw = till_testbed_add(bed.raw, answers)
    }

    var bus: SimulatedUSBDevice.Bus {
        SimulatedUSBDevice.Bus(
            completed: { [self] in complete($0) },
            plugged: { [self] in
                bed.change(plug)
                plugged.signal()
            },
            pulled: { [self] in bed.change(pull) }, awaits: { [self] in till_testbed_awaits(raw, $0) != 0 })
    }

    /// Waits until the device is plugged in for the first time.
    func waitUntilPlugged() { plugged.wait() }

    /// Plugs the device in as the kernel does: first the device, then its drivers, then the events.
    private func plug() {
        let place = TestbedPlace(port: port, number: bed.takeNumber(), device.descriptors)
        state.withLock { $0 = State(node: USBNode(device.descriptors), place: place) }
        let error = till_testbed_plug(raw, place.node, place.description)
        precondition(error == 0, "umockdev takes no device at \(place.node): error \(error)")
        for interface in place.interfaces { bind(interface.number) }
        for sys in [place.sys] + place.interfaces.map(\.sys) { bed.tell(sys, "add") }
    }

    private func pull() {
        till_testbed_end(raw)
        let place = state.withLock { state in
            defer { state.place = nil }
            return state.place
        }
        for sys in (place?.interfaces.map(\.sys) ?? []) + [place?.sys].compactMap(\.self) {
            bed.tell(sys, "remove")
            till_testbed_remove(bed.raw, sys)
        }
        till_testbed_unplug(raw)
        if let place { bed.giveBack(place.number) }
    }

    private func bind(_ interface: UInt8) {
        let (sys, driver) = state.withLock { state in
            (state.place?.interfaces.first { $0.number == interface }?.sys, state.node.boundDriver(of: interface))
        }
        if let sys { till_testbed_bind(bed.raw, sys, driver) }
    }

    private func complete(_ completion: USBCompletion) {
        completion.data.withUnsafeBufferPointer { data in
            till_testbed_complete(
                raw, completion.id, -completion.status.error, completion.count, data.isEmpty ? nil : data.baseAddress)
        }
    }

    // MARK: Answers, on the test bed's threads

    private var answers: till_testbed_answers {
        till_testbed_answers(
            context: Unmanaged.passUnretained(self).toOpaque(),
            submit: { context, urb in
                guard let urb else { return EFAULT }
                return TestbedSocket.of(context)?.submit(urb.pointee) ?? EIO
            }, discard: { context, id in TestbedSocket.of(context)?.device.unlink(id) },
            claim: { context, opener, interface in
                TestbedSocket.of(context)?.change { $0.claim(UInt8(truncatingIfNeeded: interface), by: opener) } ?? EIO
            },
            release: { context, opener, interface in
                TestbedSocket.of(context)?.change { $0.release(UInt8(truncatingIfNeeded: interface), by: opener) }
                    ?? EIO
            },
            detach_driver: { context, interface in
                TestbedSocket.of(context)?.drive(UInt8(truncatingIfNeeded: interface)) { $0.detachDriver($1) } ?? EIO
            },
            attach_driver: { context, interface in
                TestbedSocket.of(context)?.drive(UInt8(truncatingIfNeeded: interface)) { $0.attachDriver($1) } ?? EIO
            },
            driver: { context, interface, name, size in
                TestbedSocket.of(context)?.tellDriver(UInt8(truncatingIfNeeded: interface), name, size) ?? EIO
            },
            clear_halt: { context, endpoint in
                TestbedSocket.of(context)?.device.clearHalt(UInt8(truncatingIfNeeded: endpoint))
                return 0
            },
            configure: { context, number in TestbedSocket.of(context)?.configure(number) ?? EIO },
            closed: { context, opener in
                _ = TestbedSocket.of(context)?.change {
                    $0.closed(opener); return nil
                }
            })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> TestbedSocket? {
        context.map { Unmanaged<TestbedSocket>.fromOpaque($0).takeUnretainedValue() }
    }

    private func change(_ body: (inout USBNode) -> USBNode.Refusal?) -> Int32 {
        state.withLock { body(&$0.node)?.error ?? 0 }
    }

    /// Changes the owner of an interface and shows the driver that is bound then. A device that is just being plugged
    /// in or out has no driver, and waiting for it would block its thread, so nothing is shown then.
    private func drive(_ interface: UInt8, _ body: (inout USBNode, UInt8) -> USBNode.Refusal?) -> Int32 {
        defer { bed.changeUnlessBusy { bind(interface) } }
        return change { body(&$0, interface) }
    }

    /// Sets the configuration that the kernel shows from then on.
    private func configure(_ number: UInt32) -> Int32 {
        guard let place = state.withLock({ $0.place }) else { return ENODEV }
        till_testbed_set(bed.raw, place.sys, "bConfigurationValue", "\(number)\n")
        return 0
    }

    private func tellDriver(_ interface: UInt8, _ name: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int32 {
        switch state.withLock({ $0.node.driver(of: interface) }) {
        case .success(let driver):
            guard let name else { return EFAULT }
            _ = driver.withCString { strncpy(name, $0, size - 1) }
            return 0
        case .failure(let error): return error.refusal.error
        }
    }

    private func submit(_ urb: till_urb) -> Int32 {
        let request = Self.request(urb)
        let error = change { $0.use(request, by: urb.opener) }
        if error == 0 { device.submit(request) }
        return error
    }

    /// Converts a URB of the test bed. The buffer of a control URB contains its eight setup bytes and its data.
    private static func request(_ urb: till_urb) -> USBRequest {
        let bytes = Array(UnsafeBufferPointer(start: urb.buffer, count: urb.length))
        guard urb.type == Int32(TILL_URB_CONTROL) else {
            let isInput = urb.endpoint & 0x80 != 0
            return USBRequest(
                id: urb.id, endpoint: urb.endpoint, data: isInput ? [] : bytes, room: isInput ? bytes.count : 0,
                endsEmpty: urb.ends_empty != 0)
        }
        let setup = Array(bytes.prefix(8))
        let isInput = (setup.first ?? 0) & 0x80 != 0
        return USBRequest(
            id: urb.id, endpoint: 0, kind: .control(setup), data: isInput ? [] : Array(bytes.dropFirst(8)),
            room: isInput ? max(0, bytes.count - 8) : 0)
    }
}

extension USBNode.Refusal {
    fileprivate var error: Int32 {
        switch self {
        case .busy: EBUSY
        case .absent: ENOENT
        case .unbound: ENODATA
        case .notTaken: EINVAL
        }
    }
}
