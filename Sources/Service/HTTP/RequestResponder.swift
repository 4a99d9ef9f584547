import Failures
import Flow
import Foundation
import HTTPTypes
import Hummingbird
import LogEvents
import Model
import NIOCore
import NIOHTTP1
import NIOPosix
import Stores

/// Takes each request from the server, finds out who sent it, has its route answer it, and turns failures into problems.
struct RequestResponder: Sendable {
    let table: RouteTable
    let tokens: AccessTokens
    let environment: Flow.Environment
    /// The language of those who ask for none, as it is configured now.
    let usualLanguage: @Sendable () -> OperatorLanguage
    /// The user who runs the service.
    let owner: UInt32
    let places: TillService.Places
    let figures: ServiceFigures
    private let open = OpenRequests()
    private let signedBodies = SignedBodies()
    private let queries = DescribedQueries(PackageResources.openapi_json)
    /// Renews the right of an operator for an act. Throws `operator.rightEnded` if it has ended or is another caller's.
    let renew: @Sendable (_ right: String, _ holder: String) async throws(Failure) -> OperatorRight

    var router: Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: Unrouted(responder: self))
        for route in table.routes {
            guard let method = HTTPRequest.Method(route.method) else { continue }
            for method in route.answersHead ? [method, .head] : [method] {
                router.on(RouterPath(route.path), method: method) { request, context in
                    await answer(request, context, route)
                }
            }
        }
        return router
    }

    /// Answers a request.
    ///
    /// - Parameter route: nil for a request that no route takes.
    fileprivate func answer(_ request: Request, _ context: ServiceContext, _ route: Route?) async -> Response {
        let id = environment.newID("req")
        let asked = request.headers[.acceptLanguage].map { OperatorLanguage(near: $0.lowercased()) }
        let language = asked ?? usualLanguage()
        var answer: ServiceResponse
        do throws(Failure) {
            answer = try await answered(request, context, id, language, route)
        } catch {
            answer = .problem(error, request: id, in: language)
            if error.is(RequestFailure.methodNotAllowed) {
                answer.fields["Allow"] = table.methods(at: request.uri.path).joined(separator: ", ")
            }
            if let event = Self.event(ofStatus: answer.status) {
                environment.log(event, .words("\(id) \(request.method) \(request.plainPath)"), .failure(error))
            }
        }
        figures.count(route, status: answer.status)
        let whole = response(answer, id, over: context.channel)
        // The answer to HEAD has no body: on a connection that goes on it would be taken for the next answer.
        return request.method == .head ? Response(status: whole.status, headers: whole.headers) : whole
    }

    private func answered(
        _ request: Request, _ context: ServiceContext, _ id: String, _ language: OperatorLanguage, _ route: Route?
    ) async throws(Failure) -> ServiceResponse {
        // The first one is no field here: it is the request's authority.
        if let name = HTTPField.Name("Host"), request.headers[name] != nil { throw .repeated(name.rawName) }
        if let route, route.isSigned {
            let read = try await readSigned(request, context, id, language)
            return try await open.admit(.signer) { () async throws(Failure) in try await route.work(read) }
        }
        let read = try await read(request, context, id, language, for: route)
        guard let route else { throw unrouted(request) }
        return try await open.admit(read.caller) { () async throws(Failure) in try await route.work(read) }
    }

    /// What the log says of a failure; nil for what only its caller has to know. That something cannot be done now, because
    /// a terminal is busy or a shop answers nonsense, is no fault of the service.
    static func event(ofStatus status: Int) -> LoggedEvent? {
        switch status {
        case 500: .requestFailed
        case 501...: .requestRefused
        default: nil
        }
    }

    /// Answers a request of which something failed that has no code.
    fileprivate func unexpected(
        _ error: any Error, _ request: Request, _ context: ServiceContext
    ) -> Response {
        let id = environment.newID("req")
        let failure = Failure(
            ServiceFailure.unexpected, Sentence("failure.service.unexpected", ["request": id]), recovery: .giveUp,
            causes: [Sentence(stored: "\(error)")])
        environment.log(.requestFailed, .words("\(id) \(request.method) \(request.plainPath)"), .failure(failure))
        figures.count(nil, status: 500)
        return response(.problem(failure, request: id, in: usualLanguage()), id, over: context.channel)
    }

    /// From elsewhere there is no kiosk.
    private static let noRoute = Failure(
        RequestFailure.noRoute, Sentence("failure.request.noRoute"), recovery: .giveUp)

    private func unrouted(_ request: Request) -> Failure {
        let methods = table.methods(at: request.uri.path)
        guard !methods.isEmpty else { return Self.noRoute }
        return Failure(
            RequestFailure.methodNotAllowed,
            Sentence(
                "failure.request.methodNotAllowed",
                ["path": request.plainPath.presentable, "methods": methods.joined(separator: ", ")]),
            recovery: .giveUp)
    }

    // MARK: Who asks, and what

    private func read(
        _ request: Request, _ context: ServiceContext, _ id: String, _ language: OperatorLanguage, for route: Route?
    ) async throws(Failure) -> ServiceRequest {
        let peer = await PeerCredentials.of(context.channel)
        if peer == nil {
            let (isLocal, local) = (route?.isOfThisMachine == true, context.channel.localAddress)
            if isLocal, !HostRule.isOfThisMachine(context.channel.remoteAddress?.ipAddress) { throw Self.noRoute }
            try HostRule.check(
                host: request.head.authority, origin: request.headers[.origin],
                at: local?.ipAddress, port: local?.port ?? 0, configured: isLocal ? [] : places.hosts,
                isTLS: places.certificate != nil)
        }
        for name in Self.singleFields where request.headers[values: name].count > 1 {
            throw .repeated(name.rawName)
        }
        let caller = try await caller(request, peer)
        var asked = ServiceRequest(id: id, caller: caller, language: language)
        if let route, let right = route.right {
            guard caller != .nobody else { throw .unauthorized }
            asked.person = try await person(request, caller, for: right)
            try caller.check(right, isOperator: asked.person != nil)
        }
        for (name, value) in context.parameters {
            asked.parameters[String(name)] = String(value).removingPercentEncoding ?? String(value)
        }
        for (name, value) in request.uri.queryParameters {
            let plain = String(name).removingPercentEncoding ?? String(name)
            guard asked.query.updateValue(String(value), forKey: plain) == nil else { throw .repeated(plain) }
        }
        if let route { try queries.check(asked.query, of: route) }
        for field in request.headers { asked.fields[field.name.canonicalName] = field.value }
        asked.body = try await jsonBody(of: request)
        return asked
    }

    private func readSigned(
        _ request: Request, _ context: ServiceContext, _ id: String, _ language: OperatorLanguage
    ) async throws(Failure) -> ServiceRequest {
        var asked = ServiceRequest(id: id, caller: .signer, language: language)
        for field in request.headers { asked.fields[field.name.canonicalName] = field.value }
        let channel = context.channel
        asked.body = try await signedBodies.read { () async throws(Failure) in
            try await body(of: request, upTo: ServiceLimits.longestSignedBody)
        } giveUp: {
            channel.close(promise: nil)
        }
        return asked
    }

    /// The fields of which a request may have one. Of two it would not be clear which one is meant.
    private static let singleFields: [HTTPField.Name] =
        [.authorization, .contentType]
        + ["Idempotency-Key", "Last-Event-ID", OperatorRoutes.field].compactMap { HTTPField.Name($0) }

    /// The operator whose right the request shows, for an act that takes one. Elsewhere nothing is looked at, so that a page
    /// that only looks keeps no right alive.
    private func person(_ request: Request, _ caller: Caller, for right: Right) async throws(Failure) -> TillOperator? {
        guard Set<Right>.ofOperator.contains(right), let name = HTTPField.Name(OperatorRoutes.field),
            let secret = request.headers[name]
        else { return nil }
        return try await renew(secret, caller.id).person
    }

    /// The holder of the token, or the user at the other end of the Unix socket.
    private func caller(_ request: Request, _ peer: PeerCredentials.Credentials?) async throws(Failure) -> Caller {
        guard let field = request.headers[.authorization] else {
            return peer.map { peer in
                Caller(
                    user: peer.user, own: owner, scopes: places.roles.scopes(of: peer.user, group: peer.group))
            } ?? .nobody
        }
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", let token = try tokens.token(of: String(words[1]))
        else { throw .unauthorized }
        return Caller(token)
    }

    private func jsonBody(of request: Request) async throws(Failure) -> [UInt8] {
        let bytes = try await body(of: request, upTo: ServiceLimits.longestBody)
        guard bytes.isEmpty || request.headers[.contentType]?.lowercased().hasPrefix(ServiceResponse.json) == true
        else {
            throw Failure(RequestFailure.notJSON, Sentence("failure.request.notJSON"), recovery: .giveUp)
        }
        return bytes
    }

    private func body(of request: Request, upTo most: Int) async throws(Failure) -> [UInt8] {
        let tooLarge = Failure(
            RequestFailure.tooLarge, Sentence("failure.request.tooLarge", ["bytes": most]), recovery: .giveUp)
        if let length = request.headers[.contentLength].flatMap(Int.init), length > most { throw tooLarge }
        do { return Array(buffer: try await request.body.collect(upTo: most)) } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            // The client has left, or was too slow: nobody reads the answer.
            throw Failure(RequestFailure.malformed, Sentence("failure.request.malformed"), recovery: .giveUp)
        }
    }

    // MARK: The answer

    private func response(_ answer: ServiceResponse, _ id: String, over channel: any Channel) -> Response {
        var fields = HTTPFields()
        for (name, value) in answer.fields.sorted(by: { $0.key < $1.key }) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        if let name = HTTPField.Name("X-Request-Id") { fields[name] = id }
        if let name = HTTPField.Name("X-Content-Type-Options") { fields[name] = "nosniff" }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.body {
        case .none: return Response(status: status, headers: fields)
        case .bytes(let bytes, let type):
            fields[.contentType] = type
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .events(let chunks): return stream(chunks, of: chunks.subscription, over: channel, status, &fields)
        case .kiosk(let chunks): return stream(chunks, of: chunks.subscription, over: channel, status, &fields)
        case .backup(let parts):
            fields[.contentType] = BackupRoutes.mediaType
            let buffers = parts.map { ByteBuffer(bytes: $0) }
            return Response(status: status, headers: fields, body: ResponseBody(asyncSequence: buffers))
        }
    }

    /// A stream of events. It ends as soon as the listener has closed its side of the connection: otherwise one that has left would
    /// be counted until something is written to it.
    private func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, of subscription: JournalFeed.Subscription, over channel: any Channel,
        _ status: HTTPResponse.Status, _ fields: inout HTTPFields
    ) -> Response where Chunks.Element == [UInt8] {
        fields[.contentType] = "text/event-stream"
        LeftListener.watch(channel) { [weak subscription] in subscription?.end() }
        let executor = ConnectionExecutor(of: channel)
        let body = ResponseBody { writer in
            try await withTaskExecutorPreference(executor) {
                for try await bytes in chunks { try await writer.write(ByteBuffer(bytes: bytes)) }
                try await writer.finish(nil)
            }
        }
        return Response(status: status, headers: fields, body: body)
    }
}

extension Failure {
    fileprivate static func repeated(_ name: String) -> Failure {
        Failure(
            RequestFailure.malformed, Sentence("failure.request.malformed.repeated", ["name": name.presentable]),
            recovery: .giveUp)
    }
}

extension Request {
    /// The path as it was meant: card data in it is only recognised without percent signs.
    fileprivate var plainPath: String { uri.path.removingPercentEncoding ?? uri.path }
}

/// Answers the requests that no route takes.
private struct Unrouted: RouterMiddleware {
    let responder: RequestResponder

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch is HTTPError {
            return await responder.answer(request, context, nil)
        } catch let error as HTTPParserError {
            // The server answers what is no HTTP, and closes the connection.
            throw error
        } catch {
            return responder.unexpected(error, request, context)
        }
    }
}
