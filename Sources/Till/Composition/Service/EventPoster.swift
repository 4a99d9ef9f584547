import Flow
import HTTPNetworking
import Model
import Service

/// Sends events with the client that the shops are spoken to with.
struct EventPoster: EventPosting {
    private let post = EventPost()

    func post(_ request: EventRequest) async throws(Failure) -> EventAnswer {
        let fields = request.fields.merging(["User-Agent": "Till/\(Release.version)"]) { $1 }
        do throws(EventPost.Problem) {
            let answer = try await post.post(request.body, to: request.url, fields)
            return EventAnswer(status: answer.status, retryAfter: answer.retryAfter.map { .seconds(min($0, 86_400)) })
        } catch { throw .noAnswer(from: request.url, error.reason) }
    }
}
