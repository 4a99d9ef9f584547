import Failures
import Flow
import Payments
import Foundation
import Model
import Networking
import Storage

/// Tells the shop what happened here. Belongs to the process: what is due to the shop is told whoever is signed in.
///
/// Delivering is an effect of the till's state; what is undelivered is on disk. So whoever is started next goes on where
/// this process was stopped.
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

/// One round through what is undelivered, in the order in which it was made.
///
/// An item that the shop will not take, whatever happens, is left for the next round, with what came later of its order, and
/// does not keep the shop from hearing of other orders. A repetition does no harm: the shop knows an item by its transaction.
struct OutboxDelivery: Sendable {
    /// What is taken up at once. What came meanwhile is taken up after it, until there is nothing.
    static let most = 10_000

    let environment: Environment
    let storage: any StorageManagerType
    /// What keeps two processes from telling the same in two orders.
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

    /// False when there was nothing. Throws when something is left.
    private func deliverAll() async throws(Failure) -> Bool {
        let waiting = try storage.reading { try $0.pendingOutbox(limit: Self.most, .allBut(ReceiptMail.kind)) }
        var left: Failure?
        var leftOrders: Set<OrderID?> = []
        for item in waiting {
            let order = try? item.news.order
            if leftOrders.contains(order) { continue }
            do throws(Failure) { try await deliver(item) } catch {
                // With the next item it would be the same, also where the shop does not let this till in.
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
    static let outboxInUse = Failure(
        OutboxFailure.inUse, "Another process is telling the shop what happened here.", recovery: .retry)
}
