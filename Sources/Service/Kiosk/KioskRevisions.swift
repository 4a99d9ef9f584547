import Flow
import Stores

/// Remembers which state of a kiosk one listener has to be told.
final class KioskRevisions: Sendable {
    struct Mark: Hashable, Sendable {
        let boot: String
        let revision: Int
        let screen: Int
        let deadline: KioskTime?
    }

    private let reading: Reading<KioskState>
    private let subscription: Subscription

    /// Observes the kiosk for as long as this lives.
    ///
    /// - Parameter changed: called after each event. It must not wait.
    init(_ reading: Reading<KioskState>, changed: @escaping @Sendable () -> Void) {
        self.reading = reading
        subscription = reading.subscribe { _ in changed() }
    }

    deinit { subscription.cancel() }

    var current: Mark {
        let state = reading.current
        return Mark(
            boot: state.boot, revision: state.revision, screen: state.screenID,
            deadline: state.timeout.flatMap { $0.isWarning ? $0.until : nil })
    }
}
