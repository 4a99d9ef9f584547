import Foundation
import Networking

/// Sends a request, and sends it again where the shop says that it should be asked instead.
struct Redirects: Sendable {
    let writer: RequestWriter
    let exchange: any HTTPExchange
    let limits: HTTPLimits

    struct Arrival: Sendable {
        let response: Response
        /// What was asked last.
        let target: RequestTarget
    }

    /// Sends the request and follows the redirects that `RedirectTrail` allows. Throws what is wrong with the last
    /// answer.
    ///
    /// - Parameter next: what to sign with, and how long the next exchange may take.
    func follow(
        _ first: WrittenRequest, _ next: () -> (moment: RequestWriter.Moment, limit: Duration)
    ) async throws(NetworkError) -> Arrival {
        var request = first
        // A stranger is told nothing, wherever the request goes.
        let folder = writer.credentials == nil ? "" : writer.address.folder
        var trail = RedirectTrail(atMost: limits.redirects, within: folder)
        while true {
            let (moment, limit) = next()
            guard limit > .zero else { throw .connection(.timedOut(after: limits.patience)) }
            let response = try await exchange.answer(to: request, within: limit)
            guard let step = try trail.step(after: response, to: request) else {
                try checkClock(response, request, moment)
                return Arrival(response: try AnswerCheck.checked(response), target: request.target)
            }
            request = try writer.write(request.method, step.target, step.query, at: moment)
        }
    }

    /// WooCommerce refuses a signature whose time is far from its own, with a code that also says other things and a text in
    /// the shop's language. The clocks themselves tell it.
    private func checkClock(
        _ response: Response, _ request: WrittenRequest, _ moment: RequestWriter.Moment
    ) throws(NetworkError) {
        guard response.status == 401, request.query.contains(where: { $0.name == "oauth_signature" }),
            let theirs = response.headers["date"].flatMap(HTTPDate.read)
        else { return }
        let ahead = theirs.timeIntervalSince(moment.time)
        guard abs(ahead) > OAuthSignature.clockTolerance else { return }
        throw .site(.wrongClock(ahead: .seconds(ahead.rounded())))
    }
}
