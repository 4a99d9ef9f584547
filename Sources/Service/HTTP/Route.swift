import Flow

/// One operation of the interface.
struct Route: Sendable {
    typealias Work = @Sendable (ServiceRequest) async throws(Failure) -> ServiceResponse

    let method: String
    /// The path as OpenAPI writes it: `/v1/payments/{id}`.
    let path: String
    /// The right that it takes; nil when anybody may ask.
    let right: Right?
    /// Whether the request proves by a signature who sends it, and by nothing else: it comes from another machine through a proxy,
    /// under another name, without a token, and with a body of any type.
    let isSigned: Bool
    let work: Work
    /// Whether only this machine is answered: the kiosk's page needs no token, so nobody else may reach it, nor through a proxy.
    var isOfThisMachine: Bool { path == "/kiosk" || path.hasPrefix("/kiosk/") }

    /// Whether `HEAD` is answered as well, as `GET` without its body. A stream would be begun for nobody.
    var answersHead: Bool { method == "GET" && !Self.streams.contains(path) }

    private static let streams: Set = ["/v1/events", "/v1/backup", "/kiosk/events"]

    init(_ method: String, _ path: String, _ right: Right?, _ work: @escaping Work) {
        (self.method, self.path, self.right, self.work) = (method, path, right, work)
        isSigned = false
    }

    /// A route whose work checks the signature of each request.
    init(signed method: String, _ path: String, _ work: @escaping Work) {
        (self.method, self.path, self.work) = (method, path, work)
        (right, isSigned) = (nil, true)
    }

    /// Whether the route's path is that of a request.
    func matches(_ path: String) -> Bool {
        let (own, asked) = (Self.parts(self.path), Self.parts(path))
        return own.count == asked.count && zip(own, asked).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
