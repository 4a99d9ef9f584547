import Flow
import Foundation
import Model
import Networking

@testable import ShopServer

/// A shop that is asked as over HTTP, without sockets. All its clocks stand.
struct ServedShop {
    static let home = "https://shop.example"
    static let time = Date(timeIntervalSince1970: 1_795_219_200)

    let keys: ShopKeys
    let faults = ShopFaults()
    private let service: ShopService

    init(orders: Int = 195, keys: ShopKeys? = nil, now: Date = time, plain: Bool = false) {
        var state: UInt64 = 1
        let keys =
            keys
            ?? ShopKeys(random: {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state
            })
        self.keys = keys
        let rules = ShopRules(home: Self.home, utcOffset: 3600)
        let made = MadeShop(seed: 1, orders: orders, rules: rules, now: now)
        let environment = Environment(
            now: { now }, uptime: { Uptime(nanoseconds: 0) }, random: { 0 }, lane: { _, _ in NoLane() },
            spawn: { _, _ in Nothing() }, sleep: { _ in })
        service = ShopService(
            shop: EmbeddedShop(
                database: made.database(), contents: made.contents, rules: rules, environment: environment),
            keys: keys, faults: faults, hooks: nil, hasPlainPermalinks: plain, now: { now }, pause: { _ in })
    }

    static func basic(_ name: String, _ secret: String) -> String {
        "Basic " + Data("\(name):\(secret)".utf8).base64EncodedString()
    }

    var login: String { Self.basic(keys.main.key, keys.main.secret) }

    func deed(
        _ method: String, _ address: String, body: String = "", login: String?, isSecure: Bool = true,
        host: String = "shop.example"
    ) async -> ShopDeed {
        let headers = [("Host", host)] + (login.map { [("Authorization", $0)] } ?? [])
        return await service.perform(
            HTTPQuestion(
                method: method, address: address, headers: headers, body: Array(body.utf8), isSecure: isSecure))
    }

    /// The answer; an empty one with the status 0 when there is none.
    func ask(
        _ method: String, _ address: String, body: String = "", login: String?, isSecure: Bool = true,
        host: String = "shop.example"
    ) async -> (status: Int, headers: [String: String], json: Any?) {
        let deed = await deed(method, address, body: body, login: login, isSecure: isSecure, host: host)
        guard case .answer(let reply) = deed else { return (0, [:], nil) }
        let json = try? JSONSerialization.jsonObject(with: Data(reply.body), options: .fragmentsAllowed)
        return (reply.status, Dictionary(reply.headers) { $1 }, json)
    }

    /// The code of a refusal.
    func code(_ method: String, _ address: String, login: String?, isSecure: Bool = true) async -> String? {
        (await ask(method, address, login: login, isSecure: isSecure).json as? [String: Any])?["code"] as? String
    }
}

private struct NoLane: Lane {
    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool { false }
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running { Nothing() }
    func assertOnLane() {}
}

private struct Nothing: Running {
    func cancel() {}
}

/// The recorded exchanges, which are no part of the repository.
enum WooRecordings {
    static let folder: URL? = {
        let root = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"]
        return ([named] + ["\(root)/../shared", "\(root)/../../shared"]).compactMap { $0 }
            .map { URL(filePath: "\($0)/reference/woo-recordings") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static var isHere: Bool { folder != nil }

    struct Exchange {
        let name: String
        let method: String
        /// The path with its query.
        let address: String
        let auth: String
        let isSecure: Bool
        let host: String
        let body: Any?
        let status: Int
        let answer: Any?
    }

    static func all() throws -> [Exchange] {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { file in
            guard file.hasSuffix(".json"),
                let document = try JSONSerialization.jsonObject(
                    with: Data(contentsOf: folder.appending(path: file))) as? [String: Any],
                let request = document["request"] as? [String: Any],
                let response = document["response"] as? [String: Any],
                let url = request["url"] as? String, let address = url.firstMatch(of: #/https?:\/\/([^\/]+)(\/.*)/#)
            else { return nil }
            return Exchange(
                name: String(file.dropLast(5)), method: request["method"] as? String ?? "", address: String(address.2),
                auth: request["auth"] as? String ?? "", isSecure: url.hasPrefix("https"), host: String(address.1),
                body: request["body"], status: response["status"] as? Int ?? 0, answer: response["body"])
        }
    }
}
