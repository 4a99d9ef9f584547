import Flow
import Foundation
import Model
import Networking
import Synchronization

/// A WooCommerce shop in memory in which each exchange may go wrong, and in which other people work.
final class FaultyShop: Network {
    /// A request on which the shop has acted.
    struct Act: Sendable {
        let request: Networking.Request
        let answer: Response
        let way: Way

        /// Whether the shop acted on it because something on the way repeated or delayed it.
        var isRepeated: Bool { way != .direct }
        var isWrite: Bool { request.method != .get }
        var body: JSONValue? { request.body.flatMap { try? JSONValue(parsing: $0) } }
        var order: JSONValue? { try? JSONValue(parsing: answer.body) }
        var isAccepted: Bool { (200..<300).contains(answer.status) }
    }

    /// How a request has come to the shop.
    enum Way: Sendable { case direct, doubled, overtaken }

    private struct State {
        var next: [ShopCutKind] = []
        var isAway = false
        var awayUntil: Uptime?
        var isRevoked = false
        var acts: [Act] = []
        var staffActed: [ShopCutKind] = []
    }

    static let awayFor = Duration.seconds(600)

    private let shop: EmbeddedShop
    private let world: VirtualWorld
    private let state = Mutex(State())
    /// What the shop does with a request of the till instead of what it should; nil for an honest shop.
    private let trick: (@Sendable (Networking.Request) -> Trick?)?

    /// What a shop does that is broken on purpose, so that the table is seen to notice.
    enum Trick: Sendable {
        /// Acts twice, and answers once.
        case twice
        /// Acts on another request than the one that was sent.
        case instead(Networking.Request)
        /// Says that it has acted, and has not.
        case pretend
    }

    /// - Parameter orders: those of `placed`.
    init(
        _ orders: [ShopOrder], in world: VirtualWorld, trick: (@Sendable (Networking.Request) -> Trick?)? = nil
    ) {
        shop = EmbeddedShop(
            database: MemoryShopDatabase(orders), catalogue: DemoShop.catalogue, environment: world.environment)
        self.world = world
        self.trick = trick
    }

    /// What the shop has acted on, oldest first.
    var acts: [Act] { state.withLock { $0.acts } }
    /// What other people have done with orders of the shop. That a product is deleted excuses nothing.
    var staffActed: [ShopCutKind] { state.withLock { $0.staffActed } }
    var isRevoked: Bool { state.withLock { $0.isRevoked } }

    /// Has this happen to the next exchange.
    func next(_ kind: ShopCutKind) { state.withLock { $0.next.append(kind) } }
    func goAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }
    /// Gives the till a new key.
    func giveNewKey() { state.withLock { $0.isRevoked = false } }

    /// Ends all faults but a revoked key, which a new login ends.
    func repair() {
        state.withLock { state in
            state.next = []
            state.isAway = false
            state.awayUntil = nil
        }
    }

    /// Throws if the shop cannot be reached now.
    func check() throws(NetworkError) {
        let isAway = state.withLock { $0.isAway || $0.awayUntil.map { world.uptime < $0 } ?? false }
        if isAway { throw .unreachable(reason: "the shop is away") }
    }

    /// The shop's own answer to somebody who is no till.
    func look(_ path: String, _ query: [String: String] = [:]) async -> JSONValue? {
        let answer = await shop.answer(to: Request(.get, path, query: query), from: .till).response
        return try? JSONValue(parsing: answer.body)
    }

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        let kind = state.withLock { $0.next.isEmpty ? nil : $0.next.removeFirst() }
        if let kind, kind.isByStaff { await staff(kind) }
        if kind == .away { state.withLock { $0.awayUntil = world.uptime + Self.awayFor } }
        if kind == .keyRevoked { state.withLock { $0.isRevoked = true } }
        try check()
        if isRevoked || kind == .unauthorized { return Self.unauthorized }
        switch kind {
        case .requestLost: throw .unreachable(reason: "the request is lost")
        case .failed: return Self.page(500)
        case .busy: return Self.tooBusy
        case .maintenance: return Self.page(503)
        case .overtaken: try await overtake(request)
        default: break
        }
        var answer = await act(request)
        switch kind {
        case .answerLost: throw .unreachable(reason: "the answer is lost")
        case .doubled: answer = await act(request, .doubled)
        case .late: await pause(.seconds(25))
        case .failedAfter: return Self.failed
        case .damaged: return Response(status: answer.status, headers: answer.headers, body: answer.body.dropLast(1))
        default: break
        }
        return answer
    }

    /// The request arrives after a minute, when the till has long given it up.
    private func overtake(_ request: Networking.Request) async throws(NetworkError) -> Never {
        let environment = world.environment
        _ = environment.spawn("overtaken request") { [self] in
            await pause(.seconds(60))
            _ = await act(request, .overtaken)
        }
        await pause(.seconds(30))
        throw .connection(.timedOut(after: .seconds(30)))
    }

    private func pause(_ time: Duration) async {
        try? await world.environment.sleep(world.uptime + time)
    }

    private func act(_ request: Networking.Request, _ way: Way = .direct) async -> Response {
        var wanted = request
        let trick = way == .direct ? trick?(request) : nil
        if case .instead(let other)? = trick { wanted = other }
        if case .pretend? = trick { wanted = Request(.get, request.path) }
        if case .twice? = trick { _ = await shop.answer(to: request, from: .till) }
        let answer = await shop.answer(to: wanted, from: .till).response
        state.withLock { $0.acts.append(Act(request: request, answer: answer, way: way)) }
        return answer
    }

    private static let tooBusy = Response(status: 429, headers: ["retry-after": "30"], body: Data("{}".utf8))
    private static let unauthorized = Response(
        status: 401, body: Data(#"{"code":"woocommerce_rest_authentication_error","message":"No."}"#.utf8))
    private static let failed = Response(
        status: 500, body: Data(#"{"code":"internal_server_error","message":"A plugin failed.","data":{}}"#.utf8))

    private static func page(_ status: Int) -> Response {
        Response(status: status, headers: ["content-type": "text/html"], body: Data("<html>Later.</html>".utf8))
    }
}

/// What other people do with the newest order, or with the only product that is sold.
extension FaultyShop {
    private func staff(_ kind: ShopCutKind) async {
        if kind == .productDeleted {
            let path = "wc/v3/products/\(ShopCashier.product)"
            _ = await shop.answer(to: Request(.delete, path, query: ["force": "true"]), from: .till)
            return
        }
        let orders = await look("wc/v3/orders", ["per_page": "1"])
        guard let order = orders?.list?.first, case .integer(let id)? = order["id"] else { return }
        let isPaid = ["processing", "completed", "refunded"].contains(order["status"])
        switch kind {
        case .cancelled: await change(id, ["status": "cancelled"])
        case .changed: await change(id, ["fee_lines": [["name": "Verpackung", "total": "2.00"]]])
        case .onHold: await change(id, ["status": "on-hold"])
        case .deleted: _ = await shop.answer(to: Request(.delete, Self.path(id), query: ["force": "true"]), from: .till)
        case .paidElsewhere where !isPaid:
            await change(id, ["set_paid": true, "transaction_id": "elsewhere", "payment_method": "bacs"])
        case .refundedByHand where isPaid:
            let body: JSONValue = [
                "amount": order["total"] ?? "", "reason": "by hand", "api_refund": false, "api_restock": false,
            ]
            _ = await shop.answer(to: Request(.post, "\(Self.path(id))/refunds", body: body.data), from: .till)
        default: return
        }
        state.withLock { $0.staffActed.append(kind) }
    }

    func change(_ id: Int64, _ members: JSONValue) async {
        _ = await shop.answer(to: Request(.put, Self.path(id), body: members.data), from: .till)
    }

    private static func path(_ id: Int64) -> String { "wc/v3/orders/\(id)" }
}

/// Orders that somebody has made in the shop; each is made once, and used by all runs, which begin at the same time.
extension FaultyShop {
    private static let made = Mutex<[OrderStatus: ShopOrder]>([:])

    /// An order of two cappuccini; none without a status.
    static func placed(_ status: OrderStatus?) throws -> [ShopOrder] {
        guard let status else { return [] }
        if let order = made.withLock({ $0[status] }) { return [order] }
        let world = VirtualWorld(seed: 1)
        let shop = EmbeddedShop(
            database: MemoryShopDatabase(), catalogue: DemoShop.catalogue, environment: world.environment)
        let body: JSONValue = [
            "status": .string(status.rawValue),
            "line_items": [["product_id": .integer(ShopCashier.product), "quantity": 2]],
            "billing": ["first_name": "Käthe"],
        ]
        let request = Request(.post, "wc/v3/orders", body: body.data)
        let answer = try world.finish { () async throws(NetworkError) in try await shop.response(for: request) }
        let order = ShopOrder(id: ShopCashier.order, status: status, body: answer.body)
        made.withLock { $0[status] = order }
        return [order]
    }
}
