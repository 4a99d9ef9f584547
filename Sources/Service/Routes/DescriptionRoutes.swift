import Flow

/// The interface's own description, as OpenAPI 3.1.
struct DescriptionRoutes: Sendable {
    var routes: [Route] {
        [
            Route("GET", "/v1/openapi.json", nil) { _ throws(Failure) in
                ServiceResponse(body: .bytes(PackageResources.openapi_json, type: ServiceResponse.json))
            }
        ]
    }
}
