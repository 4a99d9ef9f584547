import Flow

/// One operation of the interface.
struct Route: Sendable {
    typealias Work = @Sendable (ServiceRequest) async throws(Failure) -> ServiceResponse

    let method: String
    /// The path as OpenAPI writes it: `/v1/payments/{id}`.
    let path: String
    /// The right that it takes; nil when anybody may ask.
    let right: Right?
    let work: Work

    init(_ method: String, _ path: String, _ right: Right?, _ work: @escaping Work) {
        (self.method, self.path, self.right, self.work) = (method, path, right, work)
    }

    /// Whether the route's path is that of a request.
    func matches(_ path: String) -> Bool {
        let (own, asked) = (Self.parts(self.path), Self.parts(path))
        return own.count == asked.count && zip(own, asked).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }
}
