import Model
import CLibUdev
import CTerminalLine
import Dispatch
import Failures
import Flow
import Glibc
import Hardware
import Synchronization

/// Notices when serial lines and USB devices are plugged in and pulled out: by udev's events where udevd runs, otherwise by
/// looking regularly.
///
/// Each event triggers a complete new look, and the difference to the last one is reported. So it does not matter which
/// event arrived, or that one was lost. Otherwise the monitor sleeps on a queue of its own.
package final class DeviceMonitor: DeviceWatch {
    /// How often to look without udevd, as in most containers.
    package static let rescanWithoutUdev = Duration.seconds(2)
    /// How often to look with udevd, since events are lost when many come at once (libusb #1571).
    package static let rescan = Duration.seconds(60)

    private let queue = DispatchQueue(label: "till.watch")
    private let state = Mutex(State())

    private struct State {
        var wake: Int32?
        var ends = false
    }

    package init() {}

    /// Begins to watch. Devices that are already plugged in are no change. Throws `line.system` when the system allows no
    /// watch, and when it has already begun.
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
            // Looked up after the events have begun, so that a change in between is seen twice rather than not at all.
            var known = PluggedDevices.now()
            while !state.withLock({ $0.ends }) {
                events.wait(orFor: events.areSent ? Self.rescan : Self.rescanWithoutUdev, wake)
                for change in known.become(.now()) { changed(change) }
            }
        }
    }

    /// Returns when nothing more is reported. Safe to call twice, but not from within `changed`.
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

/// The plugged-in devices at one moment, each under a name that changes when it is plugged in again.
struct PluggedDevices: Equatable {
    /// The USB devices.
    var devices: Set<String>
    /// The nodes through which the kernel's drivers offer them, and other serial lines.
    var nodes: Set<String>

    /// Returns what is plugged in now.
    ///
    /// - Parameter root: replaces `/` in tests; otherwise empty.
    static func now(root: String = "") -> PluggedDevices {
        PluggedDevices(
            devices: Set(SysFS.devices),
            nodes: Set(SerialPort.candidates(root: root).map { "\($0) \(realName($0))" } + printerNodes(root)))
    }

    /// Takes over what is plugged in now, and returns what has changed.
    ///
    /// The nodes of a device go and come whenever somebody uses it without the kernel's driver, even a till that only looks whether
    /// the device is there. So while the same devices are plugged in, only a node that was not seen yet is a change.
    mutating func become(_ present: PluggedDevices) -> [DeviceChange] {
        let areOthers = present.devices != devices
        let hasArrived = !present.devices.isSubset(of: devices) || !present.nodes.isSubset(of: nodes)
        let hasLeft = !devices.isSubset(of: present.devices)
        nodes = areOthers ? present.nodes : nodes.union(present.nodes)
        devices = present.devices
        return (hasLeft ? [.left] : []) + (hasArrived ? [.arrived] : [])
    }

    /// The nodes of the kernel's printer driver with their access rights and links, both of which appear later than the
    /// node.
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

/// udev's events of ttys, USB devices and printer nodes, sent once a node exists and its permissions are set.
private final class UdevEvents: @unchecked Sendable {  // guards: used by the watch's queue alone once it is made
    private let udev: OpaquePointer?
    private let monitor: OpaquePointer?

    /// Without udev it never reports an event.
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

    /// Whether udevd is running and sends events.
    var areSent: Bool { monitor != nil && access("/run/udev/control", F_OK) == 0 }

    /// Waits until an event arrives, `wake` is signalled, or the time has passed.
    func wait(orFor time: Duration, _ wake: Int32) {
        let descriptor = monitor.map { udev_monitor_get_fd($0) } ?? -1
        _ = till_line_wait(descriptor, wake, 0, time.wholeNanoseconds)
        while let monitor, let device = udev_monitor_receive_device(monitor) { _ = udev_device_unref(device) }
    }
}

extension Failure {
    fileprivate static func watch(errno code: Int32) -> Failure {
        Failure(
            LineFailure.system, Sentence("failure.line.system.watch"), recovery: .retry,
            causes: [Sentence(systemError: code)])
    }
}
