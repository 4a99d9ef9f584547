import Flow
import Model
import Stores

/// Looks at the idle terminals and printers each minute though nobody asks, so that one that has fallen silent is noticed before
/// somebody wants to pay with it. A device that is used is left alone, and one that is missing is looked for already.
struct DeviceRounds: Sendable {
    /// The pause between two looks at a device.
    static let pause = TerminalEnquiries.longestAge

    let till: any ServedTill
    let gate: ShutdownGate
    let enquiries: TerminalEnquiries

    /// Begins; the first look is a pause away.
    func begin() -> any Running {
        let environment = till.environment
        return environment.spawn("look at the devices") { [self] in
            while (try? await environment.sleep(environment.uptime() + Self.pause)) != nil, !gate.isClosed {
                await look()
            }
        }
    }

    private func look() async {
        let terminals = (try? await till.knownTerminals()) ?? []
        await withTaskGroup(of: Void.self) { group in
            for terminal in terminals where !isMissing(terminal) {
                group.addTask { _ = await enquiries.obstacle(at: terminal.address) }
            }
        }
        for printer in (try? await till.knownPrinters()) ?? [] {
            try? await till.ask { DeviceAction.lookAgain(printer.address, $0) }
        }
    }

    private func isMissing(_ device: ListedDevice) -> Bool {
        if case .notReady = till.watched.current.standing(of: device.address) { true } else { false }
    }
}
