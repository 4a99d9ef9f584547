import Configuration
import Flow
import Foundation
import Storage
import Testing

@testable import Service
@testable import Till

/// The description of the interface and its routes are the same, both ways.
@Suite struct RouteDescriptionTests {
    private struct Operation: Hashable {
        let method: String
        let path: String
        let right: String?
    }

    @Test func everyRouteIsDescribedAndEveryDescriptionHasItsRoute() async throws {
        var template = Array((NSTemporaryDirectory() + "till-routes-XXXXXX").utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let read = ConfigurationFiles(named: nil, environment: [:]).read()
        let setup = TillSetup(directory: folder, configuration: read.configuration)
        let till = try await LiveTill(setup)
        let feed = JournalFeed(environment: .live)
        let service = TillService(
            ServingTill(till, feed: feed, options: read.options), at: TillService.Places(listen: nil, socket: nil))
        let routes = service.responder.table.routes.map {
            Operation(method: $0.method, path: $0.path, right: $0.right?.rawValue)
        }
        #expect(Set(routes).count == routes.count)
        #expect(Set(routes) == (try Self.described()))
    }

    private static func described() throws -> Set<Operation> {
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        return Set(
            paths.flatMap { path, operations in
                operations.map { method, operation in
                    let words = operation["description"] as? String
                    let right = words?.firstMatch(of: /Needs the right `([a-z-]+)`/).map { String($0.1) }
                    return Operation(method: method.uppercased(), path: path, right: right)
                }
            })
    }
}
