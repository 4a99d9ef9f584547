import CUSBTestbed
import Flow
import Glibc
import Simulator
import Synchronization

/// Simulated USB devices for a program that uses libusb and knows nothing of them: they are in its /sys and /dev, on
/// umockdev. This process must run under `umockdev-wrapper`, and the program is its child.
public final class USBTestbed {
    private let bed: OpaquePointer
    private var sockets: [TestbedSocket] = []

    /// Throws `simulator.testbed` outside of umockdev-wrapper.
    public init() throws(Failure) {
        guard let bed = till_testbed_open() else {
            throw Failure(
                "simulator.testbed", "This process does not run under umockdev-wrapper.",
                remedy: "start it as `umockdev-wrapper till-sim usb …`", recovery: .askOperator)
        }
        self.bed = bed
    }

    /// Plugs a device in; the first one is `1-1`, the next `1-2`.
    public func plug(_ device: SimulatedUSBDevice) throws(Failure) {
        let socket = try TestbedSocket(bed, device, port: UInt8(sockets.count + 1))
        sockets.append(socket)
        device.connect(to: socket.bus)
    }

    /// Runs a program among the devices; returns its exit status, 128 and its signal when one ended it.
    ///
    /// - Parameter control: a descriptor the program has as number 3.
    public func run(_ arguments: [String], control: Int32? = nil) -> Int32 {
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        let status = till_testbed_run(bed, &pointers, control ?? -1)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }
}

/// One socket of the bus, and the device in it.
private final class TestbedSocket: @unchecked Sendable {  // guards: `raw` is set once, before the device is connected
    private let device: SimulatedUSBDevice
    private let node: Mutex<USBNode>
    private var raw: OpaquePointer?

    init(_ bed: OpaquePointer, _ device: SimulatedUSBDevice, port: UInt8) throws(Failure) {
        self.device = device
        node = Mutex(USBNode(device.descriptors))
        let place = TestbedPlace(port: port, device.descriptors)
        raw = till_testbed_add(bed, place.sys, place.node, place.description, answers)
        guard raw != nil else {
            throw Failure("simulator.testbed", "The test bed takes no device at \(place.node).", recovery: .giveUp)
        }
    }

    var bus: SimulatedUSBDevice.Bus {
        SimulatedUSBDevice.Bus(
            completed: { [self] in complete($0) },
            plugged: { [self] in
                node.withLock { $0 = USBNode(device.descriptors) }
                _ = till_testbed_plug(raw)
            }, pulled: { [self] in till_testbed_unplug(raw) })
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
                guard let urb else { return }
                TestbedSocket.of(context)?.submit(urb.pointee)
            }, discard: { context, id in TestbedSocket.of(context)?.device.unlink(id) },
            claim: { context, opener, interface in
                TestbedSocket.of(context)?.change { $0.claim(UInt8(truncatingIfNeeded: interface), by: opener) } ?? EIO
            },
            release: { context, opener, interface in
                TestbedSocket.of(context)?.change { $0.release(UInt8(truncatingIfNeeded: interface), by: opener) }
                    ?? EIO
            },
            detach_driver: { context, interface in
                TestbedSocket.of(context)?.change { $0.detachDriver(UInt8(truncatingIfNeeded: interface)) } ?? EIO
            },
            attach_driver: { context, interface in
                TestbedSocket.of(context)?.change { $0.attachDriver(UInt8(truncatingIfNeeded: interface)) } ?? EIO
            },
            driver: { context, interface, name, size in
                TestbedSocket.of(context)?.tellDriver(UInt8(truncatingIfNeeded: interface), name, size) ?? EIO
            },
            clear_halt: { context, endpoint in
                TestbedSocket.of(context)?.device.clearHalt(UInt8(truncatingIfNeeded: endpoint))
                return 0
            },
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
        node.withLock { body(&$0)?.error ?? 0 }
    }

    private func tellDriver(_ interface: UInt8, _ name: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int32 {
        switch node.withLock({ $0.driver(of: interface) }) {
        case .success(let driver):
            guard let name else { return EFAULT }
            _ = driver.withCString { strncpy(name, $0, size - 1) }
            return 0
        case .failure(let error): return error.refusal.error
        }
    }

    /// A control request has its eight bytes in front of its data, in one buffer.
    private func submit(_ urb: till_urb) {
        let bytes = Array(UnsafeBufferPointer(start: urb.buffer, count: urb.length))
        guard urb.type == Int32(TILL_URB_CONTROL) else {
            let isInput = urb.endpoint & 0x80 != 0
            return device.submit(
                USBRequest(
                    id: urb.id, endpoint: urb.endpoint, data: isInput ? [] : bytes, room: isInput ? bytes.count : 0))
        }
        let setup = Array(bytes.prefix(8))
        let isInput = (setup.first ?? 0) & 0x80 != 0
        device.submit(
            USBRequest(
                id: urb.id, endpoint: 0, kind: .control(setup), data: isInput ? [] : Array(bytes.dropFirst(8)),
                room: isInput ? max(0, bytes.count - 8) : 0))
    }
}

extension USBStatus {
    /// As a URB has it, without its sign.
    fileprivate var error: Int32 {
        switch self {
        case .done: 0
        case .stalled: EPIPE
        case .unlinked: ENOENT
        case .gone: ESHUTDOWN
        case .overflow: EOVERFLOW
        }
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

/// Where a device is in /sys and /dev, and what is told of it there.
struct TestbedPlace {
    let sys: String
    let node: String
    let description: String

    init(port: UInt8, _ descriptors: USBDescriptors) {
        let number = Int(port) + 1
        let digits = String(repeating: "0", count: 3 - String(number).count) + String(number)
        sys = "/devices/pci0000:00/0000:00:01.0/usb1/1-\(port)"
        node = "/dev/bus/usb/001/\(digits)"
        let device = descriptors.device
        let ids = [8, 10].map { Self.hex(device, at: $0) }
        let strings = descriptors.strings + ["", "", ""]
        let lines = [
            "P: \(sys)", "N: bus/usb/001/\(digits)", "E: SUBSYSTEM=usb", "E: DRIVER=usb", "E: BUSNUM=001",
            "E: DEVNUM=\(digits)", "E: DEVNAME=\(node)", "E: MAJOR=189", "E: MINOR=\(number - 1)",
            "E: DEVTYPE=usb_device", "E: PRODUCT=\(ids[0])/\(ids[1])/100", "A: bConfigurationValue=1\\n",
            "A: busnum=1\\n", "A: devnum=\(number)\\n", "A: devpath=\(port)\\n", "A: speed=12\\n",
            "A: idVendor=\(ids[0])\\n", "A: idProduct=\(ids[1])\\n", "A: manufacturer=\(strings[0])\\n",
            "A: product=\(strings[1])\\n", "A: serial=\(strings[2])\\n",
            "H: descriptors=" + (device + descriptors.configuration).map(Self.hex).joined(),
        ]
        description = lines.joined(separator: "\n") + "\n"
    }

    private static func hex(_ bytes: [UInt8], at index: Int) -> String {
        bytes.count > index + 1 ? hex(bytes[index + 1]) + hex(bytes[index]) : "0000"
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: false)
    }
}
