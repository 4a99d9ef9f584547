import Failures
import Flow
import Model
import Networking
import Payments
import Storage

/// One pass through the undelivered messages of each shop, in the order in which they were made.
///
/// A message that the shop refuses for good is set aside with the reason, until an operator decides. Unless it is of a kind that
/// does not, it holds back later messages about the same order; messages about other orders are still delivered. Repeating a
/// message does no harm, because the shop, or the message itself, recognises what was done before.
struct OutboxDelivery: Sendable {
    /// The most messages that are taken at a time. Those that come meanwhile are taken after them, until none is left.
    static let most = 10_000

    let environment: Environment
    let storage: any StorageManagerType
    /// Keeps two processes from delivering the same messages in two orders.
    let locks: any DeviceLocks
    let networks: any SiteNetworks
    let messages: OutboxMessageTypes

    func run(asked: Int) async -> OutboxEvent {
        do throws(Failure) {
            let claim = try await environment.retrying(.briefly) { () throws(Failure) in
                try locks.take("outbox", else: .outboxInUse)
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

    /// The id by which the shop knows the message's order. Nil while the shop has not been told of the order.
    private func shopID(of message: any OutboxMessage) throws(Failure) -> OrderID? {
        if type(of: message).makesOrder { return message.order }
        return try storage.reading { try $0.shopID(of: message.order, site: message.site) }
    }

    /// Whether the shop is known to have an order that was made at this till.
    private func isMade(_ order: OrderID) throws(Failure) -> Bool {
        try storage.reading { try $0.localOrder(order)?.shopID } != nil
    }

    /// Whether a message waits that makes this order in the shop.
    private func isAwaited(_ order: OrderID, among items: [OutboxItem]) -> Bool {
        items.contains { other in
            guard let message = try? messages.message(of: other) else { return false }
            return type(of: message).makesOrder && message.order == order
        }
    }

    /// What one pass through a shop's messages has come to.
    private struct Pass {
        /// The orders whose messages wait for an earlier one.
        var heldBack: Set<OrderID>
        /// The orders, since a message was last delivered, over which the shop has answered what may concern all requests.
        var doubted: Set<OrderID> = []
        /// Why messages are left.
        var left: Failure?
        /// Whether any message was delivered or set aside.
        var hasProgress = false
    }

    /// Returns whether any message was delivered or set aside.
    private func deliver(to site: SiteID, over network: any Network) async throws(Failure) -> Bool {
        let (waiting, refused) = try storage.reading {
            (try $0.deliverableOutbox(site: site, limit: Self.most), try $0.refusedOutbox())
        }
        let aside = refused.filter { $0.site == site }
        var pass = Pass(heldBack: try heldBack(by: aside))
        var told: [(item: OutboxItem, message: any OutboxMessage)] = []
        for item in waiting {
            do throws(Failure) { told.append((item, try messages.message(of: item))) } catch {
                pass.left = pass.left ?? error
            }
        }
        // What nothing waits for comes last, so that a shop that fails over it is told everything else first.
        for (item, message) in told.filter({ $0.message.heldBack != nil }) + told.filter({ $0.message.heldBack == nil })
        {
            // An order is made whatever else waits: one that was withdrawn and is asked for again comes after what somebody
            // has told of it meanwhile.
            if pass.heldBack.contains(message.order), !type(of: message).makesOrder { continue }
            guard let order = try shopID(of: message) else {
                pass.heldBack.insert(message.order)
                if isAwaited(message.order, among: waiting) { continue }
                // Nothing is left that would make its order, so an operator has to look.
                try storage.writing { try $0.setAside(outbox: item.id, because: .notMade(message.order)) }
                pass.hasProgress = true
                continue
            }
            try await tell(message, of: item, about: order, over: network, &pass)
        }
        if let left = pass.left { throw left }
        return pass.hasProgress
    }

    /// The orders whose messages wait for one that was set aside. Nothing waits for an order that the shop has twice: it is
    /// there.
    private func heldBack(by aside: [OutboxItem]) throws(Failure) -> Set<OrderID> {
        var found: Set<OrderID> = []
        for item in aside {
            guard let message = try? messages.message(of: item), let order = message.heldBack else { continue }
            let isTwice = type(of: message).makesOrder && item.refusal?.is(OrderFailure.isTwice) == true
            if isTwice, try isMade(order) { continue }
            found.insert(order)
        }
        return found
    }

    private func tell(
        _ message: any OutboxMessage, of item: OutboxItem, about order: OrderID, over network: any Network,
        _ pass: inout Pass
    ) async throws(Failure) {
        var made: OrderID?
        // An order that the shop is known to have is not made again.
        let isMade = type(of: message).makesOrder ? try isMade(message.order) : false
        if !isMade {
            let prepared: (any OutboxMessage)?
            do throws(NetworkError) { prepared = try await message.prepared(network, about: order) } catch {
                return try keepUndelivered(item, message, because: error, &pass)
            }
            if let prepared {
                try storage.writing { try $0.reviseOutbox(id: item.id, payload: try prepared.payload) }
            }
            do throws(NetworkError) { made = try await (prepared ?? message).tell(network, about: order) } catch {
                return try keepUndelivered(item, message, because: error, &pass)
            }
        }
        try keepDelivered(item, message.order, as: made)
        pass.doubted = []
        pass.hasProgress = true
    }

    private func keepUndelivered(
        _ item: OutboxItem, _ message: any OutboxMessage, because error: NetworkError, _ pass: inout Pass
    ) throws(Failure) {
        if let order = message.heldBack { pass.heldBack.insert(order) }
        if error.isAboutTheRequest {
            let refusal = error.failure
            try storage.writing { transaction in
                // Of an order that the shop has made twice the earlier one is the till's, which people are told to pay, whichever
                // of the two is seen next. An id that belongs to another order already is not taken, and keeps nothing waiting.
                if type(of: message).makesOrder, case .conflict(.isTwice(_, let first)) = error {
                    try? transaction.setShopID(first, ofLocal: message.order)
                }
                try transaction.setAside(outbox: item.id, because: refusal)
            }
            pass.hasProgress = true
        } else if error.concernsAllRequests {
            throw error.failure
        } else {
            pass.left = pass.left ?? error.failure
            guard error.mayConcernAllRequests else { return }
            // What a second order meets too is not about the order.
            pass.heldBack.insert(message.order)
            pass.doubted.insert(message.order)
            if pass.doubted.count > 1 { throw error.failure }
        }
    }

    /// Marks a message as delivered, and keeps `made`, the id that the shop has given a new order. A message is set
    /// aside instead if that id is another order's, or if the order has one already.
    private func keepDelivered(_ item: OutboxItem, _ order: OrderID, as made: OrderID?) throws(Failure) {
        let now = environment.now()
        try storage.writing { transaction in
            if let made {
                do throws(StorageError) { try transaction.setShopID(made, ofLocal: order) } catch {
                    // The shop has made it twice, or gives one id to two orders: a person has to look.
                    return try transaction.setAside(outbox: item.id, because: error.failure)
                }
            }
            try transaction.markDelivered(outbox: item.id, at: now)
        }
    }
}

extension OutboxMessage {
    /// The order whose later messages wait for this one; nil if none do.
    fileprivate var heldBack: OrderID? { Self.holdsBackOthers ? order : nil }
}

extension NetworkError {
    /// Whether the next message would fail for the same reason.
    fileprivate var concernsAllRequests: Bool {
        switch self {
        case .noCredentials, .unreachable, .connection, .site, .unauthorized: true
        case .server(_, _, let retryAfter): retryAfter != nil
        case .forbidden, .answer, .notFound, .missingFeature, .refused, .conflict, .malformed: false
        }
    }

    /// Whether the next message may fail for the same reason: the login may do nothing, or not this to one order; the shop is
    /// too busy, or a rule in front of it is about one address.
    fileprivate var mayConcernAllRequests: Bool {
        switch self {
        case .forbidden: true
        case .server(let status, _, _): [429, 503].contains(status)
        case .noCredentials, .unreachable, .connection, .site, .unauthorized, .answer, .notFound, .missingFeature,
            .refused, .conflict, .malformed:
            false
        }
    }
}
