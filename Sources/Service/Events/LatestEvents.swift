import Model
import Synchronization

/// The latest event of each of several devices, rendered once for all its listeners. Only the last of each device is kept: a
/// listener that is slow gets the newest and none in between.
final class LatestEvents<Shown: Hashable & Sendable>: Sendable {
    private struct Latest {
        let shown: Shown
        /// Counts the changes at all the devices.
        let version: Int
        /// Nil until somebody asks for it.
        var bytes: [UInt8]?
    }

    private struct Listener: Sendable { weak let subscription: JournalFeed.Subscription? }

    private struct State {
        var latest: [DeviceAddress: Latest] = [:]
        var version = 0
        var listeners: [Listener] = []

        /// The listeners that still listen.
        mutating func hearing() -> [JournalFeed.Subscription] {
            let hearing = listeners.compactMap(\.subscription)
            if hearing.count < listeners.count { listeners = hearing.map { Listener(subscription: $0) } }
            return hearing
        }
    }

    private let devices: [DeviceAddress]
    private let render: @Sendable (DeviceAddress, Shown) -> [UInt8]
    private let state = Mutex(State())

    /// - Parameter render: makes the event; called by a listener that asks for it, never by whoever shows something.
    init(of devices: [DeviceAddress], render: @escaping @Sendable (DeviceAddress, Shown) -> [UInt8]) {
        self.devices = Set(devices).sorted { $0.description < $1.description }
        self.render = render
    }

    /// How many listeners are remembered.
    var count: Int { state.withLock { $0.listeners.count } }

    /// Has this listener woken after each change, until it is released.
    func wake(_ subscription: JournalFeed.Subscription) {
        // Released outside of the lock.
        let before = state.withLock { state in
            defer { state.listeners.append(Listener(subscription: subscription)) }
            return state.hearing()
        }
        withExtendedLifetime(before) {}
    }

    /// Notes what the devices show now, and wakes the listeners if it is new. Never waits.
    func show(_ now: [DeviceAddress: Shown]) {
        let woken = state.withLock { state -> [JournalFeed.Subscription] in
            let changed = now.filter { state.latest[$0.key]?.shown != $0.value }
            guard !changed.isEmpty else { return [] }
            state.version += 1
            for (device, shown) in changed { state.latest[device] = Latest(shown: shown, version: state.version) }
            return state.hearing()
        }
        for subscription in woken { subscription.wake() }
    }

    /// The events of what has changed after a version, which becomes the newest; at first, after version 0, the whole.
    func events(after version: inout Int) -> [UInt8] {
        let (now, latest) = state.withLock { ($0.version, $0.version == version ? [:] : $0.latest) }
        defer { version = now }
        return devices.reduce(into: []) { bytes, device in
            guard let shown = latest[device], shown.version > version else { return }
            bytes += shown.bytes ?? rendered(shown, of: device)
        }
    }

    /// Rendered outside of the lock, since it may have to read.
    private func rendered(_ latest: Latest, of device: DeviceAddress) -> [UInt8] {
        let bytes = render(device, latest.shown)
        state.withLock { state in
            if state.latest[device]?.version == latest.version { state.latest[device]?.bytes = bytes }
        }
        return bytes
    }
}
