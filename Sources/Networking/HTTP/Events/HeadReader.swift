import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Takes the head of an answer, and a little of its body so that the connection can be used again. It ends the connection of a
/// longer answer.
final class HeadReader: HTTPClientResponseDelegate {
    private struct Ended: Error {}
    private struct State {
        var answer: EventPost.Answer?
        var bytes = 0
    }

    private static let most = 16_384
    private let state = Mutex(State())

    var answer: EventPost.Answer? { state.withLock { $0.answer } }

    func didReceiveHead(task: HTTPClient.Task<EventPost.Answer>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let wait = head.headers.first(name: "retry-after").flatMap { Int($0) }
        state.withLock {
            $0.answer = EventPost.Answer(status: Int(head.status.code), retryAfter: wait.map { max(0, $0) })
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<EventPost.Answer>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        let isShort = state.withLock { state in
            state.bytes += buffer.readableBytes
            return state.bytes <= Self.most
        }
        return isShort ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(Ended())
    }

    func didFinishRequest(task: HTTPClient.Task<EventPost.Answer>) throws -> EventPost.Answer {
        guard let answer else { throw HTTPClientError.remoteConnectionClosed }
        return answer
    }
}
