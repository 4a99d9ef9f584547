import Configuration
import Foundation
import Testing

@testable import Till

/// What a service deletes by the configuration that is in force, not by the one with which it started.
@Suite struct TidyUpTests {
    @Test func formerDatabasesGoByTheRetentionInForce() async throws {
        var template = Array((NSTemporaryDirectory() + "till-tidy-XXXXXX").utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = ConfigurationFiles(named: nil, environment: [:]).read().configuration
        let till = try await LiveTill(TillSetup(directory: folder, configuration: configuration))
        let former = folder + "/before-schema-3.sqlite"
        try Data("former".utf8).write(to: URL(fileURLWithPath: former))
        var retention = configuration.retention
        let later = Date() + 10 * 86_400
        till.tidyUp(retention, now: later)
        #expect(FileManager.default.fileExists(atPath: former), "it started with \(retention.formerDatabaseDays) days")
        retention.formerDatabaseDays = 7
        till.tidyUp(retention, now: later)
        #expect(!FileManager.default.fileExists(atPath: former))
    }
}
