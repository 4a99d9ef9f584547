import Failures
import Flow
import Payments
import Hardware
import LogEvents
import Model
import Storage

/// Watches whether the devices are there. It belongs to the process and needs no signed-in operator.
///
/// Looking is an effect of the till's state, one for each device. A device that this process is using is not disturbed.
package final class DeviceStore: Store {
    package typealias Handled = DeviceAction

    private let settings: SettingsMemory
    private let printers: PrinterAccess
    private let root: StateStore<TillState, TillEvent>
    private let environment: Environment

    init(
        environment: Environment, storage: any StorageManagerType, locks: any DeviceLocks,
        readers: any CardReaderService,
        printers: PrinterAccess,
        root: StateStore<TillState, TillEvent>
    ) {
        settings = SettingsMemory(storage: storage)
        self.printers = printers
        self.root = root
        self.environment = environment
        let look = DeviceLook(locks: locks, readers: readers, printers: printers)
        root.effects(\.devices.connections) { address, state, dispatch in
            guard let device = state.devices.device(at: address) else { return .skip }
            let before = state.devices.standing(of: address)
            return Effect {
                let event = await look.event(device)
                // A look that a newer one has replaced logs nothing: the kernel tells of each part of a device that is plugged
                // in, and each leads to a new look.
                guard !Task.isCancelled else { return }
                if let news = event.news(since: before) { environment.writeLog(news) }
                dispatch(.device(event))
            }
        }
    }

    package func onAction(_ action: DeviceAction) {
        switch action {
        case .attach(let device, let reply): reply { () throws(Failure) in try root.tell(.device(.attached(device))) }
        case .attachRemembered(let reply): reply { () throws(Failure) in try attachRemembered() }
        case .checkPrinter(let printer, let reply):
            environment.answer(reply, "check a printer") { [self] () throws(Failure) in
                try await check(printers: [printer], usually: printer)
            }
        case .lookAgain(let address, let reply):
            reply { () throws(Failure) in try root.tell(.device(.doubted(address))) }
        case .detach(let address, let reply):
            reply { () throws(Failure) in try root.tell(.device(.detached(address))) }
        }
    }

    /// Looks at the devices again whenever something is plugged in or unplugged.
    func follow(_ watch: any DeviceWatch) throws(Failure) {
        try watch.start { [root] change in
            // If too many events wait already, the next look is due soon anyway.
            try? root.tell(.device(change == .arrived ? .arrived : .left))
        }
    }

    /// Looks at the device again and throws why it cannot be used. From then on it is watched.
    func check(_ device: DeviceIdentity) async throws(Failure) {
        try root.tell(.device(.attached(device)))
        let standing = await root.reading { $0.devices }.first { devices in
            // The device was attached before the first state seen here, so if it is missing, somebody has detached it.
            let standing = devices.standing(of: device.address) ?? .notReady(.detached)
            return standing == .unknown ? nil : standing
        }
        switch standing {
        case .ready: return
        case .notReady(let failure): throw failure
        case .unknown, nil: throw .unwaited
        }
    }

    /// Throws unless each of these printers, or its stand-in, can be used. The failure names the printer if it is not
    /// the usual one.
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

/// Looks at a device once.
private struct DeviceLook: Sendable {
    let locks: any DeviceLocks
    let readers: any CardReaderService
    let printers: PrinterAccess

    func event(_ device: DeviceIdentity) async -> DeviceEvent {
        do throws(Failure) {
            switch device.kind {
            case .terminal: try await askTerminal(device.address)
            case .printer: try await askPrinter(device.address)
            }
            return .ready(device.address)
        } catch { return error == .terminalInUse ? .inUse(device.address) : .notReady(device.address, error) }
    }

    /// Checks the terminal without sending anything. Throws `payment.terminalBusy` while a payment has it.
    private func askTerminal(_ address: DeviceAddress) async throws(Failure) {
        let claim = try locks.take(terminal: address)
        defer { claim.release() }
        try await readers.reach(address)
    }

    /// Checks the printer. One on which this process is printing for a longer time counts as ready.
    private func askPrinter(_ address: DeviceAddress) async throws(Failure) {
        do throws(Failure) {
            let said = try await printers.withPrinter(address) { printer throws(Failure) in
                try await printers.status(of: printer, at: address)
            }
            if let obstacle = Failure.obstacle(said) { throw obstacle }
        } catch  where error == .printerInUse {}
    }
}

extension DeviceEvent {
    /// The log entry for a device that came or went; nil for a look that changed nothing.
    fileprivate func news(since before: DevicesState.Standing?) -> LogEntry? {
        switch (self, before) {
        case (.ready(let address), .notReady): LogEntry(.deviceReconnected, [.device(address)])
        case (.ready(let address), .unknown), (.ready(let address), nil): LogEntry(.deviceConnected, [.device(address)])
        case (.notReady, .notReady), (.ready, .ready), (.attached, _), (.detached, _), (.arrived, _), (.left, _),
            (.inUse, _), (.doubted, _):
            nil
        case (.notReady(let address, let failure), _): LogEntry(.deviceLost, [.device(address), .failure(failure)])
        }
    }
}

extension Failure {
    /// The failure with the printer that it concerns.
    fileprivate func of(_ printer: DeviceAddress) -> Failure {
        with(causes: reasons + [Sentence("detail.printerSaysSo", ["printer": printer])])
    }

    static let detached = Failure(
        DeviceFailure.detached, Sentence("failure.device.detached"), remedy: Sentence("remedy.device.detached"),
        recovery: .retry)
}
