import Failures
import Flow
import Payments
import Foundation
import Model
import Networking
import Storage

/// Tells the shops what happened at this till. It belongs to the process: messages are delivered with and without a session. A
/// message reaches its own shop only, and waits while the till has no credentials for that shop.
///
/// Delivery is an effect of the till's state, and undelivered messages are on disk. So the next process continues where
/// this one was stopped.
package final class OutboxStore: Store {
    package typealias Handled = OutboxAction

    private let environment: Environment
    private let storage: any StorageManagerType
    private let root: StateStore<TillState, TillEvent>
    private let messages: OutboxMessageTypes

    init(
        environment: Environment, storage: any StorageManagerType, locks: any DeviceLocks,
        networks: any SiteNetworks, messages: OutboxMessageTypes = .ofTill,
        root: StateStore<TillState, TillEvent>
    ) {
        self.environment = environment
        self.storage = storage
        self.root = root
        self.messages = messages
        let round = OutboxDelivery(
            environment: environment, storage: storage, locks: locks, networks: networks, messages: messages)
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
        case .list(let reply):
            reply { () throws(Failure) in try storage.reading { try $0.undeliveredMessages() } }
        case .findOrders(let orders, let site, let reply):
            reply { () throws(Failure) in try storage.reading { try find(orders, at: site, in: $0) } }
        case .retry(let id, let anyway, let requester, let reply):
            reply { () throws(Failure) in try retry(id, anyway, by: requester) }
        case .finish(let id, let evidence, let requester, let reply):
            reply { () throws(Failure) in try finish(id, evidence, by: requester) }
        }
    }

    /// The untold orders go by their ids in the till and, where these differ, also by their ids in the shop.
    private func find(_ orders: [OrderID], at site: SiteID, in reader: any StorageReader) throws -> OrdersAtShop {
        let items = try reader.pendingOutbox(limit: .max).filter { $0.site == site }
        let own = Set(items.compactMap { try? messages.message(of: $0).order })
        var shopIDs: [OrderID: OrderID] = [:]
        for order in own.union(orders) where order.isLocal {
            shopIDs[order] = try reader.shopID(of: order, site: site)
        }
        return OrdersAtShop(untold: own.union(own.compactMap { shopIDs[$0] }), shopIDs: shopIDs)
    }

    private func retry(_ id: String, _ anyway: Bool, by requester: Requester?) throws(Failure) {
        try changing(id) { transaction in
            guard let item = try transaction.outboxItem(id: id) else { throw StorageError.refused(.noMessage(id)) }
            let fact = RetriedMessage(item: id, kind: item.kind, refusal: item.refusal, anyway: anyway, by: requester)
            try transaction.append(kind: RetriedMessage.kind, payment: nil, encoding: fact)
            if anyway { try insist(on: id, in: transaction) }
            try transaction.setAside(outbox: id, because: nil)
        }
        try root.tell(.outbox(.served))
    }

    /// An operator says that the shop has what a message tells, so that it is not delivered any more.
    private func finish(_ id: String, _ evidence: String, by requester: Requester?) throws(Failure) {
        let now = environment.now()
        let words = try OperatorEvidence.checked(evidence)
        try changing(id) { transaction in
            guard let item = try transaction.outboxItem(id: id) else { throw StorageError.refused(.noMessage(id)) }
            let fact = FinishedMessage(
                item: id, kind: item.kind, refusal: item.refusal, evidence: words, by: requester)
            try transaction.append(kind: FinishedMessage.kind, payment: nil, encoding: fact)
            try transaction.markDelivered(outbox: id, at: now)
        }
        // What was held back by it can be delivered now.
        try root.tell(.outbox(.served))
    }

    private func insist(on id: String, in transaction: any StorageTransaction) throws {
        guard let item = try transaction.outboxItem(id: id),
            let payload = try messages.message(of: item).insistingPayload(after: item.refusal)
        else { return }
        try transaction.reviseOutbox(id: id, payload: payload)
    }

    private func changing(
        _ id: String, _ change: (any StorageTransaction) throws -> Void
    ) throws(Failure) {
        try storage.writing { transaction in
            guard let item = try transaction.outboxItem(id: id), item.deliveredAt == nil, item.site != nil else {
                throw StorageError.refused(.noMessage(id))
            }
            try change(transaction)
        }
    }
}

extension Failure {
    package static func noMessage(_ id: String) -> Failure {
        Failure(
            OutboxFailure.notFound, Sentence("failure.outbox.notFound", ["id": id]),
            remedy: Sentence("remedy.outbox.notFound"), recovery: .giveUp)
    }

    static let outboxInUse = Failure(OutboxFailure.inUse, Sentence("failure.outbox.inUse"), recovery: .retry)
}
