import Flow
import Foundation
import Model
import Synchronization
import Testing

@testable import Networking

/// A shop that gives one answer and remembers what it was asked.
final class OneAnswer: Network {
    private let answer: Result<Response, NetworkError>
    private let asked = Mutex<[Request]>([])

    init(_ answer: Result<Response, NetworkError>) {
        self.answer = answer
    }

    convenience init(status: Int = 200, _ body: String) {
        self.init(.success(Response(status: status, body: Data(body.utf8))))
    }

    var requests: [Request] { asked.withLock { $0 } }

    func response(for request: Request) async throws(NetworkError) -> Response {
        asked.withLock { $0.append(request) }
        return try answer.get()
    }
}

/// A storage of the embedded shop that fails.
struct FailingDatabase: EmbeddedShopDatabase {
    let failure: Failure

    func read<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> T
    ) async throws(Failure) -> T { throw failure }

    func change<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> (T, [ShopWrite])
    ) async throws(Failure) -> T { throw failure }
}

/// Recorded and written examples of WooCommerce. They are no part of the repository.
enum WooReference {
    /// Beside the repository, or where TILL_SHARED says.
    static let folder: URL? = {
        let root = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"]
        return ([named] + ["\(root)/../shared", "\(root)/../../shared"]).compactMap { $0 }
            .map { URL(filePath: "\($0)/reference") }
            .first { FileManager.default.fileExists(atPath: $0.appending(path: "woo-samples").path) }
    }()

    static var isHere: Bool { folder != nil }

    static func sample(_ name: String) throws -> Response {
        let folder = try #require(folder)
        return Response(status: 200, body: try Data(contentsOf: folder.appending(path: "woo-samples/\(name).json")))
    }

    /// Every recorded exchange whose request is about orders themselves.
    static func recordedOrderExchanges() throws -> [Recording] { try allRecordings().filter(\.isAboutOrders) }

    static func allRecordings() throws -> [Recording] {
        let folder = try #require(folder).appending(path: "woo-recordings")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return files.compactMap { try? Recording(named: $0, in: folder) }
    }

    static func recording(_ name: String) throws -> Recording {
        try Recording(named: "\(name).json", in: try #require(folder).appending(path: "woo-recordings"))
    }
}

/// One exchange with a real server.
struct Recording {
    let name: String
    let method: String
    let path: String
    let query: [String: String]
    let requestBody: Data
    let response: Response

    init(named file: String, in folder: URL) throws {
        let data = try Data(contentsOf: folder.appending(path: file))
        let recorded = try JSONSerialization.jsonObject(with: data)
        guard let exchange = recorded as? [String: Any], let request = exchange["request"] as? [String: Any],
            let response = exchange["response"] as? [String: Any],
            let url = (request["url"] as? String).flatMap(URLComponents.init),
            let method = request["method"] as? String, let status = response["status"] as? Int
        else { throw CocoaError(.coderReadCorrupt) }
        name = file
        self.method = method
        path = String(url.path.trimmingPrefix("/wp-json/"))
        query = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        requestBody = try Self.body(request)
        self.response = Response(status: status, headers: Self.headers(response), body: try Self.body(response))
    }

    var isAboutOrders: Bool {
        let parts = path.split(separator: "/")
        let isCollection = parts.count == 3 || (parts.count == 4 && Int64(parts[3]) != nil)
        return path.hasPrefix("wc/v3/orders") && isCollection && ["GET", "PUT", "POST"].contains(method)
    }

    /// JSON as bytes; what was sent as text is that text.
    private static func body(_ part: [String: Any]) throws -> Data {
        guard let body = part["body"] else { return Data() }
        if let text = body as? String { return Data(text.utf8) }
        return try JSONSerialization.data(withJSONObject: body, options: .fragmentsAllowed)
    }

    private static func headers(_ part: [String: Any]) -> [String: String] {
        let pairs = (part["headers"] as? [[String]] ?? []).filter { $0.count == 2 }
        return Dictionary(pairs.map { ($0[0].lowercased(), $0[1]) }, uniquingKeysWith: { $1 })
    }
}

extension Environment {
    /// A world in which it is always the same moment and nothing runs.
    static var standing: Environment {
        Environment(
            now: { Date(timeIntervalSince1970: 1_795_219_200) }, uptime: { Uptime(nanoseconds: 0) }, random: { 0 },
            lane: { _, _ in NoLane() }, spawn: { _, _ in Nothing() }, sleep: { _ in })
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
