import Flow
import Networking
import Stores
import Synchronization

/// What has happened in the shop since a listener came, for that listener. It observes a live query of the kept notifications.
final class NotificationWatch: Sendable {
    /// The most notifications that wait for a slow listener; it finds older ones in the list.
    private static let most = 100

    private struct State {
        /// What is told already: each notification's state by its key.
        var known: [String: String]
        var untold: [ShopNotification] = []
    }

    private let state: Mutex<State>
    private let subscription = Mutex<Subscription?>(nil)

    /// Begins to observe the list. What it has by now counts as told.
    ///
    /// - Parameter changed: called after each change. It must not wait.
    init(_ live: ResultsController<ShopNotification>, changed: @escaping @Sendable () -> Void) {
        state = Mutex(State(known: Self.states((try? live.listing())?.items ?? [])))
        let observing = live.observe { [weak self] listing in
            // A list that could not be read now says nothing: an empty one would make all of the next one new.
            guard let listing else { return }
            if self?.hear(listing.items) == true { changed() }
        }
        subscription.withLock { $0 = observing }
    }

    deinit { subscription.withLock { $0 }?.cancel() }

    /// What the listener has not been told yet, oldest first.
    func take() -> [ShopNotification] {
        state.withLock { state in
            defer { state.untold = [] }
            return state.untold
        }
    }

    /// Returns whether there is something to be told. That something was read or hidden is not.
    private func hear(_ items: [ShopNotification]) -> Bool {
        state.withLock { state in
            let new = items.filter { !$0.isDeleted && state.known[$0.key] != $0.hash }
            state.known = Self.states(items)
            state.untold = Array((state.untold + new.reversed()).suffix(Self.most))
            return !new.isEmpty
        }
    }

    private static func states(_ items: [ShopNotification]) -> [String: String] {
        Dictionary(items.map { ($0.key, $0.hash) }, uniquingKeysWith: { $1 })
    }
}
