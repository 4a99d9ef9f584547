import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends events to receivers that the till's owner has named. Of an answer only the head counts.
package final class EventPost: Sendable {
    package struct Answer: Hashable, Sendable {
        package let status: Int
        /// The field `Retry-After`, in seconds; nil for none, or for a date.
        package let retryAfter: Int?
    }

    /// Why there was no answer, in a few words.
    package struct Problem: Error {
        package let reason: Sentence
    }

    /// How long a connection may take to be made, and how long everything may take.
    private static let connecting = TimeAmount.seconds(5)
    private static let patience = TimeAmount.seconds(10)

    private let client: HTTPClient

    package init() {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: Self.connecting))
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Without a shutdown the client would end the process.
        client.shutdown { _ in }
    }

    package func post(
        _ body: [UInt8], to url: String, _ fields: [String: String]
    ) async throws(Problem) -> Answer {
        let reader = HeadReader()
        do {
            let headers = HTTPHeaders(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            let request = try HTTPClient.Request(url: url, method: .POST, headers: headers, body: .bytes(body))
            let task = client.execute(request: request, delegate: reader, deadline: .now() + Self.patience)
            return try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
        } catch {
            // What comes after the head, or does not come, changes nothing.
            if let answer = reader.answer { return answer }
            throw Problem(reason: TransportProblem(error, hasBegun: false).reason)
        }
    }
}
