import Flow

/// Whether the service lives.
struct HealthRoutes: Sendable {
    let till: any ServedTill
    let gate: StopGate

    var routes: [Route] {
        [
            Route("GET", "/healthz", nil) { _ throws(Failure) in try .json(Health(status: "ok")) }
        ]
    }

    private struct Health: Encodable {
        let status: String
    }
}
