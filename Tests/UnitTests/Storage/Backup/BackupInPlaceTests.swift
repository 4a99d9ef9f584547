import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// The folder of a backup that somebody names as the data directory.
@Suite struct BackupInPlaceTests {
    private let place: TemporaryDirectory
    private var backup: String { place.path + "/backup" }

    init() throws {
        place = try TemporaryDirectory()
        let storage = try StorageManager(directory: place.path + "/data", environment: .standing)
        try storage.enrol(.standing)
        _ = try storage.backUp(into: backup, environment: .standing)
        try storage.close()
    }

    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: backup)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(backup)/\($0)"))) })
    }

    @Test func itIsRefusedBeforeAnythingIsWritten() throws {
        let written = try contents()
        let refused = StorageError.refused(.backupAsData(backup))
        #expect(throws: refused) { try StorageManager(directory: backup, environment: .standing) }
        #expect(throws: refused) { try StorageManager(readingOnly: backup, environment: .standing) }
        #expect(throws: refused) {
            try DataRestore(in: backup, key: nil, environment: .standing).run(from: backup) { _, _ in }
        }
        #expect(throws: refused.failure) { try ServiceLock.share(backup) }
        #expect(throws: refused.failure) { try ServiceLock.own(backup, now: Sample.later) }
        #expect(try contents() == written)
        #expect(refused.code == "backup.notData")
        _ = try DataRestore(in: place.path + "/new", key: nil, environment: .standing).run(from: backup) { _, _ in }
    }

    @Test func aBackupOfALaterLayoutIsOneToo() throws {
        try Data(#"{"format":"till.backup.2","more":[1]}"#.utf8).write(to: URL(filePath: backup + "/manifest.json"))
        #expect(throws: StorageError.refused(.backupAsData(backup))) {
            try StorageManager(directory: backup, environment: .standing)
        }
    }

    @Test(arguments: [#"{"format":"other"}"#, #"{"name":"page"}"#, "", "manifest"])
    func anotherProgramsManifestMakesNoBackup(_ text: String) throws {
        let data = place.path + "/data"
        try Data(text.utf8).write(to: URL(filePath: data + "/manifest.json"))
        let storage = try StorageManager(directory: data, environment: .standing)
        try storage.close()
    }
}
