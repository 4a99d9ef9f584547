import Flow
import Foundation
import HTTPNetworking
import Networking
import ShopServer
import Testing

/// The client speaks HTTP/2 with a shop that offers it, and HTTP/1.1 with one that does not; what goes wrong has the same name.
@Suite struct HTTP2Tests {
    /// A client at a server with TLS.
    private struct Served {
        let network: HTTPNetwork
        let server: ShopServer
        let faults: ShopFaults
    }

    private static let order = Request(.get, "wc/v3/orders/1001")

    private func serve(http2: Bool, _ work: (Served) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "till-http2-\(UUID().uuidString).pem")
        let certificate = try SelfMadeCertificate(host: "127.0.0.1", now: Date())
        try Data(certificate.text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var environment = Environment.live
        environment.now = { ContractShop.time }
        let (server, faults) = (ShopServer(certificate: certificate, speaksHTTP2: http2), ShopFaults())
        defer { server.stop() }
        let keys = ShopKeys(random: environment.random)
        let place = try server.start(host: "127.0.0.1", port: 0) { place in
            ShopService(
                shop: OpenShop.shop(at: place, environment), keys: keys, faults: faults, hooks: nil,
                now: environment.now, pause: { _ in })
        }
        let connections = try HTTPConnections(authorities: file.path)
        let network = HTTPNetwork(
            try ShopAddress(place), credentials: .consumerKey(keys.main.key, secret: keys.main.secret),
            connections: connections, environment: environment, userAgent: "Till/0.0.0")
        try await work(Served(network: network, server: server, faults: faults))
        await connections.shutdown()
    }

    @Test func requestsAtTheSameTimeShareOneConnection() async throws {
        try await serve(http2: true) { shop in
            _ = try await shop.network.response(for: Self.order)
            let numbers = try await withThrowingTaskGroup(of: String?.self) { group in
                for id in 1001...1020 {
                    group.addTask {
                        let answer = try await shop.network.response(for: Request(.get, "wc/v3/orders/\(id)"))
                        return try JSONValue(parsing: answer.body)["number"]?.text
                    }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(numbers == Set((1001...1020).map(String.init)))
            #expect(shop.server.http2Connections == 1)
        }
    }

    /// HTTP/1.1 does not say to which request an answer belongs. A second copy would count as the answer to the next
    /// request, so it ends the connection.
    @Test(arguments: [false, true]) func aSecondCopyOfAnAnswerIsTakenForNoOther(http2: Bool) async throws {
        try await serve(http2: http2) { shop in
            try shop.faults.obey("duplicated-answer")
            let change = Request(.put, Self.order.path, body: Data(#"{"customer_note":"once"}"#.utf8))
            let changed = try JSONValue(parsing: try await shop.network.response(for: change).body)
            #expect(changed["number"]?.text == "1001" && changed["customer_note"] == "once")
            let numbers = (1002...1006).map(String.init)
            for number in numbers {
                let answer = try await shop.network.response(for: Request(.get, "wc/v3/orders/\(number)"))
                #expect(answer.status == 200)
                #expect(try JSONValue(parsing: answer.body)["number"]?.text == number)
            }
            if http2 {
                #expect(shop.server.http2Connections == 1)
            } else {
                #expect(shop.server.connectionsMade > numbers.count, "no connection is used again")
            }
        }
    }

    @Test func aShopWithoutItIsAskedOverHTTP1() async throws {
        try await serve(http2: false) { shop in
            let answer = try await shop.network.response(for: Self.order)
            #expect(answer.status == 200 && shop.server.http2Connections == 0)
        }
    }

    @Test(arguments: [false, true]) func aFaultHasTheSameName(http2: Bool) async throws {
        try await serve(http2: http2) { shop in
            let change = Request(.put, Self.order.path, body: Data(#"{"customer_note":"lost"}"#.utf8))
            try shop.faults.obey("answer-lost,times=1")
            let lost = await #expect(throws: NetworkError.self) { _ = try await shop.network.response(for: change) }
            #expect(lost?.code == "shop.unreachable", "\(String(describing: lost))")
            let answer = try await shop.network.response(for: Self.order)
            #expect(try JSONValue(parsing: answer.body)["customer_note"] == "lost", "it acted")
            try shop.faults.obey("truncated,times=1")
            await #expect(throws: NetworkError.answer(.truncated)) {
                _ = try await shop.network.response(for: change)
            }
            // 32 MiB, unpacked.
            try shop.faults.obey("huge-body:33554432,times=1")
            await #expect(throws: NetworkError.answer(.tooLarge(limit: 16 << 20))) {
                _ = try await shop.network.response(for: change)
            }
            #expect(try await shop.network.response(for: Self.order).status == 200)
            #expect((shop.server.http2Connections > 0) == http2)
        }
    }
}
