import Flow
import Model
import Networking
import Payments
import Storage

/// Messages to the session's shop that somebody waits for. What is to be told is on disk before the shop is told, and is told by
/// the outbox, so that it is told once even if the answer is lost.
struct ServedOutbox: Sendable {
    let shop: ShopSession
    let root: StateStore<TillState, TillEvent>

    /// How long a caller waits for the shop. The outbox goes on after that.
    private static let patience = Duration.seconds(20)

    /// Why the shop could not be told at the last attempt.
    var lastFailure: Failure? { root.reading { $0.outbox }.current.lastFailure }

    /// Has the messages delivered, and waits until that has come to an end.
    ///
    /// - Parameter waitsOn: whether to wait for further attempts after one that failed.
    /// - Returns: The message as it is then; nil if there is none with that id.
    func serve(_ id: String, waitsOn: Bool = false) async throws(Failure) -> OutboxItem? {
        try root.tell(.outbox(.served))
        _ = await root.reading { $0.outbox }.first(within: Self.patience) { outbox in
            outbox.isAtRest && !(waitsOn && outbox.lastFailure != nil) ? true : nil
        }
        return try shop.caches.storage.reading { try $0.outboxItem(id: id) }
    }

    /// Why a message about this order is not told yet.
    func whyNotTold(_ order: OrderID) -> Failure {
        let state = root.reading { $0.outbox }.current
        guard state.isAtRest else { return NetworkError.connection(.timedOut(after: Self.patience)).failure }
        return state.lastFailure ?? .notTold(order)
    }

    /// A name for a new message.
    func request() -> String {
        String(shop.environment.random(), radix: 36) + String(shop.environment.random(), radix: 36)
    }
}
