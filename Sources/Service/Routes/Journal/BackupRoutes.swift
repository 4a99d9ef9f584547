import Flow
import Foundation

/// The backup of all data, as `till backup -` writes it.
struct BackupRoutes: Sendable {
    let till: any ServedTill

    static let mediaType = "application/x-tar"

    var routes: [Route] {
        [
            Route("GET", "/v1/backup", .backUp) { _ throws(Failure) in
                let backup = try await till.backUp()
                let day = till.environment.now().formatted(.iso8601.year().month().day())
                return ServiceResponse(
                    fields: ["Content-Disposition": "attachment; filename=\"till-\(day).tar\""],
                    body: .backup(backup))
            }
        ]
    }
}
