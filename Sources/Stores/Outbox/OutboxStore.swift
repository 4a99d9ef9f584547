import Failures
import Flow
import Payments
import Foundation
import Model
import Networking
import Storage

/// Tells the shop what happened at this till. It belongs to the process: messages are delivered whoever is signed in.
///
/// Delivery is an effect of the till's state, and undelivered messages are on disk. So the next process continues where
/// this one was stopped.
package final class OutboxStore: Store {
    package typealias Handled = OutboxAction

    private let root: StateStore<TillState, TillEvent>

    init(
        environment: Environment, storage: any StorageManagerType, claims: any DeviceLocks, network: any Network,
        root: StateStore<TillState, TillEvent>
    ) {
        self.root = root
        let round = OutboxDelivery(environment: environment, storage: storage, claims: claims, network: network)
        root.effect(\.outbox.delivery) { state, dispatch in
            Effect {
                guard await dispatch.announce(.outbox(.began)) else { return }
                dispatch(.outbox(await round.run(asked: state.outbox.rounds.asked)))
            }
        }
    }

    package func onAction(_ action: OutboxAction) {
        switch action {
        case .deliver(let reply): reply { () throws(Failure) in try root.tell(.outbox(.served)) }
        }
    }
}

/// One pass through the undelivered messages, in the order in which they were made.
///
/// A message that the shop refuses is left for the next pass, together with later messages about the same order;
/// messages about other orders are still delivered. Repeating a message does no harm, because the shop recognises it by
/// its transaction.
struct OutboxDelivery: Sendable {
    /// The most messages that are taken at a time. Those that come meanwhile are taken after them, until none is left.
    static let most = 10_000

    let environment: Environment
    let storage: any StorageManagerType
    /// Keeps two processes from delivering the same messages in two orders.
    let claims: any DeviceLocks
    let network: any Network

    func run(asked: Int) async -> OutboxEvent {
        do throws(Failure) {
            let claim = try await environment.retrying(.briefly) { () throws(Failure) in
                try claims.take("outbox", else: .outboxInUse)
            }
            defer { claim.release() }
            while try await deliverAll() {}
            return .rested(asked: asked)
        } catch { return .halted(error) }
    }

    /// Delivers all messages. Returns false if there were none; throws if some are left.
    private func deliverAll() async throws(Failure) -> Bool {
        let waiting = try storage.reading { try $0.pendingOutbox(limit: Self.most, .allBut(ReceiptMail.kind)) }
        var left: Failure?
        var leftOrders: Set<OrderID?> = []
        for item in waiting {
            let order = try? item.news.order
            if leftOrders.contains(order) { continue }
            do throws(Failure) { try await deliver(item) } catch {
                // The next message would fail for the same reason, also if the shop does not authorise this till.
                if error.recovery == .retry || error.is(ShopFailure.unauthorized) || error.is(ShopFailure.forbidden) {
                    throw error
                }
                left = left ?? error
                leftOrders.insert(order)
                continue
            }
            let now = environment.now()
            try storage.writing { try $0.markDelivered(outbox: item.id, at: now) }
        }
        if let left { throw left }
        return !waiting.isEmpty
    }

    private func deliver(_ item: OutboxItem) async throws(Failure) {
        let news = try item.news
        try await asFailure { () async throws(NetworkError) in try await news.tell(network) }
    }
}

extension Failure {
    static let outboxInUse = Failure(OutboxFailure.inUse, Sentence("failure.outbox.inUse"), recovery: .retry)
}
