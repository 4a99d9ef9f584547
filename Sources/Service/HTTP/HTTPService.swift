import Flow
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// A server at one address. Hummingbird's own application wakes the process each second for the field
/// `Date`, whether or not anybody asks; here it is made for the answers.
struct HTTPService: ServiceLifecycle.Service {
    let responder: RouterResponder<ServiceContext>
    let server: HTTPServerBuilder
    let configuration: ServerConfiguration
    let environment: Flow.Environment
    let logger: Logger
    /// Called when the address is listened at.
    let running: @Sendable (any Channel) async -> Void

    func run() async throws {
        let dates = AnswerDates()
        let service = try server.buildServer(
            configuration: configuration, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
        ) { request, writer, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            var response = try await responder.respond(to: request, context: ServiceContext(source: source))
            response.headers[.date] = dates.text(of: environment.now())
            do { try await writer.write(response: response.head, body: response.body) } catch is HTTPParserError {
                // The server would take it for a request that it has to answer.
                throw AnswerBroken()
            }
        } onServerRunning: {
            await running($0)
        }
        try await service.run()
    }

    /// A request went wrong while its answer was sent.
    private struct AnswerBroken: Error {}
}
