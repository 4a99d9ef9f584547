import AsyncHTTPClient
import Foundation
import Model
import NIOCore

/// Listens to the events of a till's service.
package final class ServiceEvents: Sendable {
    package enum Problem: Error {
        /// The service is not there, or was lost.
        case lost(Sentence)
        /// The service answered something else than events.
        case status(Int)
    }

    /// How long the service may say nothing: it speaks every 15 seconds.
    private static let silence = TimeAmount.seconds(45)
    private static let connecting = TimeAmount.seconds(5)

    private let client: HTTPClient
    private let url: String

    /// - Parameter service: `http://127.0.0.1:7373`, or the path of the service's Unix socket.
    package init(service: String) {
        let path = "/v1/events"
        url =
            service.hasPrefix("/")
            ? "http+unix://" + (service.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") + path
            : service + path
        let configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: Self.connecting, read: Self.silence))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Without a shutdown the client would end the process.
        client.shutdown { _ in }
    }

    /// Listens until the stream ends, and throws when it ends in another way.
    ///
    /// - Parameters:
    ///   - last: the id of the last event that is known; nil hears what comes from now on.
    ///   - heard: called with each event, one after another.
    package func listen(
        token: String?, after last: String?, _ heard: (ServerSentEvent) async -> Void
    ) async throws(Problem) {
        var request = HTTPClientRequest(url: url)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let last { request.headers.add(name: "Last-Event-ID", value: last) }
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            guard response.status == .ok else { throw Problem.status(Int(response.status.code)) }
            var events = ServerSentEvents()
            for try await piece in response.body {
                for event in try events.take(piece.readableBytesView) { await heard(event) }
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .lost(TransportProblem(error, hasBegun: false).reason)
        }
    }
}
