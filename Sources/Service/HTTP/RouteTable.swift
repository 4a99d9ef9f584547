/// All operations of the interface.
struct RouteTable: Sendable {
    let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes }

    /// The methods that a path takes, sorted; empty for a path that the interface does not have.
    func methods(at path: String) -> [String] { Set(routes.filter { $0.matches(path) }.map(\.method)).sorted() }
}
