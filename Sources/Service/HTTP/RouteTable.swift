import Flow

/// All operations of the interface.
struct RouteTable: Sendable {
    let routes: [Route]
    /// What has to be done once before anybody can be answered.
    let begin: @Sendable () async throws(Failure) -> Void

    init(
        _ routes: [Route], begin: @escaping @Sendable () async throws(Failure) -> Void = { () async throws(Failure) in }
    ) {
        self.routes = routes
        self.begin = begin
    }

    /// The methods that a path takes, sorted; empty for a path that the interface does not have.
    func methods(at path: String) -> [String] {
        let methods = routes.filter { $0.matches(path) }.flatMap { $0.answersHead ? [$0.method, "HEAD"] : [$0.method] }
        return Set(methods).sorted()
    }
}
