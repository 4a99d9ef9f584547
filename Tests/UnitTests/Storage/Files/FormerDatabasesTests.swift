import Foundation
import Testing

@testable import Storage

/// Copies of the database that were kept, and go after a while.
@Suite struct FormerDatabasesTests {
    private static let kept = ["before-schema-12.sqlite", "replaced-20261127T100501Z.sqlite"]
    private static let others = [
        "till.sqlite", "archive-2026-01-01.sqlite", "replaced-.txt", "before-schema-12.sqlite.new", "till.head",
    ]

    @Test func onlyCopiesGoAndOnlyOldOnes() throws {
        let place = try TemporaryDirectory()
        for name in Self.kept + Self.others { try Data("x".utf8).write(to: URL(filePath: place.path + "/" + name)) }
        symlink(place.file, place.path + "/before-schema-9.sqlite")
        #expect(FormerDatabases.drop(in: place.path, olderThan: .now - 3_600).isEmpty)
        #expect(FormerDatabases.drop(in: place.path, olderThan: .now + 3_600) == Self.kept)
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        #expect(left == (Self.others + ["before-schema-9.sqlite"]).sorted())
        #expect(FormerDatabases.drop(in: place.path + "/nowhere", olderThan: .now).isEmpty)
    }
}
