import CLibUdev
import CTerminalLine
import Dispatch
import Flow
import Glibc
import Hardware
import Synchronization

/// Notices when serial lines and USB devices come and go: by udev's events where udevd runs, and by looking now and then
/// everywhere else.
///
/// Each event has everything looked at anew, and what differs from the last look is told: so it does not matter which
/// event came, or that one was lost. Sleeps otherwise, on a queue of its own.
package final class DeviceMonitor: DeviceWatch {
    /// Without udevd nobody tells of anything, as in most containers.
    package static let rescanWithoutUdev = Duration.seconds(2)
    /// Events are lost when many come at once (libusb #1571).
    package static let rescan = Duration.seconds(60)

    private let queue = DispatchQueue(label: "till.watch")
    private let state = Mutex(State())

    private struct State {
        var wake: Int32?
        var ends = false
    }

    package init() {}

    /// What is plugged in already is no change. Throws `line.system` where no watch can be begun, and when it is begun twice.
    package func start(_ changed: @escaping @Sendable (DeviceChange) -> Void) throws(Failure) {
        let wake = till_wake_open()
        guard wake >= 0 else { throw .watch(errno: -wake) }
        let isFirst = state.withLock { state in
            defer { state.wake = state.wake ?? wake }
            return state.wake == nil
        }
        guard isFirst else {
            _ = close(wake)
            throw .watch(errno: EALREADY)
        }
        let events = UdevEvents()
        queue.async { [self] in
            // After the events have begun: what comes between the two is seen twice rather than not at all.
            var known = PluggedDevices.now()
            while !state.withLock({ $0.ends }) {
                events.wait(orFor: events.areSent ? Self.rescan : Self.rescanWithoutUdev, wake)
                let present = PluggedDevices.now()
                if !known.isSubset(of: present) { changed(.left) }
                if !present.isSubset(of: known) { changed(.arrived) }
                known = present
            }
        }
    }

    /// Returns when nothing is told any more. Safe to call twice, not from what is told.
    package func stop() {
        let wake = state.withLock { state in
            state.ends = true
            return state.wake
        }
        guard let wake else { return }
        till_wake_signal(wake)
        queue.sync {}
        state.withLock { state in
            if state.wake != nil { _ = close(wake) }
            state.wake = nil
        }
    }
}

/// What is plugged in at one moment, each by what changes when it is plugged in again.
enum PluggedDevices {
    /// - Parameter root: what stands for `/`; empty but in tests.
    static func now(root: String = "") -> Set<String> {
        Set(SerialPort.candidates(root: root).map { "\($0) \(realName($0))" } + SysFS.devices + printerNodes(root))
    }

    /// Those of the kernel's driver with who may use them, and our names for them: both come later than the node.
    private static func printerNodes(_ root: String) -> [String] {
        let nodes = SerialPort.names(in: "\(root)/dev/usb").filter { $0.hasPrefix("lp") }
            .map { "\(root)/dev/usb/\($0)" }
        let links = SerialPort.names(in: "\(root)/dev/till").map { "\(root)/dev/till/\($0)" }
        return nodes.map { "\($0) \(LineAccess(of: $0)?.description ?? "")" } + links.map { "\($0) \(realName($0))" }
    }

    private static func realName(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// udev's events of ttys, USB devices and their printers' nodes, once a device's node is there and its permissions are set.
private final class UdevEvents: @unchecked Sendable {  // guards: used by the watch's queue alone once it is made
    private let udev: OpaquePointer?
    private let monitor: OpaquePointer?

    /// Says nothing where udev cannot be listened to.
    init() {
        udev = udev_new()
        monitor = udev.flatMap { udev_monitor_new_from_netlink($0, "udev") }
        guard let monitor else { return }
        _ = udev_monitor_filter_add_match_subsystem_devtype(monitor, "tty", nil)
        _ = udev_monitor_filter_add_match_subsystem_devtype(monitor, "usb", "usb_device")
        _ = udev_monitor_filter_add_match_subsystem_devtype(monitor, "usbmisc", nil)
        _ = udev_monitor_enable_receiving(monitor)
    }

    deinit {
        _ = udev_monitor_unref(monitor)
        _ = udev_unref(udev)
    }

    /// Whether somebody sends them.
    var areSent: Bool { monitor != nil && access("/run/udev/control", F_OK) == 0 }

    /// Until one has come, or `wake` is signalled, or the time is over.
    func wait(orFor time: Duration, _ wake: Int32) {
        let descriptor = monitor.map { udev_monitor_get_fd($0) } ?? -1
        _ = till_line_wait(descriptor, wake, 0, time.wholeNanoseconds)
        while let monitor, let device = udev_monitor_receive_device(monitor) { _ = udev_device_unref(device) }
    }
}

extension Failure {
    fileprivate static func watch(errno code: Int32) -> Failure {
        Failure(
            "line.system", "What is plugged in cannot be watched.", recovery: .retry,
            causes: ["\(String(cString: strerror(code))) (error \(code))"])
    }
}
