import Dispatch

/// Holds a line's queue until the test releases it.
final class BlockedOpening: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    func waitUntilReleased() { _ = gate.wait(timeout: .now() + .seconds(Int(patience.components.seconds))) }
    func release() { gate.signal() }
}
