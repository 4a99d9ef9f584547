import Flow
import Foundation
import Networking
import Synchronization

/// Answers requests over HTTP with the embedded shop: finds the route and the caller, lets faults happen, and has webhooks
/// delivered.
package final class ShopService: Sendable {
    private let shop: EmbeddedShop
    private let gate: ShopGate
    private let faults: ShopFaults
    private let hooks: WebhookSender?
    private let now: @Sendable () -> Date
    private let pause: @Sendable (Duration) async -> Void
    private let hasPlainPermalinks: Bool

    /// - Parameters:
    ///   - hasPlainPermalinks: whether the REST API is reached by `?rest_route=` only.
    ///   - hooks: delivers webhooks; nil for a shop that does not.
    package init(
        shop: EmbeddedShop, keys: ShopKeys, faults: ShopFaults, hooks: WebhookSender?, hasPlainPermalinks: Bool = false,
        now: @escaping @Sendable () -> Date, pause: @escaping @Sendable (Duration) async -> Void
    ) {
        self.shop = shop
        gate = ShopGate(keys)
        self.faults = faults
        self.hooks = hooks
        self.hasPlainPermalinks = hasPlainPermalinks
        self.now = now
        self.pause = pause
    }

    func perform(_ asked: HTTPQuestion) async -> ShopDeed {
        let (path, isPretty) = Self.place(asked)
        let met = faults.meeting(asked.method, path ?? asked.path)
        func fault(_ kind: ShopFault.Kind) -> ShopFault? { met.first { $0.kind == kind } }

        if let slow = fault(.slow) { await pause(.milliseconds(slow.number)) }
        if fault(.dropped) != nil { return .hangUp }
        if let huge = fault(.hugeBody) { return .endless(huge.number) }
        let clock = now().addingTimeInterval(Double(fault(.clock)?.number ?? 0))
        if let reply = Self.instead(met, asked) { return .answer(reply.dated(clock)) }
        var reply = await answer(asked, path, isPretty, isRevoked: fault(.revokedKey) != nil, clock)
        if fault(.duplicated) != nil {
            reply = await answer(asked, path, isPretty, isRevoked: fault(.revokedKey) != nil, clock)
        }
        if fault(.answerLost) != nil { return .hangUp }
        if fault(.wrongCharset) != nil { reply = reply.inLatin1 }
        reply = reply.dated(clock)
        if fault(.truncated) != nil { return .truncate(reply) }
        return fault(.duplicatedAnswer) != nil ? .answerTwice(reply) : .answer(reply)
    }

    /// The path below the REST root, and whether it stands in the address; nil for a page of the site.
    private static func place(_ asked: HTTPQuestion) -> (path: String?, isPretty: Bool) {
        let path = asked.path
        if path == "/wp-json" || path.hasPrefix("/wp-json/") {
            let rest = path.dropFirst(9).split(separator: "/").joined(separator: "/")
            return (rest.removingPercentEncoding ?? rest, true)
        }
        guard let route = asked.query.first(where: { $0.name == "rest_route" })?.value else { return (nil, true) }
        return (route.split(separator: "/").joined(separator: "/"), false)
    }

    /// The answer of something that stands before the shop; nil when nothing does.
    private static func instead(_ met: [ShopFault], _ asked: HTTPQuestion) -> HTTPReply? {
        for fault in met {
            switch fault.kind {
            case .tooManyRequests:
                let headers = [
                    ("retry-after", String(fault.number)), ("content-type", "application/json; charset=UTF-8"),
                ]
                let body = #"{"code":"too_many_requests","message":"Too many requests.","data":{"status":429}}"#
                return HTTPReply(status: 429, headers: headers, body: Array(body.utf8))
            case .serverError: return .page(500, "There has been a critical error on this website.")
            case .unavailable:
                return .page(503, "Briefly unavailable for scheduled maintenance.", headers: [("retry-after", "30")])
            case .redirectLoop: return HTTPReply(status: 302, headers: [("location", asked.address)], body: [])
            case .redirect: return HTTPReply(status: 302, headers: [("location", fault.text)], body: [])
            case .slow, .dropped, .duplicated, .truncated, .clock, .answerLost, .duplicatedAnswer, .revokedKey,
                .wrongCharset, .hugeBody:
                continue
            }
        }
        return nil
    }

    private func answer(
        _ asked: HTTPQuestion, _ path: String?, _ isPretty: Bool, isRevoked: Bool, _ clock: Date
    ) async -> HTTPReply {
        guard let path, !(hasPlainPermalinks && isPretty) else { return Self.page(asked) }
        var caller = ShopCaller.nobody
        if !isRevoked {
            switch gate.identify(asked, path: path, isPretty: isPretty, now: clock) {
            case .caller(let found): caller = found
            case .refused(let code, let message):
                return Self.json(401, ["code": code, "message": message, "data": ["status": 401]])
            }
        }
        guard let method = Self.method(asked) else { return Self.noRoute }
        if method == "OPTIONS" { return options(path) }
        guard let method = Request.Method(rawValue: method) else { return Self.noRoute }
        let request = Request(
            method, path, query: Self.query(asked), body: asked.body.isEmpty ? nil : Data(asked.body))
        let (response, events) = await shop.answer(to: request, from: caller)
        if !events.isEmpty, let hooks { hooks.send(events, await shop.webhooks()) }
        let isWrapped = asked.query.contains { $0.name == "_envelope" }
        let allowed = shop.methods(path).map(\.rawValue).joined(separator: ", ")
        return HTTPReply(
            status: isWrapped ? 200 : response.status,
            headers: response.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + Self.usual
                + (allowed.isEmpty ? [] : [("allow", allowed)]),
            body: isWrapped ? Self.wrapped(response) : Array(response.body))
    }

    /// An answer within an answer, for clients that see no status (`_envelope`).
    private static func wrapped(_ response: Response) -> [UInt8] {
        Array(#"{"body":"#.utf8) + response.body
            + Array(#","status":\#(response.status),"headers":{"Allow":"GET"}}"#.utf8)
    }

    private static let usual = [
        ("x-robots-tag", "noindex"), ("x-content-type-options", "nosniff"),
        ("access-control-expose-headers", "X-WP-Total, X-WP-TotalPages, Link"),
        ("cache-control", "no-cache, must-revalidate, max-age=0, no-store, private"),
    ]

    private static let noRoute = json(
        404,
        [
            "code": "rest_no_route", "message": "No route was found matching the URL and request method.",
            "data": ["status": 404],
        ])

    /// The method, which a header or the query may override as WordPress allows.
    private static func method(_ asked: HTTPQuestion) -> String? {
        let other = asked.query.first { $0.name == "_method" }?.value ?? asked.header("x-http-method-override")
        switch (other ?? asked.method).uppercased() {
        case "HEAD": return "GET"
        case "PATCH": return "PUT"
        case let method: return method
        }
    }

    private func options(_ path: String) -> HTTPReply {
        let methods = shop.methods(path).map(\.rawValue)
        guard !methods.isEmpty else { return Self.noRoute }
        let endpoints = methods.map { ["methods": [$0], "args": [String: String]()] as [String: Any] }
        let space = path.split(separator: "/").prefix(2).joined(separator: "/")
        return Self.json(200, ["namespace": space, "methods": methods, "endpoints": endpoints])
    }

    /// The query, with lists as one value: `include[]=1&include[]=2`, `status[0]=any`.
    private static func query(_ asked: HTTPQuestion) -> [String: String] {
        var query: [String: String] = [:]
        for (name, value) in asked.query where name != "rest_route" && name != "_method" && !name.hasPrefix("oauth_") {
            let plain = String(name.prefix { $0 != "[" })
            query[plain] = plain == name ? value : query[plain].map { "\($0),\(value)" } ?? value
        }
        return query
    }

    private static func page(_ asked: HTTPQuestion) -> HTTPReply {
        if asked.path == "/" || asked.path.hasPrefix("/wc/file/transient/") {
            return .page(200, "Café am Markt")
        }
        return .page(404, "Page not found")
    }

    private static func json(_ status: Int, _ body: [String: Any]) -> HTTPReply {
        let data = try? JSONSerialization.data(withJSONObject: body, options: [.sortedKeys, .withoutEscapingSlashes])
        return HTTPReply(
            status: status, headers: [("content-type", "application/json; charset=UTF-8")] + usual,
            body: Array(data ?? Data()))
    }
}

extension HTTPReply {
    fileprivate func dated(_ time: Date) -> HTTPReply {
        var reply = self
        let format = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        reply.headers.append(("date", time.formatted(format)))
        return reply
    }

    /// The body in another character set than JSON has; what that lacks is a question mark.
    fileprivate var inLatin1: HTTPReply {
        var reply = self
        let text = String(decoding: body, as: UTF8.self)
        reply.body = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
        reply.headers = headers.map { name, value in
            name == "content-type" ? (name, "application/json; charset=ISO-8859-1") : (name, value)
        }
        return reply
    }
}
