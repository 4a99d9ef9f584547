import Flow

/// The configuration in force. It has no secrets: passwords and keys are named by their files.
struct ConfigurationRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/configuration", .configure) { _ throws(Failure) in
                try .json(Output.Page(items: till.options, next: nil))
            }
        ]
    }
}
