import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Networking
import Synchronization

/// Collects an answer as it arrives, up to a limit. It ends the connection of an answer that does not end.
final class AnswerCollector: HTTPClientResponseDelegate {
    struct TooLarge: Error {}

    private struct Collected {
        var head: HTTPResponseHead?
        var body = Data()
    }

    private let limit: Int
    private let collected = Mutex(Collected())

    /// - Parameter limit: the longest body, in bytes, unpacked.
    init(limit: Int) { self.limit = limit }

    /// Whether the shop began to answer.
    var hasBegun: Bool { collected.withLock { $0.head != nil } }

    func didReceiveHead(task: HTTPClient.Task<Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        collected.withLock { $0.head = head }
        let isPacked = head.headers.contains(name: "content-encoding")
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        return isPacked || length <= limit ? task.eventLoop.makeSucceededVoidFuture() : tooLarge(task)
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = collected.withLock { collected in
            guard collected.body.count + buffer.readableBytes <= limit else { return false }
            collected.body.append(contentsOf: buffer.readableBytesView)
            return true
        }
        return fits ? task.eventLoop.makeSucceededVoidFuture() : tooLarge(task)
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> Response {
        try collected.withLock { collected in
            guard let head = collected.head else { throw HTTPClientError.remoteConnectionClosed }
            var headers: [String: String] = [:]
            for (name, value) in head.headers {
                headers[name.lowercased()] = headers[name.lowercased()].map { "\($0), \(value)" } ?? value
            }
            return Response(status: Int(head.status.code), headers: headers, body: collected.body)
        }
    }

    private func tooLarge(_ task: HTTPClient.Task<Response>) -> EventLoopFuture<Void> {
        task.eventLoop.makeFailedFuture(TooLarge())
    }
}
