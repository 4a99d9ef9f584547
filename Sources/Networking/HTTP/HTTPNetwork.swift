import Flow
import Foundation
import Networking
import Synchronization

/// A shop over HTTP. Requests that only read are repeated a few times when the shop or the way to it is disturbed; a request
/// that changes something is sent once.
package final class HTTPNetwork: Network {
    private let writer: RequestWriter
    private let exchange: any HTTPExchange
    private let environment: Environment
    private let limits: HTTPLimits
    private let rule: RetryRule
    private let budget = Mutex(RetryBudget())

    /// - Parameters:
    ///   - credentials: nil asks as a stranger.
    ///   - connections: shared by all shops of the process.
    ///   - userAgent: `Till/0.1.0`.
    package convenience init(
        _ address: ShopAddress, credentials: ShopCredentials?, connections: HTTPConnections, environment: Environment,
        userAgent: String
    ) {
        self.init(
            RequestWriter(address: address, credentials: credentials, userAgent: userAgent), exchange: connections,
            environment: environment, limits: connections.limits)
    }

    init(
        _ writer: RequestWriter, exchange: any HTTPExchange, environment: Environment, limits: HTTPLimits = .usual,
        rule: RetryRule = RetryRule()
    ) {
        self.writer = writer
        self.exchange = exchange
        self.environment = environment
        self.limits = limits
        self.rule = rule
    }

    /// Besides the errors of the way, throws what shows that the address itself must change: `.site(.moved)`,
    /// `.site(.redirectLoop)`, `.site(.wrongClock)`, `.site(.needsHTTPS)`, `.site(.plainPermalinks)`.
    package func response(for request: Request) async throws(NetworkError) -> Response {
        let end = environment.uptime() + limits.patience
        guard request.method == .get else { return try await written(request, until: end) }
        var attempt = 1
        while true {
            if let refusal = budget.withLock({ $0.refusal(at: environment.uptime()) }), attempt == 1 { throw refusal }
            let outcome = await attempted(request, until: end)
            guard let error = outcome.disturbance else {
                budget.withLock { $0.succeed() }
                return try outcome.get()
            }
            budget.withLock { $0.fail(error, at: environment.uptime()) }
            guard let pause = rule.pause(after: attempt, error, random: environment.random()),
                environment.uptime() + pause < end, budget.withLock({ $0.take() }), await waited(pause)
            else { return try outcome.get() }
            attempt += 1
        }
    }

    /// Sends a request that changes something. Some servers and firewalls let no PUT and no DELETE through. WordPress takes a
    /// POST in their place, so such a request is sent once more as one: it did not get to the shop.
    private func written(_ request: Request, until end: Uptime) async throws(NetworkError) -> Response {
        let response = try await answer(request, until: end)
        guard let post = request.asPOST, response.refusesTheMethod else { return response }
        return try await answer(post, until: end)
    }

    private func attempted(_ request: Request, until end: Uptime) async -> Result<Response, NetworkError> {
        do throws(NetworkError) { return .success(try await answer(request, until: end)) } catch {
            return .failure(error)
        }
    }

    /// Returns false when the caller was cancelled.
    private func waited(_ pause: Duration) async -> Bool {
        do throws(CancellationError) {
            try await environment.sleep(environment.uptime() + pause)
        } catch {
            return false
        }
        return true
    }

    /// Sends the request once, and follows the redirects that may be followed.
    private func answer(_ request: Request, until end: Uptime) async throws(NetworkError) -> Response {
        let written = try writer.write(request, at: moment)
        return try await Redirects(writer: writer, exchange: exchange, limits: limits).follow(written) {
            (moment, min(limits.exchange, end - environment.uptime()))
        }.response
    }

    private var moment: RequestWriter.Moment { .now(in: environment) }

    /// The shop's host and port, for a person.
    var place: String { writer.address.place }
}

extension RequestWriter.Moment {
    static func now(in environment: Environment) -> RequestWriter.Moment {
        let digits = [environment.random(), environment.random()].map { bits in
            let text = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return RequestWriter.Moment(time: environment.now(), nonce: digits.joined())
    }
}

extension Result<Response, NetworkError> {
    /// The error after which a request that only reads may be repeated: one of the way, or of the answer; nil for an answer
    /// that stands.
    fileprivate var disturbance: NetworkError? {
        switch self {
        case .failure(let error): error
        case .success(let response):
            switch NetworkError(response) {
            case .server(let status, let complaint, let wait)?:
                .server(status: status, complaint, retryAfter: wait)
            default: nil
            }
        }
    }
}

extension Request {
    /// The POST that WordPress takes in place of a PUT or DELETE; nil for other requests.
    fileprivate var asPOST: Request? {
        switch method {
        case .get, .post: nil
        case .put: Request(.post, path, query: query, body: body)
        case .delete: Request(.post, path, query: query.merging(["_method": "DELETE"]) { $1 }, body: body)
        }
    }
}

extension Response {
    /// Whether a server or firewall before the shop does not let the method through.
    fileprivate var refusesTheMethod: Bool { [405, 501].contains(status) || status == 403 && isWebPage }
}
