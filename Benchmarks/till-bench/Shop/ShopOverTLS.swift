import Flow
import Foundation
import HTTPNetworking
import Model
import Networking
import ShopServer

/// What a shop over HTTPS costs: all of its orders loaded by `till orders sync`, and one order by a program that is warm.
///
/// The shop runs in this process, and the till in its own.
struct ShopOverTLS {
    private static let orders = 10_000
    private static let many = 50_000
    private static let retrievals = 1_000
    let place: Workplace

    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        let figures = try await atShop(of: Self.orders) { address, keys, authority, embedded in
            try syncs(from: address, keys, authority)
                + [try await retrieval(from: address, keys, authority, embedded)]
        }
        return try await atShop(of: Self.many) { address, keys, authority, _ in
            let data = try signIn(at: address, keys, authority, "large")
            let peak = try place.peakMemory(of: try place.program("till"), ["orders", "sync", "--data", data])
            return figures + [
                Figure(name: "shop_sync_peak_\(Self.many)", value: Double(peak) / 1e6, unit: "MB", goal: .atMost(80))
            ]
        }
    }

    /// Does `work` at a shop with this many orders.
    private func atShop(
        of orders: Int, _ work: (String, ShopKeys, String, EmbeddedShop) async throws -> [Figure]
    ) async throws -> [Figure] {
        let environment = place.environment
        let certificate = try SelfMadeCertificate(host: "127.0.0.1", now: environment.now())
        let authority = "\(place.folder)/ca-\(orders).pem"
        try Data(certificate.text.utf8).write(to: URL(filePath: authority))
        let server = ShopServer(certificate: certificate)
        let keys = ShopKeys(random: environment.random)
        var embedded: EmbeddedShop?
        let address = try server.start(host: "127.0.0.1", port: 0) { address in
            let rules = ShopRules(home: address, utcOffset: 3600)
            let made = MadeShop(seed: 1, orders: orders, rules: rules, now: environment.now())
            let shop = EmbeddedShop(
                database: made.database(), contents: made.contents, rules: rules, environment: environment)
            embedded = shop
            return ShopService(
                shop: shop, keys: keys, faults: ShopFaults(), hooks: nil, now: environment.now, pause: { _ in })
        }
        defer { server.stop() }
        guard let embedded else { return [] }
        return try await work(address, keys, authority, embedded)
    }

    // MARK: Loading all orders

    private func syncs(from address: String, _ keys: ShopKeys, _ authority: String) throws -> [Figure] {
        let till = try place.program("till")
        let directories = try ["timed", "weighed"].map { try signIn(at: address, keys, authority, $0) }
        // First, because the shop makes each of its orders when it is asked for it the first time.
        let peak = try place.peakMemory(of: till, ["orders", "sync", "--data", directories[1]])
        let span = try place.run(till, ["orders", "sync", "--data", directories[0]]).nanoseconds
        return [
            Figure(
                name: "shop_sync_orders", value: Double(Self.orders) / (Double(span) / 1e9), unit: "1/s",
                goal: .atLeast(5_000)),
            Figure(name: "shop_sync_peak", value: Double(peak) / 1e6, unit: "MB", goal: .atMost(80)),
        ]
    }

    /// A new data directory of a till that is signed in at the shop.
    private func signIn(
        at address: String, _ keys: ShopKeys, _ authority: String, _ name: String
    ) throws -> String {
        let data = "\(place.folder)/\(name)"
        let login = """
            printf '%s\\n%s\\n' '\(keys.main.key)' '\(keys.main.secret)' | \
            '\(try place.program("till"))' login '\(address)' --stdin --ca-file '\(authority)' --data '\(data)'
            """
        _ = try place.run("/bin/sh", ["-c", login])
        return data
    }

    // MARK: One order

    /// What a retrieval takes besides the time in which the shop makes its answer.
    private func retrieval(
        from address: String, _ keys: ShopKeys, _ authority: String, _ embedded: EmbeddedShop
    ) async throws -> Figure {
        let connections = try HTTPConnections(authorities: authority)
        let network = HTTPNetwork(
            try ShopAddress(address, allowsHTTP: false),
            credentials: .consumerKey(keys.main.key, secret: keys.main.secret), connections: connections,
            environment: place.environment, userAgent: "till-bench")
        let mapper = EntityMapper<OrderRecord>()
        let (request, caller) = (Request(.get, "wc/v3/orders/\(Self.orders / 2)"), ShopCaller.till)
        var (overHTTP, within): ([Int64], [Int64]) = ([], [])
        for _ in 0..<Self.retrievals {
            var start = place.stopwatch.uptime()
            _ = try mapper.map(try await network.response(for: request))
            overHTTP.append((place.stopwatch.uptime() - start).wholeNanoseconds)
            start = place.stopwatch.uptime()
            _ = await embedded.answer(to: request, from: caller)
            within.append((place.stopwatch.uptime() - start).wholeNanoseconds)
        }
        await connections.shutdown()
        let added = (Samples(overHTTP).p50 - Samples(within).p50) / 1e6
        return Figure(name: "shop_warm_retrieve_added", value: added, unit: "ms", goal: .atMost(1))
    }
}
