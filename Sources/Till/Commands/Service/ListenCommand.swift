import ArgumentParser
import Failures
import Flow
import Foundation
import HTTPNetworking
import Model
import Service

struct ListenCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Prints the events of a running service, and forwards them to a local address.",
        discussion: """
            For whoever develops a receiver of webhooks. Each event with an id is sent to the address as a webhook would be: \
            with the same body, the same fields and a signature. It is sent once, whatever is answered. The secret of the \
            signatures is shown on standard error, and is another one each time unless --secret-file names one.

            Over TCP a token is needed, in $TILL_TOKEN or in --token-file; one of the scope read-only suffices. The command \
            listens until Ctrl-C.
            """)

    @Option(
        help: ArgumentHelp(
            "The service's address, http only on this machine, or the path of its Unix socket.",
            valueName: "address"))
    var service = "http://127.0.0.1:7373"
    @Option(
        help: ArgumentHelp(
            "Where events go: an http address on this machine, or an https address.", valueName: "url"))
    var forwardTo: String?
    @Option(
        help: ArgumentHelp(
            "The kinds of events, separated by commas: payment.settled, payment.* for a group, or * for all.",
            valueName: "kinds"))
    var kinds = "*"
    @Option(help: ArgumentHelp("Begin after the event with this id; 0 begins with the journal.", valueName: "event"))
    var after: Int64?
    @Option(help: ArgumentHelp("A file with the token; - reads standard input.", valueName: "file"))
    var tokenFile: String?
    @Option(help: ArgumentHelp("A file with the secret of the signatures.", valueName: "file"))
    var secretFile: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// The longest token or secret, in bytes.
    private static let longestSecret = 1_000
    /// How long the service is left alone before it is asked again.
    private static let pause = Duration.seconds(1)

    func validate() throws {
        // The token goes there: it must not cross a network in the clear.
        let isAddress = service.hasPrefix("/") || (try? EndpointAddress.check(service)) != nil
        guard isAddress, !service.hasSuffix("/") else {
            throw ValidationError(
                "--service is https, or http to this machine, such as http://127.0.0.1:7373, or the path of a socket.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        if let forwardTo { try EndpointAddress.check(forwardTo) }
        let kinds = try EventKinds.read(kinds)
        let environment = Environment.live.logged
        let token = try secret(tokenFile) ?? ProcessInfo.processInfo.environment["TILL_TOKEN"]
        let signing = try secret(secretFile).map(EndpointSecret.init(text:)) ?? EndpointSecret(environment)
        let language = data.language()
        let ready = forwardTo.map { _ in
            language.text("listen.ready", ["service": service, "secret": signing.text])
        }
        let forwarding = EventForwarding(
            console: console, environment: environment, language: language, url: forwardTo, secret: signing,
            filter: EventEndpoint(id: "", url: "", events: kinds, createdAt: environment.now()),
            isJSON: output.json, last: after.map(String.init))
        try await listen(token, forwarding, saying: ready, environment, console)
        return .done
    }

    /// Listens again after each loss. Throws if there was no service in the first place.
    ///
    /// - Parameter ready: what is said once the service has begun to tell its events.
    private func listen(
        _ token: String?, _ forwarding: EventForwarding, saying ready: String?, _ environment: Environment,
        _ console: Console
    ) async throws(Failure) {
        let stream = ServiceEvents(service: service)
        while console.isHeard {
            var reason = Sentence("detail.http.closed")
            do throws(ServiceEvents.Problem) {
                try await stream.listen(token: token, after: forwarding.last) { event in
                    if !forwarding.hasHeard, let ready { console.say(ready) }
                    await forwarding.hear(event)
                }
            } catch {
                switch error {
                case .lost(let why): reason = why
                case .status(let status):
                    throw .noEvents(from: service, Sentence("detail.service.status", ["status": status]))
                }
                guard forwarding.hasHeard else { throw .noEvents(from: service, reason) }
            }
            console.say(data.language().text("listen.lost", ["service": service, "reason": reason]))
            do { try await environment.sleep(environment.uptime() + Self.pause) } catch { return }
        }
    }

    private func secret(_ file: String?) throws(Failure) -> String? {
        guard let file else { return nil }
        let bytes = try Input.bytes(file, upTo: Self.longestSecret)
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension Failure {
    fileprivate static func noEvents(from service: String, _ reason: Sentence) -> Failure {
        Failure(
            ServiceFailure.unreachable, Sentence("failure.service.unreachable", ["service": service.presentable]),
            remedy: Sentence("remedy.service.unreachable"), recovery: .askOperator, causes: [reason])
    }
}
