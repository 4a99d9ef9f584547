import Synchronization

/// The cached decoding of a payload. All instances are equal, since it adds nothing to the payload.
final class PayloadReading: Hashable, Sendable {
    private let stored = Mutex<(any Sendable)?>(nil)

    var value: (any Sendable)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    static func == (_: PayloadReading, _: PayloadReading) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
