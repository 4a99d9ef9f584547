import Flow
import Foundation
import Networking
import Synchronization
import Testing

@testable import HTTPNetworking

/// An exchange whose answers a test gives, and that keeps what it was asked.
final class ScriptedExchange: HTTPExchange {
    private let answers: @Sendable (WrittenRequest, Int) -> Result<Response, NetworkError>
    private let asked = Mutex<[WrittenRequest]>([])

    /// - Parameter answers: gets the request and how many came before it.
    init(_ answers: @escaping @Sendable (WrittenRequest, Int) -> Result<Response, NetworkError>) {
        self.answers = answers
    }

    var requests: [WrittenRequest] { asked.withLock { $0 } }

    func answer(to request: WrittenRequest, within limit: Duration) async throws(NetworkError) -> Response {
        let before = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        return try answers(request, before).get()
    }
}

/// Time that passes only in pauses, which end at once and are kept.
final class Pauses: Sendable {
    private struct Passed {
        var now: Int64 = 0
        var pauses: [Duration] = []
    }

    private let passed = Mutex(Passed())

    var all: [Duration] { passed.withLock { $0.pauses } }

    func pass(_ span: Duration) { passed.withLock { $0.now += span.wholeNanoseconds } }

    var environment: Environment {
        var environment = Environment.standing
        environment.uptime = { Uptime(nanoseconds: self.passed.withLock { $0.now }) }
        environment.sleep = { until throws(CancellationError) in
            self.passed.withLock { passed in
                passed.pauses.append(.nanoseconds(until.nanoseconds - passed.now))
                passed.now = until.nanoseconds
            }
        }
        return environment
    }
}

extension Response {
    static func json(_ status: Int = 200, _ body: String, _ headers: [String: String] = [:]) -> Response {
        Response(
            status: status,
            headers: headers.merging(["content-type": "application/json; charset=UTF-8"]) { given, _ in given },
            body: Data(body.utf8))
    }

    static func redirect(_ location: String, status: Int = 302) -> Response {
        Response(status: status, headers: ["location": location], body: Data())
    }
}

extension ShopCredentials {
    /// Made up.
    static var key: ShopCredentials {
        get throws { try #require(ShopCredentials.consumerKey("ck_0123456789abcdef", secret: "cs_fedcba9876543210")) }
    }

    static var password: ShopCredentials {
        get throws {
            try #require(ShopCredentials.applicationPassword(user: "till", password: "abcd EFGH 1234 ijkl MNOP 6789"))
        }
    }
}

extension RequestWriter {
    init(_ address: String, _ credentials: ShopCredentials?, permalinks: ShopAddress.Permalinks = .usual) throws {
        self.init(
            address: try ShopAddress(address, permalinks: permalinks, allowsHTTP: true), credentials: credentials,
            userAgent: "Till/0.0.0")
    }
}

extension RequestWriter.Moment {
    static let fixed = RequestWriter.Moment(
        time: Date(timeIntervalSince1970: 1_772_637_300), nonce: "6f1f0b6e2d3c4b5a69788796a5b4c3d2")
}

extension WrittenRequest {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
