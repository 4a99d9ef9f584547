import Failures
import Flow
import Payments
import Hardware
import LogEvents
import Model
import Storage

/// Whether the devices are there. Belongs to the process; nobody need be signed in.
///
/// Looking is an effect of the till's state, one for each device. A device that one of ours works on is not disturbed.
package final class DeviceStore: Store {
    package typealias Handled = DeviceAction

    private let settings: SettingsMemory
    private let printers: PrinterAccess
    private let root: StateStore<TillState, TillEvent>

    init(
        environment: Environment, storage: any StorageManagerType, claims: any DeviceLocks,
        readers: any CardReaderService,
        printers: PrinterAccess,
        root: StateStore<TillState, TillEvent>
    ) {
        settings = SettingsMemory(storage: storage)
        self.printers = printers
        self.root = root
        let look = DeviceLook(claims: claims, readers: readers, printers: printers)
        root.effects(\.devices.connections) { address, state, dispatch in
            guard let device = state.devices.device(at: address) else { return .skip }
            let before = state.devices.standing(of: address)
            return Effect {
                let event = await look.event(device)
                if let news = event.news(since: before) { environment.writeLog(news) }
                dispatch(.device(event))
            }
        }
    }

    package func onAction(_ action: DeviceAction) {
        switch action {
        case .attach(let device, let reply): reply { () throws(Failure) in try root.tell(.device(.attached(device))) }
        case .attachRemembered(let reply): reply { () throws(Failure) in try attachRemembered() }
        case .detach(let address, let reply):
            reply { () throws(Failure) in try root.tell(.device(.detached(address))) }
        }
    }

    /// Has devices looked at when something comes or goes.
    func follow(_ watch: any DeviceWatch) throws(Failure) {
        try watch.start { [root] change in
            // Where too much waits already, the next look is due soon anyway.
            try? root.tell(.device(change == .arrived ? .arrived : .left))
        }
    }

    /// Looks at the device anew; throws why it cannot be used. From then on it is looked after.
    func check(_ device: DeviceIdentity) async throws(Failure) {
        try root.tell(.device(.attached(device)))
        let standing = await root.reading { $0.devices }.first { devices in
            // It was attached before the first state seen here: when it is not, somebody has detached it.
            let standing = devices.standing(of: device.address) ?? .notReady(.detached)
            return standing == .unknown ? nil : standing
        }
        switch standing {
        case .ready: return
        case .notReady(let failure): throw failure
        case .unknown, nil: throw .unwaited
        }
    }

    /// The same of printers. For each of them one that stands in for it will do. Of another than the usual one the failure
    /// says which it is.
    func check(printers places: [DeviceAddress], usually usual: DeviceAddress) async throws(Failure) {
        for printer in places {
            do throws(Failure) {
                try await printers.firstToServe(for: printer) { (place, _) throws(Failure) in
                    try await check(DeviceIdentity(kind: .printer, address: place))
                }
            } catch { throw places == [usual] ? error : error.of(printer) }
        }
    }

    private func attachRemembered() throws(Failure) {
        for device in try settings.load().devices { try root.tell(.device(.attached(device))) }
    }
}

/// One look at a device.
private struct DeviceLook: Sendable {
    let claims: any DeviceLocks
    let readers: any CardReaderService
    let printers: PrinterAccess

    func event(_ device: DeviceIdentity) async -> DeviceEvent {
        do throws(Failure) {
            switch device.kind {
            case .reader: try await askReader(device.address)
            case .printer: try await askPrinter(device.address)
            }
            return .ready(device.address)
        } catch { return .notReady(device.address, error) }
    }

    /// Nothing is sent. While a payment has the terminal, it is not there for another.
    private func askReader(_ address: DeviceAddress) async throws(Failure) {
        let claim = try claims.take(terminal: address)
        defer { claim.release() }
        try await readers.reach(address)
    }

    /// A printer on which one of ours is printing for longer is as good as ready.
    private func askPrinter(_ address: DeviceAddress) async throws(Failure) {
        do throws(Failure) {
            let said = try await printers.having(address) { printer throws(Failure) in
                try await printers.status(of: printer, at: address)
            }
            if let obstacle = Failure.obstacle(said) { throw obstacle }
        } catch  where error == .printerInUse {}
    }
}

extension DeviceEvent {
    /// What of it the log is told: that a device comes and goes, not each look at it.
    fileprivate func news(since before: DevicesState.Standing?) -> LogEntry? {
        switch (self, before) {
        case (.ready(let address), .notReady): LogEntry(.deviceReconnected, [.device(address)])
        case (.ready(let address), .unknown), (.ready(let address), nil): LogEntry(.deviceConnected, [.device(address)])
        case (.notReady, .notReady), (.ready, .ready), (.attached, _), (.detached, _), (.arrived, _), (.left, _): nil
        case (.notReady(let address, let failure), _): LogEntry(.deviceLost, [.device(address), .failure(failure)])
        }
    }
}

extension Failure {
    /// It says which one it is about.
    fileprivate func of(_ printer: DeviceAddress) -> Failure {
        with(causes: causes + ["the printer at \(printer) says so"])
    }

    static let detached = Failure(
        DeviceFailure.detached, "This device is not looked after any more.", remedy: "try again", recovery: .retry)
}
