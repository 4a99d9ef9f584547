import Flow
import Foundation
import HTTPNetworking
import Model
import Service
import Synchronization

/// Prints each event that `till listen` hears, and sends it on.
final class EventForwarding: Sendable {
    private struct State {
        var last: String?
        var hasHeard = false
    }

    private let console: Console
    private let environment: Environment
    private let language: OperatorLanguage
    private let url: String?
    private let secret: EndpointSecret
    private let filter: EventEndpoint
    private let isJSON: Bool
    private let poster = EventPoster()
    private let state: Mutex<State>

    /// - Parameter last: the id after which the events begin.
    init(
        console: Console, environment: Environment, language: OperatorLanguage, url: String?, secret: EndpointSecret,
        filter: EventEndpoint, isJSON: Bool, last: String?
    ) {
        (self.console, self.environment, self.language) = (console, environment, language)
        (self.url, self.secret, self.filter, self.isJSON) = (url, secret, filter, isJSON)
        state = Mutex(State(last: last))
    }

    /// The id of the last event that was heard.
    var last: String? { state.withLock { $0.last } }
    /// Whether anything was heard.
    var hasHeard: Bool { state.withLock { $0.hasHeard } }

    func hear(_ event: ServerSentEvent) async {
        state.withLock { state in
            state.hasHeard = true
            state.last = event.id ?? state.last
        }
        // Where the stream begins is no event of the till, and what is only shown has no id.
        let isWanted = event.id == nil || filter.wants(event.name) || event.name == "reset"
        guard event.name != "start", isWanted else { return }
        console.print(isJSON ? event.data : "\(event.id ?? "-")  \(event.name)  \(event.data)".printable)
        guard let url, let id = event.id.flatMap({ Int64($0) }) else { return }
        let request = EventRequest(
            url: url, event: id, kind: event.name, body: Array(event.data.utf8), secret: secret, at: environment.now())
        let end: String
        do throws(Failure) { end = String(try await poster.post(request).status) } catch {
            end = ([error.said] + error.reasons).map { $0.text(in: language) }.joined(separator: " ")
        }
        console.say(
            language.text("listen.forwarded", ["event": Int(id), "kind": event.name.presentable, "status": end]))
    }
}
