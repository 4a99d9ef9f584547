import Flow
import Model
import Payments
import Stores

/// What a process that stays does besides the commands.
extension LiveTill {
    /// Goes on with everything that earlier processes left unfinished, and watches the devices.
    func resume() async throws(Failure) { try await stores.resume() }

    /// A reading of the devices that this process watches.
    var devices: Reading<any KnowsTheDevices> { stores.devices }

    /// Whether a payment or an end of day runs, or is being prepared.
    var isBusy: Bool { stores.isBusy }

    /// Whether a payment or an end of day runs on this terminal, or is being prepared.
    func isBusy(at terminal: DeviceAddress) -> Bool { stores.isBusy(at: terminal) }

    /// Begins no more prints, and returns when the current ones have ended, or when that takes too long.
    func endPrints() async {
        let served = await prints.first { $0.served } ?? []
        for printer in served { try? await ask { PrintSpoolAction.dismiss(printer: printer, $0) } }
        let isDone = await prints.first(within: Self.longestPrint) { prints in
            served.allSatisfy { prints.printing(on: $0) != .underWay } ? true : nil
        }
        if isDone == nil { stopWaitingForPaper() }
    }

    /// How long a print may still take when the service stops.
    private static let longestPrint = Duration.seconds(30)
}
