import Failures
import Flow
import Foundation
import Model
import Networking
import Stores

/// The kiosk's page, its state, and what is done on it. Nobody needs a token: a client that reaches it can do what a person
/// at the touch screen can do. These routes are no part of `/v1`; docs/kiosk.md has them.
struct KioskRoutes: Sendable {
    let till: any ServedTill
    let kiosk: ServedKiosk
    private let tokens: ListenerTokens

    init(till: any ServedTill, kiosk: ServedKiosk) {
        (self.till, self.kiosk) = (till, kiosk)
        tokens = ListenerTokens(of: till)
    }

    var routes: [Route] { page + state + pictures + (kiosk.sample == nil ? [] : [sample]) }

    private var page: [Route] {
        [
            Route("GET", "/kiosk", nil) { _ throws(Failure) in
                answer(KioskFirstPaint(try await document()()).html, "text/html; charset=utf-8")
            },
            Route("GET", "/kiosk/page/{name}", nil) { request throws(Failure) in
                try file(request.parameter("name"), request)
            },
            Route("GET", "/kiosk/page/{name}/{file}", nil) { request throws(Failure) in
                try file(request.parameter("name") + "/" + request.parameter("file"), request)
            },
            Route("GET", "/kiosk/theme.css", nil) { _ throws(Failure) in
                answer(Array(kiosk.theme.styleSheet.utf8), "text/css; charset=utf-8")
            },
            Route("GET", "/kiosk/logo", nil) { _ throws(Failure) in try logo() },
        ]
    }

    private var state: [Route] {
        [
            Route("GET", "/kiosk/state", nil) { _ throws(Failure) in
                answer(try await document()().bytes, ServiceResponse.json)
            },
            Route("GET", "/kiosk/events", nil) { request throws(Failure) in try await listen(request) },
            Route("POST", "/kiosk/act", nil) { request throws(Failure) in try await act(request) },
            Route("POST", "/kiosk/alive", nil) { request throws(Failure) in
                try checkSite(request)
                try BodyReader(request).end()
                try await till.ask { KioskAction.pageAnswered($0) }
                return ServiceResponse(status: 204, fields: Self.fields)
            },
        ]
    }

    private var pictures: [Route] {
        [
            Route("GET", "/kiosk/qr.svg", nil) { _ throws(Failure) in try await code() },
            Route("GET", "/kiosk/chart/{name}", nil) { request throws(Failure) in try await chart(request) },
            Route("GET", "/kiosk/picture/{product}", nil) { request throws(Failure) in try await picture(request) },
        ]
    }

    /// Shows another made-up screen, and leads to the page.
    private var sample: Route {
        Route("GET", "/kiosk/preview/{screen}", nil) { request throws(Failure) in
            let name = request.parameter("screen")
            try await till.ask { KioskAction.showSample(name, kiosk.settings, $0) }
            return ServiceResponse(status: 303, fields: Self.fields.merging(["Location": "/kiosk"]) { $1 })
        }
    }

    // MARK: The page

    /// What no page may load, send or be framed by.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private static let fields = [
        "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    ]

    private func answer(_ bytes: [UInt8], _ type: String, _ fields: [String: String] = [:]) -> ServiceResponse {
        ServiceResponse(fields: Self.fields.merging(fields) { $1 }, body: .bytes(bytes, type: type))
    }

    private func file(_ path: String, _ request: ServiceRequest) throws(Failure) -> ServiceResponse {
        guard let file = KioskPageFile.named(path) else { throw .noFile }
        // A page of a newer release is never mixed with files of an older one.
        let fields = ["ETag": file.tag, "Cache-Control": "no-cache"]
        if request.fields["if-none-match"] == file.tag {
            return ServiceResponse(status: 304, fields: Self.fields.merging(fields) { $1 })
        }
        return answer(file.bytes, file.mediaType, fields)
    }

    private func logo() throws(Failure) -> ServiceResponse {
        guard let logo = kiosk.logo.flatMap({ try? KioskLogo(path: $0).load() }) else { throw .noFile }
        return answer(logo.bytes, logo.mediaType, ["Cache-Control": "no-cache"])
    }

    // MARK: The state

    /// Makes the document of the state at the time at which it is called.
    private func document() async throws(Failure) -> @Sendable () -> KioskDocument {
        let reading = try await till.ask { KioskAction.read($0) }
        let (kiosk, environment) = (kiosk, till.environment)
        return { KioskDocument(state: reading.current, kiosk: kiosk, now: KioskTime(environment.uptime())) }
    }

    private func listen(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let reading = try await till.ask { KioskAction.read($0) }
        let document = try await document()
        let bytes: @Sendable () -> [UInt8] = { document().bytes }
        let subscription = try till.feed.subscribe(request.caller)
        let watch = KioskRevisions(reading) { subscription.wake() }
        return ServiceResponse(
            fields: Self.fields.merging(["X-Accel-Buffering": "no"]) { $1 },
            body: .kiosk(
                KioskChunks(subscription: subscription, tokens: tokens, watch: watch, document: bytes)))
    }

    private func act(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try checkSite(request)
        guard !request.body.isEmpty else { throw .missing("act") }
        let body = try KioskActBody(request)
        let document = try await document()
        let name = try await till.ask { KioskAction.read($0) }.current.screen.name
        do throws(Failure) {
            guard let act = KioskAct(body.act, body.value, on: name) else {
                throw Failure(KioskFailure.notTaken, Sentence("failure.kiosk.notTaken"), recovery: .giveUp)
            }
            try await till.ask { KioskAction.act(act, screen: body.screen, $0) }
            return answer(document().bytes, ServiceResponse.json)
        } catch {
            guard error.is(KioskFailure.otherScreen) || error.is(KioskFailure.notTaken) else { throw error }
            return refusal(error, request, document().bytes)
        }
    }

    /// A problem document with the current state, so that a page that was behind knows what is shown.
    private func refusal(_ failure: Failure, _ request: ServiceRequest, _ document: [UInt8]) -> ServiceResponse {
        let problem = Problem(failure, request: request.id, in: request.language)
        var members: [String: JSONValue] = [:]
        if let text = try? Output.json(problem), case .object(let told) = try? JSONValue(parsing: Data(text.utf8)) {
            members = told
        }
        members["state"] = try? JSONValue(parsing: Data(document))
        return ServiceResponse(
            status: problem.status, fields: Self.fields,
            body: .bytes(Array(JSONValue.object(members).data), type: Problem.mediaType))
    }

    /// Throws for a request that a browser sent for a page of another site.
    private func checkSite(_ request: ServiceRequest) throws(Failure) {
        guard let site = request.fields["sec-fetch-site"], site != "same-origin" else { return }
        throw Failure(
            RequestFailure.badOrigin, Sentence("failure.request.badOrigin", ["origin": site.presentable]),
            recovery: .giveUp)
    }

    // MARK: Pictures

    /// The code on the screen; none unless one is shown.
    private func code() async throws(Failure) -> ServiceResponse {
        let state = try await till.ask { KioskAction.read($0) }.current
        guard case .show(let paid) = state.screen else { throw .noFile }
        return answer(try till.qrCode(kiosk.code(of: paid)), "image/svg+xml")
    }

    /// A chart of today, while an operator is there.
    private func chart(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let state = try await till.ask { KioskAction.read($0) }.current
        let file = request.parameter("name")
        guard state.staffName != nil, file.hasSuffix(".svg"),
            let name = FigureCharts.Name(rawValue: String(file.dropLast(4)))
        else { throw .noFile }
        let language = OperatorLanguage(near: state.presentation.language)
        let pages = KioskStaffPages(till: till, kiosk: kiosk, language: language)
        let charts = kiosk.sample == nil ? try await pages.charts() : FigureCharts(charts: .sample, language: language)
        let colours = ChartColours(appearance: request.query["appearance"])
        return answer(Array(charts.svg(name, colours).utf8), "image/svg+xml")
    }

    private func picture(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        guard let product = Int64(request.parameter("product")), let picture = try await till.picture(of: product),
            let type = KioskPicture.mediaType(of: Data(picture))
        else { throw .noFile }
        return answer(picture, type, ["Cache-Control": "private, max-age=600"])
    }
}

extension Failure {
    fileprivate static let noFile = Failure(
        RequestFailure.noRoute, Sentence("failure.request.noRoute"), recovery: .giveUp)
}
