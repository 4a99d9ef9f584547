import Failures
import Flow
import Payments
import Foundation
import Model
import Networking
import Storage

/// Tells the shops what happened at this till. It belongs to the process: messages are delivered whoever is signed in. A
/// message reaches its own shop only, and waits while the till has no credentials for that shop.
///
/// Delivery is an effect of the till's state, and undelivered messages are on disk. So the next process continues where
/// this one was stopped.
package final class OutboxStore: Store {
    package typealias Handled = OutboxAction

    private let environment: Environment
    private let storage: any StorageManagerType
    private let root: StateStore<TillState, TillEvent>

    init(
        environment: Environment, storage: any StorageManagerType, claims: any DeviceLocks,
        networks: any SiteNetworks, messages: OutboxMessageTypes = .ofPayments,
        root: StateStore<TillState, TillEvent>
    ) {
        self.environment = environment
        self.storage = storage
        self.root = root
        let round = OutboxDelivery(
            environment: environment, storage: storage, claims: claims, networks: networks, messages: messages)
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
            reply { () throws(Failure) in try storage.reading { try $0.undeliveredNews() } }
        case .retry(let id, let reply):
            reply { () throws(Failure) in
                try changing(id) { try $0.setAside(outbox: id, because: nil) }
                try root.tell(.outbox(.served))
            }
        case .finish(let id, let evidence, let reply):
            reply { () throws(Failure) in try finish(id, evidence) }
        }
    }

    /// An operator says that the shop has what a refused message tells, so that it is not delivered any more.
    private func finish(_ id: String, _ evidence: String) throws(Failure) {
        let now = environment.now()
        try changing(id) { transaction in
            guard let item = try transaction.outboxItem(id: id), let refusal = item.refusal else {
                throw StorageError.refused(.notSetAside(id))
            }
            let fact = FinishedNews(item: id, kind: item.kind, refusal: refusal, evidence: evidence)
            try transaction.append(kind: FinishedNews.kind, payment: nil, encoding: fact)
            try transaction.markDelivered(outbox: id, at: now)
        }
        // What was held back by it can be delivered now.
        try root.tell(.outbox(.served))
    }

    private func changing(
        _ id: String, _ change: (any StorageTransaction) throws -> Void
    ) throws(Failure) {
        try storage.writing { transaction in
            guard let item = try transaction.outboxItem(id: id), item.deliveredAt == nil, item.site != nil else {
                throw StorageError.refused(.noNews(id))
            }
            try change(transaction)
        }
    }
}

/// One pass through the undelivered messages of each shop, in the order in which they were made.
///
/// A message that the shop refuses for good is set aside with the reason, until an operator decides. It holds back later
/// messages about the same order; messages about other orders are still delivered. Repeating a message does no harm,
/// because the shop recognises it by its transaction.
struct OutboxDelivery: Sendable {
    /// The most messages that are taken at a time. Those that come meanwhile are taken after them, until none is left.
    static let most = 10_000

    let environment: Environment
    let storage: any StorageManagerType
    /// Keeps two processes from delivering the same messages in two orders.
    let claims: any DeviceLocks
    let networks: any SiteNetworks
    let messages: OutboxMessageTypes

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

    /// Delivers all messages. Returns false if there was nothing to deliver; throws if a shop could not be told now.
    private func deliverAll() async throws(Failure) -> Bool {
        var left: Failure?
        var hasProgress = false
        for site in try storage.reading({ try $0.outboxSites() }) {
            guard let network = networks.network(of: site) else { continue }
            do throws(Failure) { hasProgress = try await deliver(to: site, over: network) || hasProgress } catch {
                left = left ?? error
            }
        }
        if let left { throw left }
        return hasProgress
    }

    /// Returns whether any message was delivered or set aside.
    private func deliver(to site: SiteID, over network: any Network) async throws(Failure) -> Bool {
        let (waiting, refused) = try storage.reading {
            (try $0.deliverableOutbox(site: site, limit: Self.most), try $0.refusedOutbox())
        }
        var heldBack = Set(refused.filter { $0.site == site }.compactMap { try? messages.message(of: $0).order })
        var left: Failure?
        var hasProgress = false
        for item in waiting {
            let message: any OutboxMessage
            do throws(Failure) { message = try messages.message(of: item) } catch {
                left = left ?? error
                continue
            }
            if heldBack.contains(message.order) { continue }
            do throws(NetworkError) { try await message.tell(network) } catch {
                heldBack.insert(message.order)
                if error.isAboutTheRequest {
                    let refusal = error.failure
                    try storage.writing { try $0.setAside(outbox: item.id, because: refusal) }
                    hasProgress = true
                } else if case .malformed = error {
                    left = left ?? error.failure
                } else {
                    // The next message would fail for the same reason.
                    throw error.failure
                }
                continue
            }
            let now = environment.now()
            try storage.writing { try $0.markDelivered(outbox: item.id, at: now) }
            hasProgress = true
        }
        if let left { throw left }
        return hasProgress
    }
}

extension Failure {
    static func noNews(_ id: String) -> Failure {
        Failure(
            OutboxFailure.notFound, Sentence("failure.outbox.notFound", ["id": id]),
            remedy: Sentence("remedy.outbox.notFound"), recovery: .giveUp)
    }

    static func notSetAside(_ id: String) -> Failure {
        Failure(
            OutboxFailure.notSetAside, Sentence("failure.outbox.notSetAside", ["id": id]), recovery: .giveUp)
    }

    static let outboxInUse = Failure(OutboxFailure.inUse, Sentence("failure.outbox.inUse"), recovery: .retry)
}
