/// Something under way that can be cancelled. Cancelling twice, or after the end, does nothing.
public protocol Running: Sendable {
    func cancel()
}
