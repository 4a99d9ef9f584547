import Foundation
import Networking
import Synchronization
import Testing

@testable import HTTPNetworking

/// Tests/Fixtures/http/rude-shop.py as a process, with certificates of its own. One serves all tests; it ends with them.
final class RudeShop: Sendable {
    /// Why it is not there, for tests that cannot run.
    struct NotStarted: Error { let reason: String }

    private static let started = Result<RudeShop, any Error> { try RudeShop() }

    static var shared: RudeShop { get throws { try started.get() } }

    private let folder: URL
    /// The process reads from here and ends when it is closed, as the end of the tests does.
    private let input = Pipe()
    private let ports: [String: Int]

    /// The file with the authority that signed the shop's certificates.
    var authorities: String { folder.appending(path: "authority.pem").path }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "till-rude-shop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let fixtures = URL(filePath: #filePath).pathComponents.prefix { $0 != "UnitTests" }.joined(separator: "/")
        try Self.run("\(fixtures)/Fixtures/http/certificates", [folder.path])
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "\(fixtures)/Fixtures/http/rude-shop.py", folder.path]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw NotStarted(reason: "rude-shop.py ended") }
            line += more
        }
        ports = try JSONDecoder().decode([String: Int].self, from: line)
    }

    private static func run(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NotStarted(reason: "\(path) failed") }
    }

    /// The address of a shop that behaves in this way.
    /// - Parameter certificate: which of its ports with TLS; nil for the one without.
    func address(_ how: String, _ certificate: String? = nil) throws -> ShopAddress {
        let port = try #require(ports[certificate ?? "plain"])
        return try ShopAddress("\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)/\(how)")
    }

    /// A shop over connections of its own, which asks once and waits a short time.
    func network(
        _ how: String, over connections: HTTPConnections, certificate: String? = nil,
        credentials: ShopCredentials? = nil
    ) throws -> HTTPNetwork {
        HTTPNetwork(
            RequestWriter(address: try address(how, certificate), credentials: credentials, userAgent: "Till/0.0.0"),
            exchange: connections, environment: Pauses().environment, limits: connections.limits)
    }

    struct Seen: Decodable {
        let how, method, path, body, connection: String
        let authorization, agent: String?
    }

    /// The requests for one behaviour, as the shop saw them.
    func seen(_ how: String, _ connections: HTTPConnections) async throws -> [Seen] {
        let log = try await network("log", over: connections).response(for: Request(.get, "x"))
        return try JSONDecoder().decode([Seen].self, from: log.body).filter { $0.how == how }
    }
}

extension HTTPLimits {
    /// Short, so that what never ends ends soon.
    static var short: HTTPLimits {
        var limits = HTTPLimits()
        limits.connecting = .seconds(2)
        limits.exchange = .milliseconds(400)
        limits.answerBytes = 1 << 20
        return limits
    }

    /// As long as an answer needs on a busy machine.
    static var patient: HTTPLimits {
        var limits = HTTPLimits()
        limits.answerBytes = 1 << 20
        return limits
    }
}
