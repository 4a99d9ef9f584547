import Flow
import Glibc
import Hardware
import Simulator
import Synchronization
import Testing
import Transports

/// How a till learns of devices that come and go; only with simulated devices.
@Suite(.enabled(if: USBBed.isHere)) struct DeviceMonitorTests {
    private final class Listener: Sendable {
        private let told = Mutex<[DeviceChange]>([])

        func hear(_ change: DeviceChange) { told.withLock { $0.append(change) } }

        /// Whether the change was reported since the last call, or is reported within a few seconds.
        func hears(_ change: DeviceChange) -> Bool {
            for _ in 0..<5000 {
                let was = told.withLock { told in
                    guard let place = told.firstIndex(of: change) else { return false }
                    told.remove(at: place)
                    return true
                }
                if was { return true }
                poll(nil, 0, 1)
            }
            return false
        }
    }

    @Test func aDeviceThatComesGoesAndComesBackIsNoticedEachTime() throws {
        let listener = Listener()
        let monitor = DeviceMonitor()
        try monitor.start(listener.hear)
        defer { monitor.stop() }
        let device = try USBBed.Device(.printer, "/tmp")
        #expect(listener.hears(.arrived))
        device.tell("unplug")
        #expect(listener.hears(.left))
        device.tell("plug")
        #expect(listener.hears(.arrived))
        device.tell("unplug")
    }

    /// Where no udevd runs, the monitor also rescans at intervals; noticing changes only by that would take an interval
    /// each.
    @Test func anEventIsHeardBeforeItLooksByItself() throws {
        let listener = Listener()
        let monitor = DeviceMonitor()
        try monitor.start(listener.hear)
        defer { monitor.stop() }
        let device = try USBBed.Device(.printer, "/tmp")
        #expect(listener.hears(.arrived))
        let rounds = 5
        let began = Environment.live.uptime()
        for _ in 0..<rounds {
            device.tell("unplug")
            #expect(listener.hears(.left))
            device.tell("plug")
            #expect(listener.hears(.arrived))
        }
        #expect(Environment.live.uptime() - began < DeviceMonitor.rescanWithoutUdev * rounds)
        device.tell("unplug")
    }

    @Test func aMonitorThatWasStoppedSaysNothingAndIsNotStartedTwice() throws {
        let listener = Listener()
        let monitor = DeviceMonitor()
        try monitor.start(listener.hear)
        #expect(throws: Failure.self) { try monitor.start(listener.hear) }
        monitor.stop()
        monitor.stop()
    }
}
