import Model

/// The rules by which receipts are printed, whatever their contents.
package struct PrintPolicy: Sendable {
    /// The patience of a process that stays: somebody may come with paper.
    package static let usualPatience = Duration.seconds(600)

    /// The longest patience if a stand-in exists: prints that wait behind this one could be on paper by then.
    package static let longestPatienceWithStandIn = Duration.seconds(30)

    /// How long a print that has begun waits for paper, a closed cover, or an answer, before it is unknown.
    package var patience: Duration
    /// The printers that stand in for one that cannot print, in order.
    package var standIns: @Sendable (DeviceAddress) -> [DeviceAddress]

    package init(
        patience: Duration = usualPatience,
        standIns: @escaping @Sendable (DeviceAddress) -> [DeviceAddress] = { _ in [] }
    ) {
        self.patience = patience
        self.standIns = standIns
    }

    func patience(at printer: DeviceAddress) -> Duration {
        standIns(printer).isEmpty ? patience : min(patience, Self.longestPatienceWithStandIn)
    }
}
